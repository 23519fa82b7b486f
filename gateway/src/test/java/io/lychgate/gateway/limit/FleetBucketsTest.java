package io.lychgate.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.policy.LimitKey;
import io.lychgate.gateway.config.policy.RateLimits.Counting;
import io.lychgate.gateway.config.policy.RateLimits.Rate;
import io.lychgate.gateway.config.policy.RateLimits.Scope;
import io.lychgate.gateway.limit.UseMessage.Taken;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Buckets of two gateways of one fleet. */
final class FleetBucketsTest {
  private static final long SECOND = 1_000_000_000;

  private final Buckets a = buckets(1000);
  private final Buckets b = buckets(1000);

  private static Buckets buckets(int maxKeys) {
    return new Buckets(new Counting(
        "a",
        new Rate(100, Duration.ofSeconds(1)),
        100,
        LimitKey.of("client").orElseThrow(),
        Scope.FLEET,
        maxKeys));
  }

  private static int admitted(Buckets buckets, long now, int requests) {
    int admitted = 0;
    for (int i = 0; i < requests; i++) {
      admitted += buckets.take(7, now) >= 0 ? 1 : 0;
    }
    return admitted;
  }

  private void exchange(long now) {
    List<Taken> ofA = a.unsent(1000);
    List<Taken> ofB = b.unsent(1000);
    ofA.forEach(taken -> b.takeForOthers(taken, now));
    ofB.forEach(taken -> a.takeForOthers(taken, now));
  }

  @Test
  void useAtOneGatewayCountsAtTheOther() {
    assertThat(admitted(a, 0, 60)).isEqualTo(60);
    exchange(0);

    assertThat(admitted(b, 0, 100)).isEqualTo(40);
    exchange(0);
    assertThat(admitted(a, 0, 100)).isZero();
    assertThat(a.unsent(10)).isEmpty();
  }

  @Test
  void useOfAnOutageIsNotOwedAfterIt() {
    for (int second = 0; second < 60; second++) {
      admitted(a, second * SECOND, 30);
      admitted(b, second * SECOND, 30);
    }
    a.forgetUnsent();
    b.forgetUnsent();
    exchange(60 * SECOND);

    assertThat(admitted(b, 60 * SECOND, 100)).isEqualTo(100);
  }

  @Test
  void burstsAtBothAreTheOnlyOvershootAndArePaid() {
    long admitted = 0;
    for (int tenth = 0; tenth <= 100; tenth++) {
      long now = tenth * SECOND / 10;
      admitted += admitted(a, now, 1000) + admitted(b, now, 1000);
      exchange(now);
    }

    // Ten seconds: 100 at once, 100 in each second, and the burst of the other gateway.
    assertThat(admitted).isBetween(1000L, 100L + 1000L + 100L);
  }

  @Test
  void tokensThatArePutBackAreNotReported() {
    a.take(7, 0);
    a.putBack(7);

    assertThat(a.unsent(10)).isEmpty();

    a.take(7, 0);
    exchange(0);
    a.putBack(7);
    exchange(0);
    assertThat(admitted(b, 0, 1000)).isEqualTo(100);
  }

  @Test
  void unsentUseIsBounded() {
    Buckets small = buckets(100);
    for (long key = 0; key < 10_000; key++) {
      small.take(key, 0);
    }

    assertThat(small.unsent(30)).hasSize(30);
    assertThat(small.unsent(1000)).hasSize(70);
  }
}
