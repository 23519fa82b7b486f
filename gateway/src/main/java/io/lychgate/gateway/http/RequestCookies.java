package io.lychgate.gateway.http;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** The cookies of a request (RFC 6265 section 4.2). */
public final class RequestCookies {
  private RequestCookies() {}

  /** Returns the first value of a cookie as it was sent, also with its quotes; null if the request has no such cookie. */
  public static @Nullable CharSequence value(Fields fields, String name) {
    for (int i = fields.indexOf(HttpHeaderNames.COOKIE, 0);
        i >= 0;
        i = fields.indexOf(HttpHeaderNames.COOKIE, i + 1)) {
      CharSequence found = valueIn(fields.value(i), name);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Removes all cookies of this name. Returns the first value as it was sent; null if the request has no such cookie. */
  public static @Nullable CharSequence remove(Fields fields, String name) {
    CharSequence first = null;
    int at = fields.indexOf(HttpHeaderNames.COOKIE, 0);
    while (at >= 0) {
      CharSequence cookies = fields.value(at);
      CharSequence found = valueIn(cookies, name);
      String rest = found == null ? "" : without(cookies, name);
      first = first == null ? found : first;
      if (found != null && rest.isEmpty()) {
        fields.removeAt(at);
      } else {
        if (found != null) {
          fields.setValue(at, rest);
        }
        at++;
      }
      at = fields.indexOf(HttpHeaderNames.COOKIE, at);
    }
    return first;
  }

  private static String without(CharSequence cookies, String name) {
    StringBuilder rest = new StringBuilder(cookies.length());
    int start = 0;
    while (start < cookies.length()) {
      int end = AsciiString.indexOf(cookies, ';', start);
      int stop = end < 0 ? cookies.length() : end;
      if (valueIn(cookies.subSequence(start, stop), name) == null) {
        rest.append(cookies, start, stop).append(';');
      }
      start = stop + 1;
    }
    rest.setLength(Math.max(0, rest.length() - 1));
    int first = 0;
    while (first < rest.length() && isSpace(rest.charAt(first))) {
      first++;
    }
    return rest.substring(first);
  }

  private static @Nullable CharSequence valueIn(CharSequence cookies, String name) {
    int length = cookies.length();
    int start = 0;
    while (start < length) {
      int end = AsciiString.indexOf(cookies, ';', start);
      int stop = end < 0 ? length : end;
      while (start < stop && isSpace(cookies.charAt(start))) {
        start++;
      }
      int equals = start + name.length();
      if (equals < stop
          && cookies.charAt(equals) == '='
          && AsciiString.regionMatches(cookies, false, start, name, 0, name.length())) {
        int last = stop;
        while (last > equals + 1 && isSpace(cookies.charAt(last - 1))) {
          last--;
        }
        return cookies.subSequence(equals + 1, last);
      }
      start = stop + 1;
    }
    return null;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t';
  }
}
