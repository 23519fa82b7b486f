package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.FakeTicker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The Date field of a loop. */
final class DateFieldTest {
  private final FakeTicker ticker = new FakeTicker();
  private final DateField date = new DateField(ticker);

  @Test
  void changesWithTheSecond() {
    assertThat(date.now().toString()).isEqualTo("Sat, 21 Nov 2026 09:43:27 GMT");

    ticker.advance(Duration.ofMillis(487));
    assertThat(date.now().toString()).isEqualTo("Sat, 21 Nov 2026 09:43:27 GMT");

    ticker.advance(Duration.ofMillis(1));
    assertThat(date.now().toString()).isEqualTo("Sat, 21 Nov 2026 09:43:28 GMT");
  }
}
