package io.lychgate.gateway.listen.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RecordLengthTest {
  private final RecordLength records = new RecordLength();

  @Test
  void startsShortAndGrowsForBulkData() {
    for (int sent = 0; sent < RecordLength.SHORT_PHASE; sent += 4096) {
      assertThat(records.begin(0)).isEqualTo(RecordLength.SHORT);
      assertThat(records.shortBytes()).isEqualTo(RecordLength.SHORT_PHASE - sent);
      records.written(4096);
    }

    assertThat(records.begin(0)).isEqualTo(RecordLength.LONG);
    assertThat(records.shortBytes()).isZero();
  }

  @Test
  void isShortAgainAfterAPause() {
    records.begin(0);
    records.written(RecordLength.SHORT_PHASE);

    assertThat(records.begin(RecordLength.PAUSE_NANOS)).isEqualTo(RecordLength.LONG);
    assertThat(records.begin(2 * RecordLength.PAUSE_NANOS + 1)).isEqualTo(RecordLength.SHORT);
  }
}
