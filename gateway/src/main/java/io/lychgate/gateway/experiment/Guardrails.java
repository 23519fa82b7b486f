package io.lychgate.gateway.experiment;

import org.jspecify.annotations.Nullable;

/**
 * The bounds at which an arm is stopped. Each compares the arm with the control arm; null checks nothing.
 *
 * @param serverErrors most that the share of responses with 5xx may exceed that of the control arm, 0-1
 * @param p95 most that the 95th percentile of the time to first byte may be, as a multiple of that of the control arm
 * @param waste most that the share of wasted bytes may exceed that of the control arm, 0-1
 * @param connections most connections for each page view, as a multiple of those of the control arm
 * @param minRequests requests of either arm before any bound is checked
 */
public record Guardrails(
    @Nullable Double serverErrors,
    @Nullable Double p95,
    @Nullable Double waste,
    @Nullable Double connections,
    int minRequests) {
  /** The fewest requests of an arm for a judgement that chance does not make. */
  public static final int LEAST_REQUESTS = 100;

  private static final int ENOUGH_REQUESTS = 500;

  /** Returns the default bounds. HTTP/1.1 needs more connections by its nature, so a protocol has no bound on them. */
  public static Guardrails defaults(Factor factor) {
    return new Guardrails(
        0.01, 1.5, 0.1, factor == Factor.PROTOCOL ? null : Double.valueOf(1.5), ENOUGH_REQUESTS);
  }
}
