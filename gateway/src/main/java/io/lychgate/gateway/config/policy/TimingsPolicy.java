package io.lychgate.gateway.config.policy;

import java.time.Duration;
import java.util.Locale;

/**
 * The timings of real visitors: {@code timings}.
 *
 * @param inject true if the gateway puts the script into pages; false if the site has it in its pages
 * @param sample share of the page views that are measured, 0-1. Views in an experiment are always measured
 * @param waterfalls share of the measured page views of which the times of all resources are kept, 0-1
 * @param retention how long each view is kept
 * @param consent the fields that a request must have so that its view is measured
 * @param respectDoNotTrack true if the views of browsers with Do Not Track or Global Privacy Control are not measured
 * @param reportsPerNetwork reports that one network may send to a site in a minute
 */
public record TimingsPolicy(
    boolean inject,
    double sample,
    double waterfalls,
    Duration retention,
    Consent consent,
    boolean respectDoNotTrack,
    int reportsPerNetwork)
    implements Policy {
  public static final String KEY = "timings";

  /** A visitor who leaves a page each second sends two each; a network has several visitors. */
  public static final int DEFAULT_REPORTS = 600;

  /** A busy page of 1,000 views an hour has ten waterfalls. */
  public static final double DEFAULT_WATERFALLS = 0.01;

  /** The time of an experiment of two weeks, and two weeks to look at it. */
  public static final Duration DEFAULT_RETENTION = Duration.ofDays(30);

  public TimingsPolicy {
    if (!(sample >= 0 && sample <= 1)) {
      throw new IllegalArgumentException("sample: " + sample + " (expected: 0-1)");
    }
    if (!(waterfalls >= 0 && waterfalls <= 1)) {
      throw new IllegalArgumentException("waterfalls: " + waterfalls + " (expected: 0-1)");
    }
    if (retention.isNegative() || retention.isZero()) {
      throw new IllegalArgumentException("retention: " + retention + " (expected: more than 0)");
    }
  }

  /**
   * The sign of a visitor's consent. A request needs one of the two if any is stated.
   *
   * @param cookie name of a cookie; empty for none
   * @param value value that the cookie must have; empty for any
   * @param header name of a request field in lower case, set by a proxy or an application; empty for none
   */
  public record Consent(String cookie, String value, String header) {
    public static final Consent NOT_NEEDED = new Consent("", "", "");

    public Consent {
      header = header.toLowerCase(Locale.ROOT);
    }

    public boolean isNeeded() {
      return !cookie.isEmpty() || !header.isEmpty();
    }
  }

  /** The policy of {@code timings: {}}. */
  public static TimingsPolicy defaults() {
    return new TimingsPolicy(
        false, 1, DEFAULT_WATERFALLS, DEFAULT_RETENTION, Consent.NOT_NEEDED, true, DEFAULT_REPORTS);
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    return "measures " + Math.round(sample * 1000) / 10.0 + " % of the page views"
        + (inject ? ", with its script in the pages" : "")
        + (consent.isNeeded() ? ", with consent" : "");
  }
}
