package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import java.util.List;

/**
 * Settings of the fingerprint cookie, which records the resources that a visitor has cached.
 *
 * @param capacityBits width of a resource key's range in compatible mode, 1-15
 * @param cookieMaxBytes maximum bytes of the cookie's value
 * @param blockingTypes media types that {@link TrackedTypes#BLOCKING_ASSETS} selects in compatible mode
 */
public record CasperConfig(
    Mode mode,
    int capacityBits,
    int cookieMaxBytes,
    TrackedTypes trackedTypes,
    List<String> blockingTypes) {
  /** Media types that H2O 2.2.5 gives its highest priority. */
  public static final List<String> H2O_BLOCKING_TYPES =
      List.of("text/css", "application/javascript");

  /** Form of the fingerprint cookie. */
  public enum Mode {
    /** The gateway's own form: {@code lychgate_casper}. */
    NATIVE,
    /** Byte-compatible with H2O: {@code h2o_casper}. */
    H2O,
    OFF
  }

  /** Responses that enter the fingerprint. */
  public enum TrackedTypes {
    /** Style sheets, scripts and fonts: the resources that delay the first paint. */
    BLOCKING_ASSETS,
    /** Every cacheable response. */
    ALL
  }

  public CasperConfig {
    blockingTypes = List.copyOf(blockingTypes);
    Require.range("capacityBits", capacityBits, 1, 15);
    Require.range("cookieMaxBytes", cookieMaxBytes, 64, Limits.CASPER_COOKIE_BYTES_CEILING);
  }

  public static CasperConfig defaults() {
    return new CasperConfig(
        Mode.NATIVE,
        Limits.CASPER_CAPACITY_BITS,
        Limits.CASPER_COOKIE_BYTES,
        TrackedTypes.BLOCKING_ASSETS,
        H2O_BLOCKING_TYPES);
  }
}
