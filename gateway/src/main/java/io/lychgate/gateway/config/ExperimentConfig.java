package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Require;
import java.time.Duration;

/**
 * Settings for experiments. The experiments themselves are in the store.
 *
 * @param cookieEnabled true if the gateway may set the cookie by which it knows a browser again
 * @param cookieMaxAge life of the cookie
 * @param consentCookie name of the cookie with which a visitor has agreed; empty if none is needed
 * @param consentValue its value; empty for any
 * @param respectsOptOut true if a visitor with Sec-GPC or DNT gets no cookie
 */
public record ExperimentConfig(
    boolean cookieEnabled,
    Duration cookieMaxAge,
    String consentCookie,
    String consentValue,
    boolean respectsOptOut) {
  /** The longest life of a cookie. The law of some countries allows no longer one. */
  public static final Duration LONGEST = Duration.ofDays(180);

  public ExperimentConfig {
    Require.positive("maxAge", cookieMaxAge);
    if (cookieMaxAge.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "maxAge: " + cookieMaxAge.toHours() + "h (expected: at most " + LONGEST.toHours() + "h)");
    }
  }

  /** Returns the default: no cookie. */
  public static ExperimentConfig defaults() {
    return new ExperimentConfig(false, Duration.ofDays(30), "", "", true);
  }
}
