package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RetryAfterTest {
  private static final long NOW = Instant.parse("2026-11-21T09:43:27Z").toEpochMilli();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0",
        "1 | 1",
        "120 | 120",
        "99999999999999999999 | 2147483648",
        "soon | 0",
        "'' | 0",
        "-1 | 0",
        "Sat, 21 Nov 2026 09:43:29 GMT | 2",
        "Sat, 21 Nov 2026 09:43:20 GMT | 0",
        "Sat, 21 Nov 2099 09:43:20 GMT | 86400",
      })
  void valueIsATimeOrADate(String value, long seconds) {
    assertThat(RetryAfter.nanos(value, NOW)).isEqualTo(TimeUnit.SECONDS.toNanos(seconds));
  }
}
