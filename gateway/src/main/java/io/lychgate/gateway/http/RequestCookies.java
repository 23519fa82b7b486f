package io.lychgate.gateway.http;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
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
    List<CharSequence> values = removeAll(fields, name);
    return values.isEmpty() ? null : values.get(0);
  }

  /** Removes all cookies of this name. Returns their values as they were sent, in their order. */
  public static List<CharSequence> removeAll(Fields fields, String name) {
    List<CharSequence> values = List.of();
    int at = fields.indexOf(HttpHeaderNames.COOKIE, 0);
    while (at >= 0) {
      CharSequence cookies = fields.value(at);
      if (valueIn(cookies, name) == null) {
        at++;
      } else {
        values = values.isEmpty() ? new ArrayList<>(1) : values;
        String rest = without(cookies, name, values);
        if (rest.isEmpty()) {
          fields.removeAt(at);
        } else {
          fields.setValue(at++, rest);
        }
      }
      at = fields.indexOf(HttpHeaderNames.COOKIE, at);
    }
    return values;
  }

  /** @param removed gets the values of the cookies that are left out */
  private static String without(CharSequence cookies, String name, List<CharSequence> removed) {
    StringBuilder rest = new StringBuilder(cookies.length());
    int start = 0;
    while (start < cookies.length()) {
      int end = AsciiString.indexOf(cookies, ';', start);
      int stop = end < 0 ? cookies.length() : end;
      CharSequence found = valueIn(cookies.subSequence(start, stop), name);
      if (found == null) {
        rest.append(cookies, start, stop).append(';');
      } else {
        removed.add(found);
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
