package io.lychgate.jmh.lab;

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

  /** Nothing in the way: for warming up. */
  public static final LinkShape NONE = new LinkShape(0, 0, "0", "0s", 1);

  /** Without loss. */
  public static LinkShape of(int rttMillis, int rateMbit) {
    return new LinkShape(rttMillis, rateMbit, "0", USUAL_QUEUE, 1);
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
