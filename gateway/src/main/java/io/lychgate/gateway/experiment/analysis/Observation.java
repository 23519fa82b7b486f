package io.lychgate.gateway.experiment.analysis;

/**
 * One page view of an experiment.
 *
 * @param arm name of the assigned arm
 * @param unit keyed hash of the client's network or of its visitor cookie: the unit of the analysis
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

  /** Returns the value, or NaN if it is absent, negative or not finite. */
  double value(Metric metric) {
    int index = metric.index();
    double value = index < values.length ? values[index] : Double.NaN;
    return value >= 0 && value <= Double.MAX_VALUE ? value : Double.NaN;
  }
}
