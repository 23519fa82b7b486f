package io.lychgate.gateway.message;

/** A time span in the fields of caches: decimal digits, in seconds (RFC 9111 section 1.2.2). */
public final class DeltaSeconds {
  /** RFC 9111 section 1.2.2: what is larger counts as this. */
  public static final long MOST = 1L << 31;

  private DeltaSeconds() {}

  /** The digits that start at this place; 0 if none do, as what cannot be read gives nothing time. */
  public static long at(CharSequence text, int from) {
    long seconds = 0;
    for (int i = from; i < text.length() && seconds < MOST; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      seconds = 10 * seconds + digit;
    }
    return Math.min(seconds, MOST);
  }
}
