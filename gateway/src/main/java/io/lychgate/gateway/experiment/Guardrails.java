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
 * @param minNetworks client networks of either arm before any bound is checked; 0 for the default. Each has the same weight, so one
 *     cannot stop an arm
 */
public record Guardrails(
    @Nullable Double serverErrors,
    @Nullable Double p95,
    @Nullable Double waste,
    @Nullable Double connections,
    int minRequests,
    int minNetworks) {
  /** The fewest requests of an arm for a judgement that chance does not make. */
  public static final int LEAST_REQUESTS = 100;

  /** The fewest client networks of an arm for a judgement. */
  public static final int LEAST_NETWORKS = 20;

  /** A greater minimum would not fit into the sample of networks. */
  public static final int MOST_NETWORKS = UnitCounts.BOUND / 2;

  private static final int ENOUGH_REQUESTS = 500;
  private static final int ENOUGH_NETWORKS = 50;

  public Guardrails {
    minNetworks = minNetworks == 0 ? ENOUGH_NETWORKS : minNetworks;
  }

  /** Returns the default bounds. HTTP/1.1 needs more connections by its nature, so a protocol has no bound on them. */
  public static Guardrails defaults(Factor factor) {
    return new Guardrails(
        0.01,
        1.5,
        0.1,
        factor == Factor.PROTOCOL ? null : Double.valueOf(1.5),
        ENOUGH_REQUESTS,
        ENOUGH_NETWORKS);
  }
}
