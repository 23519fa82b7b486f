package io.lychgate.gateway.timing;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/** Counts of pages and reports since the start. Thread-safe. */
@SuppressWarnings("EnumOrdinal") // Places in memory of this process; nothing stores them.
public final class TimingCounts {
  private final LongAdder[] pages = adders(PageOutcome.values().length);
  private final LongAdder[] reports = adders(ReportOutcome.values().length);

  private final LongAdder[] resources = adders(ResourceOutcome.values().length);

  private static LongAdder[] adders(int count) {
    LongAdder[] adders = new LongAdder[count];
    Arrays.setAll(adders, i -> new LongAdder());
    return adders;
  }

  void count(PageOutcome outcome) {
    pages[outcome.ordinal()].increment();
  }

  void count(ReportOutcome outcome) {
    reports[outcome.ordinal()].increment();
  }

  void count(ResourceOutcome outcome, int number) {
    resources[outcome.ordinal()].add(number);
  }

  public long get(ResourceOutcome outcome) {
    return resources[outcome.ordinal()].sum();
  }

  public long get(PageOutcome outcome) {
    return pages[outcome.ordinal()].sum();
  }

  public long get(ReportOutcome outcome) {
    return reports[outcome.ordinal()].sum();
  }
}
