package io.lychgate.gateway.timing;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Any body is read as a report within its limits, or is rejected without being quoted. */
class ReportFuzzTest {
  @FuzzTest
  void readsAnyReport(byte[] body) {
    try {
      Report report = ReportReader.read(body, body.length);
      assertThat(report.viewId()).isNotEmpty().hasSizeLessThanOrEqualTo(ViewSeal.MAX_CHARACTERS);
      assertThat(report.parts()).isBetween(1, 3);
      assertThat(report.failed()).isNotNegative();
      assertThat(report.statics()).isNotNegative();
      assertThat(report.bytes()).isGreaterThanOrEqualTo(-1);
      if (Plausibility.isPlausible(report)) {
        for (double time : report.times()) {
          assertThat(Double.isNaN(time) || (time >= 0 && time <= Plausibility.LONGEST))
              .isTrue();
        }
      }
    } catch (MalformedReportException e) {
      assertThat(e.getMessage())
          .matches(
              "(report|view|part|proto|net|bytes|failed|early|statics|times): [a-z0-9, JSON-]+");
    }
  }
}
