package io.lychgate.gateway.limit;

import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.LimitCount;

/**
 * The counters of one limit.
 *
 * @param number number of the limit in counters
 */
record LimitCounter(Observatory observatory, int number) {
  /** Counts a decision. The event loop of this number only. */
  void count(int loop, LimitCount what) {
    observatory.loops().get(loop).limit(number, what);
  }

  /** Returns the counts as operators see them. Any thread. */
  String text() {
    long dryRun = sum(LimitCount.DRY_RUN);
    return sum(LimitCount.ADMITTED) + " admitted, " + sum(LimitCount.REFUSED) + " refused"
        + (dryRun == 0 ? "" : ", " + dryRun + " refused in dry run");
  }

  private long sum(LimitCount what) {
    return observatory.sum(loop -> loop.get(what, number));
  }
}
