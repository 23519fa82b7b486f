package io.lychgate.gateway.migration.h2o;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lychgate.gateway.config.check.Checked;
import java.nio.charset.StandardCharsets;

/** The reader of h2o.conf never throws, and walks any document in bounded time. */
class H2oImportFuzzTest {
  @FuzzTest(maxDuration = "10s")
  void readsAnyText(byte[] bytes) {
    Checked<H2oValue> read = H2oValue.parse(new String(bytes, StandardCharsets.UTF_8), "h");
    if (read.isValid()) {
      walk(read.value(), 0);
    }
  }

  private static void walk(H2oValue value, int depth) {
    if (depth < 40) {
      value.settings().forEach(each -> walk(each.value(), depth + 1));
      value.text();
    }
  }
}
