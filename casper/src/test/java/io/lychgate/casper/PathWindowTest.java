package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class PathWindowTest {
  private static final long FLIGHT = 14_600;
  private static final long NO_THRESHOLD = Integer.MAX_VALUE;

  @Test
  void leavesHalfOfTheWindowToAnImmediatePage() {
    assertThat(path(NO_THRESHOLD, 0).pushableWithin(0)).isEqualTo(FLIGHT / 2);
    assertThat(path(NO_THRESHOLD, 0).pushableWithin(millis(99))).isEqualTo(FLIGHT / 2);
  }

  @Test
  void addsAWindowPerRoundTripOfThinkTimeDoublingInSlowStart() {
    assertThat(path(NO_THRESHOLD, 0).pushableWithin(millis(100))).isEqualTo(FLIGHT + FLIGHT);
    assertThat(path(NO_THRESHOLD, 0).pushableWithin(millis(300)))
        .isEqualTo(FLIGHT + 2 * FLIGHT + 4 * FLIGHT + 4 * FLIGHT);
  }

  @Test
  void growsNoFurtherThanTheThreshold() {
    assertThat(path(FLIGHT, 0).pushableWithin(millis(300))).isEqualTo(3 * FLIGHT + FLIGHT / 2);
  }

  @Test
  void subtractsBytesInFlight() {
    assertThat(path(NO_THRESHOLD, 5_000).pushableWithin(0)).isEqualTo(FLIGHT / 2 - 5_000);
    assertThat(path(NO_THRESHOLD, 1_000_000).pushableWithin(0)).isZero();
  }

  @Test
  void staysFiniteForEndlessThinkTime() {
    assertThat(path(NO_THRESHOLD, 0).pushableWithin(Long.MAX_VALUE)).isPositive();
  }

  @Test
  void setsNoLimitForAnUnknownPath() {
    assertThat(PathWindow.UNKNOWN.pushableWithin(0)).isEqualTo(Long.MAX_VALUE);
  }

  private static PathWindow path(long threshold, long inFlight) {
    return new PathWindow(FLIGHT, threshold, millis(100), inFlight);
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
