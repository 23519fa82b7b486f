package io.lychgate.gateway.message;

/** The value of a content-length field: decimal digits and nothing else (RFC 9110 section 8.6). */
public final class DecimalLength {
  /** The result for a value that is not a supported number. */
  public static final long MALFORMED = -2;

  /** Maximum number of digits: 18 of them always fit into a long, and no body is larger. */
  private static final int MAX_DIGITS = 18;

  private DecimalLength() {}

  /**
   * Returns the length in bytes, or {@link #MALFORMED}. Signs, spaces and lists are rejected, because they permit request
   * smuggling.
   */
  public static long parse(CharSequence value) {
    int length = value.length();
    if (length == 0 || length > MAX_DIGITS) {
      return MALFORMED;
    }
    long result = 0;
    for (int i = 0; i < length; i++) {
      int digit = value.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return MALFORMED;
      }
      result = 10 * result + digit;
    }
    return result;
  }

  /** Returns true if the value is this length without leading zeros. */
  public static boolean isShortest(CharSequence value, long length) {
    boolean isPadded = value.length() > 1 && value.charAt(0) == '0';
    return !isPadded && parse(value) == length;
  }
}
