package io.lychgate.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The document lists the reasons of the code; {@code -Dlychgate.docs.write=true} writes them. */
final class PriorityDocumentTest {
  private static final Path DOCUMENT = Path.of("../docs/reference/priorities.md");
  private static final String BEGIN = "<!-- reasons: made by PriorityDocumentTest -->\n";
  private static final String END = "<!-- end of reasons -->";

  @Test
  void namesEveryReason() throws IOException {
    String document = Files.readString(DOCUMENT);
    int begin = document.indexOf(BEGIN) + BEGIN.length();
    StringBuilder made =
        new StringBuilder(document).delete(begin, document.indexOf(END)).insert(begin, table());
    if (Boolean.getBoolean("lychgate.docs.write")) {
      Files.writeString(DOCUMENT, made);
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(made.toString());
  }

  private static String table() {
    StringBuilder table = new StringBuilder("| reason | meaning |\n|---|---|\n");
    for (PriorityReason reason : PriorityReason.values()) {
      table
          .append("| `")
          .append(reason.token())
          .append("` | ")
          .append(reason.sentence())
          .append(" |\n");
    }
    return table.toString();
  }
}
