package io.lychgate.gateway.config.policy;

/**
 * {@code tracing}: the requests take part in a distributed trace (W3C Trace Context).
 *
 * @param accept the peers whose trace context is continued; for all others a new trace begins
 * @param share share of new traces that are recorded, 0 to 1. A continued trace is recorded if its sender does so
 */
public record TracingPolicy(AcceptedPeers accept, double share) implements Policy {
  public static final String KEY = "tracing";

  public static final double DEFAULT_SHARE = 0.01;

  public TracingPolicy {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("sample: " + share + " (expected: 0 to 1)");
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    return "records " + share + " of new traces, continues those " + accept.words();
  }
}
