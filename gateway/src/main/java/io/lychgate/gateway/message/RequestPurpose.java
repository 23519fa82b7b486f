package io.lychgate.gateway.message;

import io.netty.util.AsciiString;

/**
 * The purpose of a request as its client states it: {@code Sec-Purpose} (Fetch Standard 2.2.10), and the two fields that browsers
 * sent before it. The standard defines only the purpose {@code prefetch}, which prerenders also state ({@code prefetch;prerender}).
 */
public final class RequestPurpose {
  private static final String PREFETCH = "prefetch";

  private RequestPurpose() {}

  /** Returns true if the request is a prefetch or part of a prerender, whose response may never be shown. */
  public static boolean isPrefetch(Fields request) {
    for (int i = 0; i < request.size(); i++) {
      if (isPurpose(request.name(i)) && isPrefetch(request.value(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPurpose(AsciiString name) {
    return FieldNames.same(name, FieldNames.SEC_PURPOSE)
        || FieldNames.same(name, FieldNames.PURPOSE)
        || FieldNames.same(name, FieldNames.X_MOZ);
  }

  /**
   * Returns true if the value is the token {@code prefetch}, with or without parameters (RFC 9651 3.3). Letter case is ignored
   * because the older fields were never structured. After an undetected prefetch the cookie would list assets that the client does
   * not hold.
   */
  private static boolean isPrefetch(CharSequence value) {
    int start = 0;
    while (start < value.length() && isSpace(value.charAt(start))) {
      start++;
    }
    int end = start + PREFETCH.length();
    return AsciiString.regionMatches(value, true, start, PREFETCH, 0, PREFETCH.length())
        && (end == value.length()
            || value.charAt(end) == ';'
            || value.charAt(end) == ','
            || isSpace(value.charAt(end)));
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t';
  }
}
