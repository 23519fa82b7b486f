package io.lychgate.gateway.config;

import java.util.List;

/**
 * How the gateway remembers what a visitor already has.
 *
 * @param capacityBits width of a resource key's range in compatible mode, 1-15
 * @param cookieMaxBytes bytes of the cookie's value
 * @param blockingTypes media types that {@link TrackedTypes#BLOCKING_ASSETS} means in compatible mode
 */
public record CasperConfig(
    Mode mode,
    int capacityBits,
    int cookieMaxBytes,
    TrackedTypes trackedTypes,
    List<String> blockingTypes) {
  /** Those that H2O 2.2.5 gives its highest priority. */
  public static final List<String> H2O_BLOCKING_TYPES =
      List.of("text/css", "application/javascript");

  /** Form of the fingerprint cookie. */
  public enum Mode {
    /** Ours: {@code lychgate_casper}. */
    NATIVE,
    /** Byte-compatible with H2O: {@code h2o_casper}. */
    H2O,
    OFF
  }

  /** Which responses enter the fingerprint. */
  public enum TrackedTypes {
    /** Style sheets, scripts and fonts: what a first paint waits for. */
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
