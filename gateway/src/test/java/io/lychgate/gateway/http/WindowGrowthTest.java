package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class WindowGrowthTest {
  private static final long ROUND_TRIP = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int SIZE = 64 * 1024;
  private static final int MOST = 1024 * 1024;

  private final WindowGrowth window = new WindowGrowth(SIZE, 0);

  @Test
  void doublesWhenHalfIsUsedWithinTwoRoundTrips() {
    assertThat(window.used(SIZE / 2)).isTrue();

    assertThat(window.growth(2 * ROUND_TRIP - 1, ROUND_TRIP, MOST)).isEqualTo(SIZE);
  }

  @Test
  void staysForASlowerSender() {
    window.used(SIZE / 2);

    assertThat(window.growth(2 * ROUND_TRIP, ROUND_TRIP, MOST)).isZero();
  }

  @Test
  void doesNotGrowBeforeHalfIsUsed() {
    assertThat(window.used(SIZE / 2 - 1)).isFalse();
    assertThat(window.used(1)).isTrue();
  }

  @Test
  void stopsAtItsLimit() {
    window.grown(MOST - SIZE - 10);
    window.used(MOST);

    assertThat(window.growth(1, ROUND_TRIP, MOST)).isEqualTo(10);
  }

  @Test
  void measuresAgainAfterEachHalf() {
    window.used(SIZE / 2);
    window.growth(ROUND_TRIP, ROUND_TRIP, MOST);

    assertThat(window.used(SIZE / 2 - 1)).isFalse();
    window.used(1);
    assertThat(window.growth(4 * ROUND_TRIP, ROUND_TRIP, MOST)).isZero();
  }
}
