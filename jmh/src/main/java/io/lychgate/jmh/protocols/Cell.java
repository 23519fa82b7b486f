package io.lychgate.jmh.protocols;

import io.lychgate.jmh.lab.LinkShape;

/**
 * Conditions of the link.
 *
 * @param loss in the link's format, such as {@code 1%}; {@code 0} is none
 */
record Cell(int rttMillis, int rateMbit, String loss) {
  private static final String NO_LOSS = "0";

  static Cell of(int rttMillis, int rateMbit, int lossPercent) {
    return new Cell(rttMillis, rateMbit, lossPercent == 0 ? NO_LOSS : lossPercent + "%");
  }

  boolean isLossy() {
    return !NO_LOSS.equals(loss);
  }

  /** Returns the link's shape. With the same seed it loses the same packets, counted from the first. */
  LinkShape link(long seed) {
    return new LinkShape(rttMillis, rateMbit, loss, LinkShape.USUAL_QUEUE, seed);
  }

  LinkShape linkWithoutLoss() {
    return LinkShape.of(rttMillis, rateMbit);
  }

  String title() {
    return rttMillis + " ms, loss " + (isLossy() ? loss.replace("%", " %") : "0");
  }
}
