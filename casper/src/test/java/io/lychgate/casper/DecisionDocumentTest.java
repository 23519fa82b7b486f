package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The document lists the reasons of the code; {@code -Dlychgate.docs.write=true} writes them. */
final class DecisionDocumentTest {
  private static final Path DOCUMENT = Path.of("../docs/reference/decisions.md");
  private static final String BEGIN = "<!-- reasons: made by DecisionDocumentTest -->\n";
  private static final String END = "<!-- end of reasons -->";

  @Test
  void namesEveryReasonToSkip() throws IOException {
    String document = Files.readString(DOCUMENT);
    StringBuilder made = new StringBuilder(document)
        .delete(document.indexOf(BEGIN) + BEGIN.length(), document.indexOf(END));
    StringBuilder table = new StringBuilder("| reason | meaning |\n|---|---|\n");
    for (SkipReason reason : SkipReason.values()) {
      table
          .append("| `")
          .append(reason.token())
          .append("` | ")
          .append(reason.sentence())
          .append(" |\n");
    }
    made.insert(document.indexOf(BEGIN) + BEGIN.length(), table);
    if (Boolean.getBoolean("lychgate.docs.write")) {
      Files.writeString(DOCUMENT, made);
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(made.toString());
  }
}
