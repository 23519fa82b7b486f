package io.lychgate.jmh.lab;

import java.util.concurrent.TimeUnit;

/**
 * What the link is like, the same in both directions.
 *
 * @param loss as the link wants it, such as {@code 1%}
 * @param queue its bound as the link wants it, such as {@code 100ms}
 * @param seed of loss
 */
public record LinkShape(int rttMillis, int rateMbit, String loss, String queue, long seed) {
  /** A tenth of a second of the rate, as home routers have it or more. */
  public static final String USUAL_QUEUE = "100ms";

  private static final int USUAL_QUEUE_MILLIS = 100;

  /** Nothing in the way: for warming up. */
  public static final LinkShape NONE = new LinkShape(0, 0, "0", "0s", 1);

  /** Without loss. */
  public static LinkShape of(int rttMillis, int rateMbit) {
    return new LinkShape(rttMillis, rateMbit, "0", USUAL_QUEUE, 1);
  }

  /** What a packet may take, at most: the queue and a round trip. */
  long longestWayNanos() {
    return equals(NONE) ? 0 : TimeUnit.MILLISECONDS.toNanos(rttMillis + USUAL_QUEUE_MILLIS);
  }

  /** As the link's options. */
  String options() {
    return "--rtt " + rttMillis + "ms --rate " + rateMbit + "mbit --loss " + loss + " --queue "
        + queue + " --seed " + seed;
  }

  /** As a reader wants it. */
  public String title() {
    return rttMillis + " ms, " + rateMbit + " Mbit/s" + ("0".equals(loss) ? "" : ", loss " + loss);
  }
}
