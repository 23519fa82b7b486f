package io.lychgate.gateway.upstream.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The share of retries among the requests of all event loops. */
final class RetryBudgetTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final RetryBudget budget = new RetryBudget(0);
  private final RetryBudget.Requests one = budget.join();
  private final RetryBudget.Requests other = budget.join();

  private int taken(int wanted, int percent, int perSecond, long nowNanos) {
    int taken = 0;
    for (int i = 0; i < wanted; i++) {
      taken += budget.tryTake(percent, perSecond, nowNanos) ? 1 : 0;
    }
    return taken;
  }

  @ParameterizedTest(name = "{0} requests, {1} %, {2} a second: {3}")
  @CsvSource({
    "1000, 20, 3, 200",
    "1000, 20, 0, 200",
    "10, 20, 3, 3",
    "0, 20, 3, 3",
    "1000, 0, 0, 0",
    "1000, 100, 3, 1000"
  })
  void retriesAreAShareOfTheRequestsOrTheMinimum(
      int requests, int percent, int perSecond, int expected) {
    for (int i = 0; i < requests; i++) {
      (i % 2 == 0 ? one : other).count(SECOND);
    }

    assertThat(taken(2000, percent, perSecond, SECOND)).isEqualTo(expected);
  }

  @Test
  void minimumIsGivenInEachSecondToAnUpstreamThatFailsCompletely() {
    int taken = 0;
    int requests = 0;
    for (int second = 1; second <= 60; second++) {
      for (int i = 0; i < 50; i++) {
        one.count(second * SECOND);
        requests++;
        taken += taken(1, 20, 3, second * SECOND);
      }
    }

    assertThat(taken).isBetween(requests / 5, requests / 5 + 3 * 60);
  }

  @Test
  void requestsAndRetriesAreForgottenAfterTheWindow() {
    for (int i = 0; i < 1000; i++) {
      one.count(SECOND);
    }
    assertThat(taken(1000, 20, 0, 2 * SECOND)).isEqualTo(200);
    assertThat(taken(1000, 20, 0, 10 * SECOND)).isZero();

    long later = (RetryBudget.WINDOW_SECONDS + 2) * SECOND;
    assertThat(taken(1000, 20, 0, later)).isZero();
    for (int i = 0; i < 100; i++) {
      other.count(later);
    }
    assertThat(taken(1000, 20, 0, later)).isEqualTo(20);
  }

  @Test
  void loopThatHasLeftNoLongerCounts() {
    for (int i = 0; i < 100; i++) {
      one.count(SECOND);
    }
    budget.leave(one);

    assertThat(taken(100, 20, 0, SECOND)).isZero();
  }

  @Test
  void loopsThatRetryTogetherDoNotExceedTheShare() throws Exception {
    for (int i = 0; i < 10_000; i++) {
      one.count(SECOND);
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Callable<Integer> retries = () -> taken(5000, 20, 0, SECOND);
      int taken = 0;
      for (Future<Integer> each : threads.invokeAll(List.of(retries, retries, retries, retries))) {
        taken += each.get();
      }
      assertThat(taken).isBetween(1900, 2000);
    } finally {
      threads.shutdown();
    }
  }
}
