package io.lychgate.gateway.upstream.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The adaptive limit beside a simulated server, which serves a number of requests at once and queues the others. */
final class GradientLimitTest {
  private static final long MILLI = 1_000_000;

  /** The least latency is measured every 30 s. */
  private static double every30Seconds() {
    return 0.5;
  }

  /** Requests that arrive at a constant rate for a time, from the first moment. */
  private static final class Server {
    final GradientLimit limit;
    final int capacity;
    long serviceNanos;
    long nowNanos;
    long offered;
    long admitted;
    long latencySum;
    long finished;
    long longestNanos;
    private final PriorityQueue<long[]> inService =
        new PriorityQueue<>((a, b) -> Long.compare(a[1], b[1]));
    private final ArrayDeque<Long> queue = new ArrayDeque<>();

    Server(GradientLimit limit, int capacity, long serviceNanos) {
      this.limit = limit;
      this.capacity = capacity;
      this.serviceNanos = serviceNanos;
    }

    /** Clears the measurements. */
    void measureAnew() {
      offered = 0;
      admitted = 0;
      latencySum = 0;
      finished = 0;
      longestNanos = 0;
    }

    void offer(double perSecond, double seconds) {
      long gap = (long) (1e9 / perSecond);
      long end = nowNanos + (long) (seconds * 1e9);
      while (nowNanos < end) {
        nowNanos += gap;
        finishUntil(nowNanos);
        offered++;
        if (limit.tryBegin()) {
          admitted++;
          if (inService.size() < capacity) {
            inService.add(new long[] {nowNanos, nowNanos + serviceNanos});
          } else {
            queue.add(nowNanos);
          }
        }
      }
    }

    private void finishUntil(long time) {
      while (!inService.isEmpty() && inService.peek()[1] <= time) {
        long[] done = inService.remove();
        long latency = done[1] - done[0];
        limit.ended();
        limit.sample(latency, done[1]);
        latencySum += latency;
        finished++;
        longestNanos = Math.max(longestNanos, latency);
        Long next = queue.poll();
        if (next != null) {
          inService.add(new long[] {next, done[1] + serviceNanos});
        }
      }
    }
  }

  @Test
  void limitStaysNearTheCapacityUnderTwiceTheLoad() {
    GradientLimit limit = new GradientLimit(5, 1000, 0, GradientLimitTest::every30Seconds);
    // 20 at once, 10 ms each: 2,000 requests a second.
    Server server = new Server(limit, 20, 10 * MILLI);
    server.offer(4000, 5);
    server.measureAnew();

    server.offer(4000, 20);

    assertThat(limit.limit()).isBetween(20, 50);
    assertThat(server.latencySum / server.finished).isBetween(10 * MILLI, 25 * MILLI);
    assertThat(server.longestNanos).isLessThan(30 * MILLI);
    assertThat((double) server.admitted / server.offered).isBetween(0.45, 0.55);
  }

  @Test
  void limitIsHalvedForTwoWindowsWhenTheLeastLatencyIsMeasured() {
    GradientLimit limit = new GradientLimit(5, 1000, 0, GradientLimitTest::every30Seconds);
    Server server = new Server(limit, 20, 10 * MILLI);
    server.offer(4000, 29.9);
    int before = limit.limit();

    while (limit.limit() > before / 2 + 1) {
      assertThat(server.nowNanos).isLessThan(30_300 * MILLI);
      server.offer(4000, 0.01);
    }
    long halvedAt = server.nowNanos;
    assertThat(halvedAt).isGreaterThan(30_000 * MILLI);

    // The requests from before have left after a window, so that nothing queues in the next one.
    server.offer(4000, 0.1);
    server.measureAnew();
    server.offer(4000, 0.08);
    assertThat(limit.limit()).isBetween(before / 2 - 1, before / 2 + 1);
    assertThat(server.latencySum / server.finished).isEqualTo(10 * MILLI);

    while (limit.limit() < before - 2) {
      server.offer(4000, 0.01);
    }
    assertThat(server.nowNanos - halvedAt).isBetween(180 * MILLI, 240 * MILLI);
  }

  @Test
  void limitRisesWithTheLoadWhileTheServerIsFast() {
    GradientLimit limit = new GradientLimit(5, 1000, 0, GradientLimitTest::every30Seconds);
    Server server = new Server(limit, 400, 10 * MILLI);
    server.offer(10_000, 5);
    server.measureAnew();

    server.offer(20_000, 5);

    assertThat(limit.limit()).isGreaterThan(200);
    assertThat((double) server.admitted / server.offered).isGreaterThan(0.98);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 0.5, 0.75, 0.999})
  void limitFollowsAServerThatBecomesSlowerForGood(double chance) {
    GradientLimit limit = new GradientLimit(5, 1000, 0, () -> chance);
    Server server = new Server(limit, 100, 10 * MILLI);
    server.offer(5000, 10);
    server.serviceNanos = 40 * MILLI;
    server.offer(2000, 100);
    server.measureAnew();

    // 80 at once, as the server now needs: no more than before it is slow.
    server.offer(2000, 10);

    assertThat((double) server.admitted / server.offered).isGreaterThan(0.9);
  }

  @Test
  void limitKeepsItsBounds() {
    GradientLimit limit = new GradientLimit(8, 16, 0, GradientLimitTest::every30Seconds);
    Server server = new Server(limit, 1000, 10 * MILLI);
    server.offer(10_000, 5);
    assertThat(limit.limit()).isEqualTo(16);

    server.serviceNanos = 500 * MILLI;
    server.offer(10_000, 20);
    assertThat(limit.limit()).isGreaterThanOrEqualTo(8);
  }

  @Test
  void requestsWithoutUseOfTheLimitDoNotRaiseIt() {
    GradientLimit limit = new GradientLimit(10, 1000, 0, GradientLimitTest::every30Seconds);
    // One at a time.
    new Server(limit, 100, 10 * MILLI).offer(50, 20);

    assertThat(limit.limit()).isEqualTo(10);
  }

  @Test
  void changesForMetricsAddUpToTheLimit() {
    GradientLimit limit = new GradientLimit(2, 100, 0, GradientLimitTest::every30Seconds);
    int sum = 0;
    long now = 0;
    for (int i = 0; i < 10_000; i++) {
      now += MILLI;
      if (limit.tryBegin()) {
        limit.ended();
      }
      sum += limit.sample(10 * MILLI, now);
    }
    assertThat(sum).isEqualTo(limit.limit());

    assertThat(sum + limit.withdrawn()).isZero();
  }
}
