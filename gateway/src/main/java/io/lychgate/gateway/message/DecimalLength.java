package io.lychgate.gateway.message;

/** The value of a content-length field: decimal digits and nothing else (RFC 9110 section 8.6). */
public final class DecimalLength {
  /** The value was not a number that this gateway can carry. */
  public static final long MALFORMED = -2;

  /** 18 digits always fit a long; no body is larger. */
  private static final int MAX_DIGITS = 18;

  private DecimalLength() {}

  /** Bytes, or {@link #MALFORMED}. Signs, spaces and lists are refused: they are how requests are smuggled. */
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
}
