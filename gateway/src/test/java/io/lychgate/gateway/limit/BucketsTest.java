package io.lychgate.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.policy.LimitKey;
import io.lychgate.gateway.config.policy.RateLimits.Counting;
import io.lychgate.gateway.config.policy.RateLimits.Rate;
import io.lychgate.gateway.config.policy.RateLimits.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class BucketsTest {
  private static final long SECOND = 1_000_000_000;

  private static Buckets buckets(int requests, Duration period, int burst, int maxKeys) {
    return new Buckets(new Counting(
        "a",
        new Rate(requests, period),
        burst,
        LimitKey.of("client").orElseThrow(),
        Scope.NODE,
        maxKeys));
  }

  private static int admitted(Buckets buckets, long key, long now, int requests) {
    int admitted = 0;
    for (int i = 0; i < requests; i++) {
      admitted += buckets.take(key, now) >= 0 ? 1 : 0;
    }
    return admitted;
  }

  @Test
  void burstIsAdmittedAtOnceAndThenTheRate() {
    Buckets buckets = buckets(10, Duration.ofSeconds(1), 25, 100);

    assertThat(admitted(buckets, 7, 0, 100)).isEqualTo(25);
    assertThat(admitted(buckets, 7, SECOND, 100)).isEqualTo(10);
    assertThat(admitted(buckets, 7, SECOND + SECOND / 2, 100)).isEqualTo(5);
    assertThat(admitted(buckets, 7, 100 * SECOND, 100)).isEqualTo(25);
    assertThat(admitted(buckets, 8, SECOND, 100)).isEqualTo(25);
  }

  @Test
  void refusalStatesTheTimeToTheNextToken() {
    Buckets buckets = buckets(5, Duration.ofMinutes(1), 1, 100);

    assertThat(buckets.take(7, 0)).isZero();
    assertThat(buckets.take(7, 0)).isEqualTo(-12 * SECOND);
    assertThat(buckets.take(7, 5 * SECOND)).isEqualTo(-7 * SECOND);
    assertThat(buckets.take(7, 12 * SECOND)).isZero();
  }

  @Test
  void refusedRequestsDoNotProlongTheWait() {
    Buckets buckets = buckets(1, Duration.ofSeconds(10), 1, 100);
    buckets.take(7, 0);
    for (int i = 0; i < 1000; i++) {
      assertThat(buckets.take(7, i)).isNegative();
    }

    assertThat(buckets.take(7, 10 * SECOND)).isZero();
  }

  @Test
  void tokenThatIsPutBackCanBeTakenAgain() {
    Buckets buckets = buckets(1, Duration.ofHours(1), 2, 100);
    buckets.take(7, 0);
    buckets.take(7, 0);

    buckets.putBack(7);
    assertThat(buckets.take(7, 0)).isZero();
    assertThat(buckets.take(7, 0)).isNegative();

    buckets.putBack(99);
    assertThat(admitted(buckets, 99, 0, 10)).isEqualTo(2);
  }

  @Test
  void clockOfAnotherLoopThatIsBehindAdmitsNoMore() {
    Buckets buckets = buckets(1000, Duration.ofSeconds(1), 10, 100);
    assertThat(admitted(buckets, 7, 5 * SECOND, 100)).isEqualTo(10);

    assertThat(admitted(buckets, 7, 5 * SECOND - 3_000_000, 100)).isZero();
    assertThat(admitted(buckets, 7, 5 * SECOND + 2_000_000, 100)).isEqualTo(2);
  }

  @Test
  void millionKeysAreBounded() {
    Buckets buckets = buckets(1, Duration.ofSeconds(1), 1, 10_000);
    for (long key = 0; key < 1_000_000; key++) {
      buckets.take(key, key);
    }

    assertThat(buckets.size()).isLessThanOrEqualTo(10_000);
  }

  @Test
  void busySenderKeepsItsBucketWhileAMillionOthersPass() {
    Buckets buckets = buckets(1, Duration.ofHours(24), 50, 10_000);
    int admitted = 0;
    for (int i = 0; i < 1_000_000; i++) {
      buckets.take(1000 + i, i);
      if (i % 100 == 0) {
        admitted += buckets.take(7, i) >= 0 ? 1 : 0;
      }
    }

    // It may lose its bucket before Caffeine knows that it is busy, not again and again.
    assertThat(admitted).isBetween(50, 150);
  }

  @Test
  void threadsTogetherGetNoMoreThanTheBurst() throws InterruptedException {
    Buckets buckets = buckets(1, Duration.ofHours(24), 5000, 100);
    AtomicInteger admitted = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(new Thread(() -> admitted.addAndGet(admitted(buckets, 7, 0, 5000))));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(admitted).hasValue(5000);
  }
}
