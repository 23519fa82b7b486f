package io.lychgate.casper;

/**
 * The settings of a fingerprint and its cookie.
 *
 * @param capacityBits bits of a key; an unknown resource is mistaken for a held one with probability keys / 2^bits
 * @param maxCookieBytes maximum length of a written {@code name=value}; native mode only
 * @param maxAgeSeconds lifetime of the cookie in the client; native mode only
 * @param h2oCapacityBits capacity bits of H2O cookies that clients still hold; native mode only
 */
public record CasperParameters(
    CasperMode mode,
    int capacityBits,
    TrackedTypes tracked,
    int maxCookieBytes,
    long maxAgeSeconds,
    int h2oCapacityBits) {
  /** Generations in a native cookie: keys that no page has sent again in four manifest epochs are evicted. */
  static final int GENERATIONS = 4;

  private static final int H2O_CAPACITY_BITS = 13;
  /** 0.3 % false positives at 100 resources, at about ten bits per resource. */
  private static final int NATIVE_CAPACITY_BITS = 15;

  private static final int DEFAULT_COOKIE_BYTES = 1024;
  private static final long DEFAULT_MAX_AGE_SECONDS = 30L * 24 * 60 * 60;

  /** Creates settings with H2O's own capacity bits for the H2O cookies that clients still hold. */
  public CasperParameters(
      CasperMode mode,
      int capacityBits,
      TrackedTypes tracked,
      int maxCookieBytes,
      long maxAgeSeconds) {
    this(mode, capacityBits, tracked, maxCookieBytes, maxAgeSeconds, H2O_CAPACITY_BITS);
  }

  public CasperParameters {
    int most = mode == CasperMode.H2O ? CasperLimits.H2O_CAPACITY_BITS : CasperLimits.CAPACITY_BITS;
    if (capacityBits < 1 || capacityBits > most) {
      throw new IllegalArgumentException(
          "capacityBits: " + capacityBits + " (expected: 1-" + most + ")");
    }
    if (h2oCapacityBits < 1 || h2oCapacityBits > CasperLimits.H2O_CAPACITY_BITS) {
      throw new IllegalArgumentException("h2oCapacityBits: " + h2oCapacityBits + " (expected: 1-"
          + CasperLimits.H2O_CAPACITY_BITS + ")");
    }
    if (maxCookieBytes < CasperLimits.MIN_COOKIE_BYTES
        || maxCookieBytes > CasperLimits.COOKIE_BYTES) {
      throw new IllegalArgumentException("maxCookieBytes: " + maxCookieBytes + " (expected: "
          + CasperLimits.MIN_COOKIE_BYTES + "-" + CasperLimits.COOKIE_BYTES + ")");
    }
    if (maxAgeSeconds < 1) {
      throw new IllegalArgumentException("maxAgeSeconds: " + maxAgeSeconds + " (expected: >= 1)");
    }
  }

  /** Returns the default settings of the native cookie. */
  public static CasperParameters defaults() {
    return new CasperParameters(
        CasperMode.NATIVE,
        NATIVE_CAPACITY_BITS,
        TrackedTypes.ALL,
        DEFAULT_COOKIE_BYTES,
        DEFAULT_MAX_AGE_SECONDS,
        H2O_CAPACITY_BITS);
  }

  /** Returns the settings of H2O's cookie as {@code http2-casper: ON} creates it. */
  public static CasperParameters h2o() {
    return h2o(H2O_CAPACITY_BITS, TrackedTypes.BLOCKING_ASSETS);
  }

  public static CasperParameters h2o(int capacityBits, TrackedTypes tracked) {
    return new CasperParameters(
        CasperMode.H2O,
        capacityBits,
        tracked,
        DEFAULT_COOKIE_BYTES,
        DEFAULT_MAX_AGE_SECONDS,
        capacityBits);
  }

  /** Returns the maximum number of keys in a fingerprint; H2O's own limit in its mode. */
  int maxKeys() {
    return mode == CasperMode.H2O ? Math.max(128, 1 << capacityBits) : maxCookieBytes * 6;
  }

  /**
   * Returns the number of keys at which the newest generation closes: three quarters of the cookie's capacity. A smaller set is one
   * generation, which takes no bits for ages. Above it, the last quarter has room for new keys while old ones are evicted.
   */
  int keysPerGeneration() {
    int bits = (maxCookieBytes - NativeCookieFormat.OVERHEAD_BYTES) * 6;
    // n keys of b bits take about n * (b - log2 n + 1.5) bits (see GolombCodedSet). A few rounds
    // suffice for n to converge.
    double keys = (double) bits / capacityBits;
    for (int round = 0; round < 4; round++) {
      keys = bits / Math.max(1.0, capacityBits - Math.log(keys) / Math.log(2) + 1.5);
    }
    return Math.max(1, Math.min((int) (keys * 3 / 4), maxKeys()));
  }
}
