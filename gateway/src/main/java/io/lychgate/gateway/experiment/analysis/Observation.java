package io.lychgate.gateway.experiment.analysis;

import io.lychgate.gateway.message.ArmAssignment.Period;

/**
 * One page view of an experiment.
 *
 * @param arm name of the assigned arm
 * @param unit keyed hash of the client's network or of its visitor cookie: the unit of the analysis
 * @param cluster keyed hash of the client's network on that day; {@code unit} if the network is the unit, or unknown
 * @param period the time of the experiment by the gateway that sent the page
 * @param at milliseconds since the epoch
 * @param got protocol of the page: h1, h2 or h3
 * @param outcome loaded, failed, truncated, abandoned or unreported
 * @param cacheState cold, revalidated or warm
 * @param device desktop, mobile, tablet or other
 * @param network class of the network: slow-2g, 2g, 3g, 4g or unknown
 * @param values by {@link Metric#index}; NaN if absent. Missing metrics at the end are absent. The caller gives the array away
 */
@SuppressWarnings(
    "ArrayRecordComponent") // Ten thousands of them are in memory, and they are never compared.
public record Observation(
    String arm,
    long unit,
    long cluster,
    Period period,
    long at,
    String site,
    String page,
    String got,
    String outcome,
    String cacheState,
    String device,
    String network,
    double[] values) {

  static final String LOADED = "loaded";
  static final String FAILED = "failed";
  static final String TRUNCATED = "truncated";
  static final String ABANDONED = "abandoned";
  static final String UNREPORTED = "unreported";

  /** Returns true if the page was sent before the start of the experiment, so without a treatment. */
  boolean isBefore(long start) {
    return period == Period.UNKNOWN ? at < start : period == Period.BEFORE;
  }

  /** Returns the same of another arm. */
  Observation inArm(String other) {
    return new Observation(
        other,
        unit,
        cluster,
        period,
        at,
        site,
        page,
        got,
        outcome,
        cacheState,
        device,
        network,
        values);
  }

  /** Returns the value, or NaN if it is absent, negative or not finite. */
  double value(Metric metric) {
    int index = metric.index();
    double value = index < values.length ? values[index] : Double.NaN;
    return value >= 0 && value <= Double.MAX_VALUE ? value : Double.NaN;
  }
}
