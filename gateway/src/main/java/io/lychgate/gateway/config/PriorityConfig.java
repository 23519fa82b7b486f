package io.lychgate.gateway.config;

/**
 * Settings for the order of responses.
 *
 * @param reprioritizeBlockingAssets true if style sheets and scripts go first where the client signals no priority
 * @param scheme priority signals that order the responses of an HTTP/2 connection
 * @param timeline recording of connections
 */
public record PriorityConfig(
    boolean reprioritizeBlockingAssets, Scheme scheme, TimelineConfig timeline) {

  /** Priority signals of HTTP/2 clients. */
  public enum Scheme {
    /** The signals that the client sends; the field if it sends both. */
    AUTO,
    /** The {@code priority} field and PRIORITY_UPDATE; the gateway's SETTINGS announce it. */
    RFC9218,
    /** Dependencies and weights. */
    RFC7540
  }

  public static PriorityConfig defaults() {
    return new PriorityConfig(true, Scheme.AUTO, TimelineConfig.defaults());
  }
}
