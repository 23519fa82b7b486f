package io.lychgate.gateway.http;

/** A time span in cache fields: decimal digits, in seconds (RFC 9111 section 1.2.2). */
final class DeltaSeconds {
  /** The largest value; larger ones count as this (RFC 9111 section 1.2.2). */
  static final long MOST = 1L << 31;

  private DeltaSeconds() {}

  /** Returns the number that starts at this index; 0 without a digit, because an unreadable value grants no time. */
  static long at(CharSequence text, int from) {
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
