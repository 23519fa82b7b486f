package io.lychgate.casper;

/** The bounds of this module, with the reason of each. */
public final class CasperLimits {
  /** Bytes of a cookie's name and value. Browsers drop longer cookies (RFC 6265bis section 5.6), so the gateway reads no more. */
  public static final int COOKIE_BYTES = 4096;

  /** Lowest limit in bytes that an operator may set for the native cookie: its name, its header and the keys of one page. */
  public static final int MIN_COOKIE_BYTES = 64;

  /** Bits of a key in the native cookie. Beyond them each resource takes two bytes and more, with hardly fewer false positives. */
  public static final int CAPACITY_BITS = 24;

  /** Bits of a key in H2O's cookie; a full H2O set then takes the memory of 2^15 numbers. */
  public static final int H2O_CAPACITY_BITS = 15;

  /**
   * Resources in each of the two tables of a connection's diary: those of a few pages. A table takes 8 KiB at most, and the older
   * table is discarded as a whole.
   */
  public static final int DIARY_ENTRIES = 512;

  /**
   * Keys per connection that are ignored in its cookie, because their pushes failed; enough for one page. The oldest is dropped
   * first.
   */
  public static final int REFUTED_KEYS = 32;

  private CasperLimits() {}
}
