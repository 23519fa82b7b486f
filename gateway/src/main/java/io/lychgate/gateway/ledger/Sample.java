package io.lychgate.gateway.ledger;

import io.lychgate.gateway.push.EntryTally;
import io.lychgate.gateway.push.TallyCount;

/**
 * The counts of an entry on which a judgement is based, of all time or of one period: one page view of each client.
 *
 * <p>A silent view is one after which the client asked for nothing at all and which no browser declared: a crawler, or a
 * command line. Once any client was seen to load what belongs to the entry's pages, silent views say nothing of the entry and
 * are left out, from the waste and from the page views; while none was, they are all that there is.
 */
record Sample(
    long views, long used, long cached, long refused, long unused, long silent, long repeated) {
  /** Each client counts once, so none is more than 5 % of a judgement. */
  private static final int LEAST_CLIENTS = 20;

  /** With few clients, a single one may exceed the bound. */
  private static final int ONE_CLIENT = 1;

  static final Sample NOTHING = new Sample(0, 0, 0, 0, 0, 0, 0);

  static Sample of(EntryTally tally) {
    // What is unused is read after what of it is silent: the difference must not be negative.
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

  /** Page views that count. */
  long judgedViews() {
    return Math.max(0, views - neutral());
  }

  /** Those in which the entry was sent in vain. */
  long wastedViews() {
    return Math.max(0, refused + unused + repeated - neutral());
  }

  /** Share of page views with waste, 0-1; 0 without any. */
  double wasteShare() {
    // The counts are not read at one moment.
    return judgedViews() == 0 ? 0 : Math.min(1, (double) wastedViews() / judgedViews());
  }

  boolean isPast(double bound, long minViews) {
    return judgedViews() >= Math.max(minViews, LEAST_CLIENTS)
        && wastedViews() > Math.max(ONE_CLIENT, bound * judgedViews());
  }

  private long neutral() {
    boolean somebodyLoads = used + cached + refused + (unused - silent) > 0;
    return somebodyLoads ? silent : 0;
  }
}
