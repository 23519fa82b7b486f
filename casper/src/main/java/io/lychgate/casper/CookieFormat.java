package io.lychgate.casper;

/** The text of one cookie format. */
interface CookieFormat {
  String name();

  /** Everything after the value. */
  String attributes();

  /** Unites what {@code text[from, to)} says with the fingerprint; false, and nothing done, if it says nothing usable. */
  boolean read(CharSequence text, int from, int to, CacheFingerprint into);

  /** Appends the value of a fingerprint that is not empty. */
  void write(CacheFingerprint fingerprint, CookieText into);
}
