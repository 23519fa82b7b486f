package io.lychgate.jmh.lab;

import java.util.concurrent.TimeUnit;

/**
 * Properties of the link, the same in both directions.
 *
 * @param loss in the link's format, such as {@code 1%}
 * @param queue its bound in the link's format, such as {@code 100ms}
 * @param seed seed of the loss
 */
public record LinkShape(int rttMillis, int rateMbit, String loss, String queue, long seed) {
  /** A tenth of a second at the link's rate. Home routers have as much or more. */
  public static final String USUAL_QUEUE = "100ms";

  private static final int USUAL_QUEUE_MILLIS = 100;

  /** Link without limits, for warming up. */
  public static final LinkShape NONE = new LinkShape(0, 0, "0", "0s", 1);

  /** Returns a shape without loss. */
  public static LinkShape of(int rttMillis, int rateMbit) {
    return new LinkShape(rttMillis, rateMbit, "0", USUAL_QUEUE, 1);
  }

  /** Longest time that a packet may take: the queue and a round trip. */
  long longestWayNanos() {
    return equals(NONE) ? 0 : TimeUnit.MILLISECONDS.toNanos(rttMillis + USUAL_QUEUE_MILLIS);
  }

  /** Returns the link's options. */
  String options() {
    return "--rtt " + rttMillis + "ms --rate " + rateMbit + "mbit --loss " + loss + " --queue "
        + queue + " --seed " + seed;
  }

  /** Returns a title for readers. */
  public String title() {
    return rttMillis + " ms, " + rateMbit + " Mbit/s" + ("0".equals(loss) ? "" : ", loss " + loss);
  }
}
