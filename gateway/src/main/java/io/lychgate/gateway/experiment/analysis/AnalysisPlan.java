package io.lychgate.gateway.experiment.analysis;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The question of an experiment, as it was fixed before its start.
 *
 * @param experiment id; the draws of the bootstrap follow from it
 * @param arms the first one is the control
 * @param metric the headline metric
 * @param statistic the number of the headline metric that is compared
 * @param from start; observations before it are the pre-period
 * @param plannedEnd the only moment at which an interval without correction for repeated looks holds; null if there is none
 * @param plannedUnits units of each arm that the planner promised; 0 if there was no plan
 * @param stoppedAt null while the experiment runs
 */
public record AnalysisPlan(
    String experiment,
    List<Arm> arms,
    Metric metric,
    Statistic statistic,
    UnitKind unit,
    Instant from,
    @Nullable Instant plannedEnd,
    long plannedUnits,
    @Nullable Instant stoppedAt,
    Instant now) {

  /**
   * An arm.
   *
   * @param share part of the units that it should get, relative to the other arms
   * @param isStopped true if a guardrail has stopped it before the end: it has units of an earlier time only, so it is described, but
   *     neither compared nor expected to have its share
   * @param stopReason the reason for which a guardrail has stopped it, also at the end; null if none has
   */
  public record Arm(
      String name,
      double share,
      boolean isStopped,
      @Nullable String stopReason) {
    public Arm(String name, double share) {
      this(name, share, false, null);
    }
  }

  /** The thing that is assigned and counted. */
  public enum UnitKind {
    NETWORK("network", "client network"),
    VISITOR("visitor", "visitor");

    private final String token;
    private final String noun;

    UnitKind(String token, String noun) {
      this.token = token;
      this.noun = noun;
    }

    /** Returns its name in the admin API. */
    @JsonValue
    public String token() {
      return token;
    }

    String noun() {
      return noun;
    }
  }

  public AnalysisPlan {
    arms = List.copyOf(arms);
    if (arms.size() < 2 || arms.size() > MOST_ARMS) {
      throw new IllegalArgumentException(
          "arms: " + arms.size() + " (expected: 2-" + MOST_ARMS + ")");
    }
    Set<String> names = new HashSet<>();
    for (Arm arm : arms) {
      if (!names.add(arm.name())) {
        throw new IllegalArgumentException("arms: " + arm.name() + " twice (expected: once)");
      }
      if (!(arm.share() > 0 && arm.share() <= Double.MAX_VALUE)) {
        throw new IllegalArgumentException(
            "share of arm " + arm.name() + ": " + arm.share() + " (expected: more than 0)");
      }
    }
    if (!metric.isCompared()) {
      throw new IllegalArgumentException(
          "metric: " + metric.token() + " (expected: one that is compared, for example load)");
    }
    if (plannedEnd != null && !plannedEnd.isAfter(from)) {
      throw new IllegalArgumentException(
          "plannedEnd: " + plannedEnd + " (expected: after " + from + ")");
    }
  }

  static final int MOST_ARMS = 8;

  /** Returns true once the planned end was reached while the experiment ran. */
  boolean isFinal() {
    return plannedEnd != null
        && !now.isBefore(plannedEnd)
        && (stoppedAt == null || !stoppedAt.isBefore(plannedEnd));
  }

  /** Returns true if guardrails have stopped each arm besides the control, and so the experiment. */
  boolean isHalted() {
    return arms.stream().skip(1).allMatch(arm -> arm.stopReason() != null);
  }

  /** Returns the end of the analysed time. Views after the planned end would make the final test one of several looks. */
  public Instant to() {
    Instant to = stoppedAt != null && stoppedAt.isBefore(now) ? stoppedAt : now;
    return plannedEnd != null && plannedEnd.isBefore(to) ? plannedEnd : to;
  }

  /** Returns the name of the headline, for example {@code median of load}. */
  String headline() {
    return statistic.token() + " of " + metric.label();
  }
}
