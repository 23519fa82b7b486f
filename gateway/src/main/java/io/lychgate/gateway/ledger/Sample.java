package io.lychgate.gateway.ledger;

import io.lychgate.gateway.push.facts.EntryTally;
import io.lychgate.gateway.push.facts.TallyCount;

/**
 * The counts of an entry that a judgement is based on, of all time or of one period: one page view of each client.
 *
 * <p>A silent view is one whose client requests nothing but pages and did not identify itself as a browser: a crawler, or a command
 * line. Once any client loads resources of the entry's pages, silent views are no evidence of the entry. They are then omitted from
 * the waste and from the page views. Until then they are the only evidence.
 */
record Sample(
    long views, long used, long cached, long refused, long unused, long silent, long repeated) {
  /** Minimum clients of a judgement. Each client counts once, so none is more than 5 %. */
  private static final int LEAST_CLIENTS = 20;

  /** Waste that never demotes: with few clients, a single one may exceed the bound. */
  private static final int ONE_CLIENT = 1;

  static final Sample NOTHING = new Sample(0, 0, 0, 0, 0, 0, 0);

  static Sample of(EntryTally tally) {
    // Silent is read before unused, which includes it: the difference must not be negative.
    long silent = tally.judged(TallyCount.SILENT);
    return new Sample(
        tally.judged(TallyCount.VIEWS),
        tally.judged(TallyCount.USED),
        tally.judged(TallyCount.CACHED),
        tally.judged(TallyCount.REFUSED),
        tally.judged(TallyCount.UNUSED),
        silent,
        tally.judged(TallyCount.REPEATED));
  }

  Sample minus(Sample before) {
    return new Sample(
        views - before.views,
        used - before.used,
        cached - before.cached,
        refused - before.refused,
        unused - before.unused,
        silent - before.silent,
        repeated - before.repeated);
  }

  /** Returns the page views that count. */
  long judgedViews() {
    return Math.max(0, views - neutral());
  }

  /** Returns the page views that wasted the entry. */
  long wastedViews() {
    return Math.max(0, refused + unused + repeated - neutral());
  }

  /** Returns the share of page views with waste, 0-1; 0 without page views. */
  double wasteShare() {
    // The counts are not read at the same time.
    return judgedViews() == 0 ? 0 : Math.min(1, (double) wastedViews() / judgedViews());
  }

  boolean isPast(double bound, long minViews) {
    return judgedViews() >= Math.max(minViews, LEAST_CLIENTS)
        && wastedViews() > Math.max(ONE_CLIENT, bound * judgedViews());
  }

  private long neutral() {
    boolean anyClientLoads = used + cached + refused + (unused - silent) > 0;
    return anyClientLoads ? silent : 0;
  }
}
