package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SettleTimeTest {
  private static final long BEGAN = 17;

  private final SettleTime time = new SettleTime();

  @Test
  void isShortForTheFirstEvent() {
    assertThat(time.afterEvent(BEGAN)).isEqualTo(millis(200));
  }

  @Test
  void growsDuringEventsWithoutAChange() {
    assertThat(IntStream.range(0, 6).mapToLong(i -> {
          time.foundNothing(BEGAN);
          return time.afterEvent(BEGAN);
        }))
        .containsExactly(
            millis(400), millis(800), millis(1600), millis(1600), millis(1600), millis(1600));
  }

  @Test
  void isShortAgainAfterAChange() {
    time.foundNothing(BEGAN);
    time.changed();

    assertThat(time.afterEvent(BEGAN)).isEqualTo(millis(200));
  }

  @Test
  void isShortAgainAfterAPauseWithoutEvents() {
    time.foundNothing(BEGAN);
    time.foundNothing(BEGAN);

    assertThat(time.afterEvent(BEGAN + millis(3200))).isEqualTo(millis(800));
    assertThat(time.afterEvent(BEGAN + millis(3200) + 1)).isEqualTo(millis(200));
  }

  private static long millis(int millis) {
    return Duration.ofMillis(millis).toNanos();
  }
}
