package io.lychgate.gateway.upstream.health;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The number of checks of one upstream by their outcome, and the time that they took. Any thread. */
public final class CheckCounts {
  private final Map<CheckResult.Outcome, LongAdder> counts =
      new EnumMap<>(CheckResult.Outcome.class);
  private final LongAdder nanos = new LongAdder();

  CheckCounts() {
    for (CheckResult.Outcome outcome : CheckResult.Outcome.values()) {
      counts.put(outcome, new LongAdder());
    }
  }

  void count(CheckResult.Outcome outcome, long tookNanos) {
    LongAdder number = counts.get(outcome);
    if (number != null) {
      number.increment();
    }
    nanos.add(tookNanos);
  }

  public long of(CheckResult.Outcome outcome) {
    LongAdder number = counts.get(outcome);
    return number == null ? 0 : number.sum();
  }

  /** Returns the nanoseconds of all checks together. */
  public long nanos() {
    return nanos.sum();
  }
}
