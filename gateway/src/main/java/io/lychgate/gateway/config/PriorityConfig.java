package io.lychgate.gateway.config;

/**
 * Order of responses.
 *
 * @param reprioritizeBlockingAssets whether style sheets and scripts go first where the client has no order of its own
 * @param scheme whose words the order of an HTTP/2 connection is built from
 * @param timeline what is recorded of it
 */
public record PriorityConfig(
    boolean reprioritizeBlockingAssets, Scheme scheme, TimelineConfig timeline) {

  /** The two ways in which HTTP/2 clients say what they want first. */
  public enum Scheme {
    /** What the client uses; where it uses both, the field. */
    AUTO,
    /** The {@code priority} field and PRIORITY_UPDATE, and the server's SETTINGS say so. */
    RFC9218,
    /** Dependencies and weights. */
    RFC7540
  }

  public static PriorityConfig defaults() {
    return new PriorityConfig(true, Scheme.AUTO, TimelineConfig.defaults());
  }
}
