package io.lychgate.gateway.timing;

import io.lychgate.gateway.store.ViewSample;

/** Decides whether the times of a report can be those of one page load. */
final class Plausibility {
  /** Milliseconds. A page that takes longer has stopped to load, or the machine was suspended. */
  static final double LONGEST = 600_000;

  /** Browsers round times, each in its own way, to 1 ms at most. */
  private static final double ROUNDING = 2;

  /** A shift has a fraction of the window squared; more than this is of no page. */
  private static final double MAX_CLS = 100;

  private static final int TTFB = place("ttfb");
  private static final int FIRST_PAINT = place("first_paint");
  private static final int FCP = place("fcp");
  private static final int LCP = place("lcp");
  private static final int CLS = place("cls");
  private static final int DCL = place("dcl");
  private static final int LOAD = place("load");
  private static final int[] PHASES_BEFORE_BODY = {
    place("redirect"), place("dns"), place("connect"), place("tls"), place("request")
  };

  private Plausibility() {}

  private static int place(String column) {
    return ViewSample.TIMES.indexOf(column);
  }

  /** Returns true if no time is impossible by itself, or beside the others. */
  static boolean isPlausible(Report report) {
    double[] times = report.times();
    if (report.hasAbsurdNumber()) {
      return false;
    }
    for (int i = 0; i < times.length; i++) {
      if (times[i] < 0 || times[i] > (i == CLS ? MAX_CLS : LONGEST)) {
        return false;
      }
    }
    double before = 0;
    for (int phase : PHASES_BEFORE_BODY) {
      before += Double.isNaN(times[phase]) ? 0 : times[phase];
    }
    boolean isOrdered = inOrder(times[TTFB], times[FIRST_PAINT])
        && inOrder(times[TTFB], times[FCP])
        && inOrder(times[TTFB], times[LCP])
        && inOrder(times[TTFB], times[LOAD])
        && inOrder(times[FIRST_PAINT], times[FCP])
        && inOrder(times[FIRST_PAINT], times[LCP])
        && inOrder(times[FCP], times[LCP])
        && inOrder(times[TTFB], times[DCL])
        && inOrder(times[DCL], times[LOAD])
        && !(before > times[TTFB] + ROUNDING * PHASES_BEFORE_BODY.length);
    return isOrdered
        && report.fromCache() + report.revalidated() <= report.statics()
        // A page that has loaded has a first byte and an end.
        && !(report.isLoaded()
            && (report.parts() & ViewSample.LOAD) != 0
            && (Double.isNaN(times[TTFB]) || Double.isNaN(times[LOAD])));
  }

  /** Returns true if the times of a resource can be those of one load. */
  static boolean isPlausible(BrowserLane.Row row) {
    return row.start() >= 0
        && row.end() <= LONGEST
        && row.start() <= row.request() + ROUNDING
        && row.request() <= row.response() + ROUNDING
        && row.response() <= row.end() + ROUNDING;
  }

  /** Missing times are in order. */
  private static boolean inOrder(double first, double second) {
    return !(first > second + ROUNDING);
  }
}
