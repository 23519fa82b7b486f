package io.lychgate.gateway.acme;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class OrderPaceTest {
  private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
  private static final Duration LIFETIME = Duration.ofDays(90);

  private final OrderPace pace = new OrderPace(new Random(1));

  @Test
  void secondOrderMayFollowAtOnceAndLaterOnesWaitLongerEachTime() {
    assertThat(pace.earliest("a")).isBefore(START);
    pace.fulfilled("a", START, LIFETIME);
    assertThat(pace.earliest("a")).isEqualTo(START);

    Instant time = START.plusSeconds(1);
    for (int minutes : new int[] {1, 2, 4, 8}) {
      pace.fulfilled("a", time, LIFETIME);
      Instant next = pace.earliest("a");
      assertThat(Duration.between(time, next))
          .isBetween(Duration.ofMinutes(minutes), Duration.ofSeconds(minutes * 66L));
      time = next;
    }
    assertThat(pace.earliest("b")).isBefore(START);
  }

  @Test
  void renewalsOfTheirTimeDoNotWait() {
    Instant time = START;
    for (int i = 0; i < 5; i++) {
      pace.fulfilled("a", time, LIFETIME);
      assertThat(pace.earliest("a")).isEqualTo(time);
      time = time.plus(Duration.ofDays(60));
    }
  }

  @Test
  void renewalOfItsTimeEndsThePauses() {
    pace.fulfilled("a", START, LIFETIME);
    pace.fulfilled("a", START, LIFETIME);
    assertThat(pace.earliest("a")).isAfter(START);

    Instant later = START.plus(Duration.ofDays(31));
    pace.fulfilled("a", later, LIFETIME);
    assertThat(pace.earliest("a")).isEqualTo(later);
  }
}
