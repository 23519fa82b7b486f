package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Require;

/**
 * Copies of a route's requests to another upstream, whose responses are dropped.
 *
 * @param percent share of the requests, above 0 and at most 100
 * @param maxBody bytes of a request's body; a request with more is not copied
 * @param maxInFlight copies in progress, on all event loops
 */
public record MirrorConfig(String upstream, double percent, int maxBody, int maxInFlight) {
  /** Default, bytes. Holds the JSON and the forms of most requests. */
  public static final int DEFAULT_MAX_BODY = 64 * 1024;

  /** Bytes. With the most copies in progress, they hold 1 GiB. */
  public static final int MAX_BODY_CEILING = 1024 * 1024;

  /** Default. At 50 ms a copy they carry 2,000 requests a second. */
  public static final int DEFAULT_IN_FLIGHT = 100;

  public static final int MAX_IN_FLIGHT_CEILING = 1000;

  public MirrorConfig {
    Require.text("upstream", upstream);
    if (!(percent > 0 && percent <= 100)) {
      throw new IllegalArgumentException(
          "percent: " + percent + " (expected: above 0, at most 100)");
    }
    Require.range("maxBody", maxBody, 0, MAX_BODY_CEILING);
    Require.range("maxInFlight", maxInFlight, 1, MAX_IN_FLIGHT_CEILING);
  }
}
