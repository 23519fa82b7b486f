package io.lychgate.gateway.experiment;

import org.jspecify.annotations.Nullable;

/**
 * The rule by which an experiment is decided, fixed before its start. An always-valid interval may decide at any look. With a planned end,
 * the interval of the bootstrap decides there, once. The two share one chance of a false alarm.
 *
 * @param statistic the number of the headline metric that is compared
 * @param minutes time from the start to the planned end; 0 for none
 * @param unitsPerArm units of each arm that the planner has promised to be enough; 0 if it was not asked
 * @param preMinutes time before the start in which the page views of its units are recorded; 0 for none
 */
public record DecisionPlan(
    HeadlineStatistic statistic, long minutes, long unitsPerArm, long preMinutes) {
  /** The longest experiment, and the longest pre-period: a year. */
  public static final long LONGEST_MINUTES = 366L * 24 * 60;

  /** No end, and the median. */
  public static final DecisionPlan OPEN = new DecisionPlan(HeadlineStatistic.MEDIAN, 0, 0, 0);

  /** Returns the plan of a design that an older build has written. */
  static DecisionPlan orOpen(@Nullable DecisionPlan plan) {
    return plan == null ? OPEN : plan;
  }
}
