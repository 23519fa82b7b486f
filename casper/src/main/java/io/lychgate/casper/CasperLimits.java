package io.lychgate.casper;

/** The bounds of this module, with the reason of each. */
public final class CasperLimits {
  /** Octets of a cookie's name and value: browsers drop what is longer (RFC 6265bis section 5.6), so that no more is read. */
  public static final int COOKIE_BYTES = 4096;

  /** The shortest bound that an operator may set on our cookie: its name, its header and a page's worth of keys. */
  public static final int MIN_COOKIE_BYTES = 64;

  /** Bits of a key in our cookie: past them each resource costs two octets and more, for no false positives to speak of. */
  public static final int CAPACITY_BITS = 24;

  /** Bits of a key in H2O's cookie: the memory that an H2O set of the most keys takes is 2^15 numbers. */
  public static final int H2O_CAPACITY_BITS = 15;

  /**
   * Resources in each of the two tables of a connection's diary: a few pages' worth. A table takes 8 KiB at most, and the older
   * one is forgotten whole.
   */
  public static final int DIARY_ENTRIES = 512;

  /** Keys of a connection of which its cookie is not believed: pushes that failed, so a page's worth. The oldest goes. */
  public static final int REFUTED_KEYS = 32;

  private CasperLimits() {}
}
