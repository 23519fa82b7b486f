package io.lychgate.gateway.store;

import io.lychgate.gateway.message.ArmAssignment;
import java.util.List;

/**
 * One page view of a visitor, or a part of the report on it.
 *
 * @param id the first characters of its view id
 * @param at ms since 1970: when the gateway sent the head of the page
 * @param page path without query
 * @param protocol {@code h1}, {@code h2} or {@code h3}, by the gateway
 * @param nextHop the protocol by the browser
 * @param outcome loaded, failed, truncated, abandoned or unreported
 * @param cacheState cold, revalidated or warm
 * @param device desktop, mobile, tablet or other
 * @param network class of the visitor's network: slow-2g, 2g, 3g, 4g or unknown
 * @param hints resources that the gateway hinted ahead of the page
 * @param pushes resources that it pushed
 * @param usedEarly hinted resources that the browser has used
 * @param failed resources of the page that failed to load
 * @param reported {@link #LOAD}, {@link #END}, both, or 0 for a row of the gateway itself
 * @param times values of the columns in {@link #TIMES}, NaN where one is missing
 * @param bytes bytes of the body that the browser received; -1 if unknown
 */
@SuppressWarnings("ArrayRecordComponent") // Written once and read in place: there are many rows.
public record ViewSample(
    String id,
    long at,
    String node,
    String site,
    String route,
    String page,
    long revision,
    String protocol,
    String nextHop,
    String outcome,
    String cacheState,
    String device,
    String browser,
    String network,
    int hints,
    int pushes,
    int usedEarly,
    int failed,
    int reported,
    double[] times,
    long bytes,
    List<ArmAssignment> arms) {
  /** The part of the report that has all but the metrics which change until the page is left. */
  public static final int LOAD = 1;

  /** The part of the report with these metrics. */
  public static final int END = 2;

  /** The columns of times in ms (CLS has no unit), in the order of {@link #times}. */
  public static final List<String> TIMES = List.of(
      "ttfb",
      "redirect",
      "dns",
      "connect",
      "tls",
      "request",
      "response",
      "first_paint",
      "fcp",
      "lcp",
      "inp",
      "cls",
      "dcl",
      "load",
      "statics",
      "lead");

  public ViewSample {
    arms = List.copyOf(arms);
  }

  /** Returns the name of a column in the API and in commands. */
  public static String metric(String column) {
    return column.equals("first_paint") ? "firstPaint" : column;
  }

  /** Returns the value of a column of {@link #TIMES}; NaN if it is missing. */
  public double time(String column) {
    return times[TIMES.indexOf(column)];
  }
}
