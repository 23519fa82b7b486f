package io.lychgate.gateway.migration.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lychgate.gateway.config.check.Checked;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The parser of nginx.conf never throws, and its directives have lines of the text. */
class NginxImportFuzzTest {
  @FuzzTest(maxDuration = "10s")
  void parsesAnyText(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    Checked<List<NginxDirective>> read = NginxParser.parse(text, "n");

    if (read.isValid()) {
      long lines = text.chars().filter(c -> c == '\n').count() + 1;
      read.value().forEach(each -> assertThat(each.place().line()).isBetween(1, (int) lines));
    } else {
      assertThat(read.problems()).hasSize(1);
    }
  }
}
