package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Writes the page again with {@code ./lychgate test -Dlychgate.docs.write=true ConfigurationReferenceTest}. */
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

  /** A description sends readers to a page, which must be there. */
  @Test
  void pagesThatItNamesExist() throws IOException {
    Set<String> named = Pattern.compile("docs/[\\w/-]+\\.md")
        .matcher(Files.readString(PAGE))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));

    assertThat(named)
        .hasSizeGreaterThan(20)
        .allSatisfy(name -> assertThat(Path.of("..", name)).isRegularFile());
  }
}
