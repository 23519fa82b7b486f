package io.lychgate.gateway.ledger;

import io.lychgate.gateway.push.EntryTally;
import io.lychgate.gateway.push.TallyCount;

/**
 * The counts of an entry that a judgement rests on, of all time or of one period.
 *
 * <p>A silent view is one after which the client asked for nothing at all and which no browser declared: a crawler, or a
 * command line. Once any client was seen to load what belongs to the entry's pages, silent views say nothing of the entry and
 * are left out, from the waste and from the page views; while none was, they are all that there is.
 */
record Sample(
    long views, long used, long cached, long refused, long unused, long silent, long repeated) {
  static final Sample NOTHING = new Sample(0, 0, 0, 0, 0, 0, 0);

  static Sample of(EntryTally tally) {
    // What is unused is read after what of it is silent: the difference must not be negative.
    long silent = tally.get(TallyCount.SILENT);
    return new Sample(
        tally.get(TallyCount.VIEWS),
        tally.get(TallyCount.USED),
        tally.get(TallyCount.CACHED),
        tally.get(TallyCount.REFUSED),
        tally.get(TallyCount.UNUSED),
        silent,
        tally.get(TallyCount.REPEATED));
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
    // A view that began just before the period may end in it.
    return judgedViews() == 0 ? 0 : Math.min(1, (double) wastedViews() / judgedViews());
  }

  boolean isPast(double bound, long minViews) {
    return judgedViews() >= minViews && wastedViews() > bound * judgedViews();
  }

  private long neutral() {
    boolean somebodyLoads = used + cached + refused + (unused - silent) > 0;
    return somebodyLoads ? silent : 0;
  }
}
