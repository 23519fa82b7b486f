package io.lychgate.jmh.abuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MarkedSectionTest {
  @Test
  void onlyTheTextBetweenTheMarkersIsReplaced() throws IOException {
    String page = "before\n" + MarkedSection.BEGIN + "\nold\n" + MarkedSection.END + "\nafter\n";

    String replaced = MarkedSection.replace(page, "new\n", "page.md");

    assertThat(replaced)
        .isEqualTo(
            "before\n" + MarkedSection.BEGIN + "\n\nnew\n\n" + MarkedSection.END + "\nafter\n");
    assertThat(MarkedSection.replace(replaced, "new\n", "page.md")).isEqualTo(replaced);
  }

  @Test
  void pageWithoutMarkersIsRejected() {
    assertThatThrownBy(() -> MarkedSection.replace("text", "new", "page.md"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("page.md: no section");
  }

  @Test
  void hardeningPageHasTheMarkers() throws IOException {
    String page = Files.readString(Path.of("../docs/background/hardening.md"));

    assertThat(MarkedSection.replace(page, "new", "hardening.md")).contains("new");
  }
}
