package io.lychgate.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Any Priority field yields a priority that can be written and read again. */
class PriorityFieldFuzzTest {
  @FuzzTest
  void readsAnyPriorityField(byte[] field) {
    Urgency read = PriorityField.parse(new String(field, StandardCharsets.ISO_8859_1));

    if (read == null) {
      return;
    }
    assertThat(read.urgency()).isBetween(0, Urgency.MAX_URGENCY);
    assertThat(PriorityField.parse(PriorityField.format(read))).isEqualTo(read);
  }
}
