package io.lychgate.casper;

/** The text of one cookie format. */
interface CookieFormat {
  String name();

  /** Returns the attributes after the value. */
  String attributes();

  /**
   * Merges the keys in {@code text[from, to)} into the fingerprint. Returns false and changes nothing if the text is malformed or
   * the fingerprint has no room for all its keys.
   */
  boolean read(CharSequence text, int from, int to, CacheFingerprint into);

  /** Appends the value of a fingerprint that is not empty. */
  void write(CacheFingerprint fingerprint, CookieText into);
}
