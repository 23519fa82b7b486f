package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Writes the page again with {@code mvn -pl gateway -am test -Dtest=ConfigurationReferenceTest -Dlychgate.docs.write=true}. */
final class ConfigurationReferenceTest {
  /** Maven runs tests in the module's directory. */
  private static final Path PAGE = Path.of("..", "docs", "reference", "configuration.md");

  @Test
  void pageMatchesTheSchema() throws IOException {
    String text = new ConfigurationReference().text();
    if (Boolean.getBoolean("lychgate.docs.write")) {
      Files.writeString(PAGE, text);
    }

    assertThat(PAGE)
        .as("stale (write it again with -Dlychgate.docs.write=true)")
        .hasContent(text);
  }
}
