package io.lychgate.gateway.auth.jwt;

import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** One parameter of the query of a target. Its name is compared as it was sent: a token's name and value need no percent-encoding. */
final class QueryParameter {
  private QueryParameter() {}

  /** Returns the value; null if the query has no such parameter, {@code several} if it has more than one. */
  static @Nullable CharSequence value(CharSequence target, String name, CharSequence several) {
    CharSequence found = null;
    for (int start = start(target); start >= 0; start = next(target, start)) {
      if (isNamed(target, start, name)) {
        if (found != null) {
          return several;
        }
        found = target.subSequence(start + name.length() + 1, end(target, start));
      }
    }
    return found;
  }

  /** Returns the target without this parameter: the same object if it has none. */
  static CharSequence without(CharSequence target, String name) {
    int first = start(target);
    StringBuilder kept = null;
    for (int start = first; start >= 0; start = next(target, start)) {
      boolean isDropped = isNamed(target, start, name);
      if (isDropped && kept == null) {
        kept = new StringBuilder(target.length()).append(target, 0, start);
      } else if (!isDropped && kept != null) {
        kept.append(target, start, end(target, start)).append('&');
      }
    }
    if (kept == null) {
      return target;
    }
    // Every parameter before ends with an ampersand; the question mark ends an empty query.
    char last = kept.charAt(kept.length() - 1);
    if (last == '&' || last == '?') {
      kept.setLength(kept.length() - 1);
    }
    return new AsciiString(kept);
  }

  private static int start(CharSequence target) {
    int mark = AsciiString.indexOf(target, '?', 0);
    return mark < 0 ? -1 : mark + 1;
  }

  private static int next(CharSequence target, int start) {
    int end = AsciiString.indexOf(target, '&', start);
    return end < 0 ? -1 : end + 1;
  }

  private static int end(CharSequence target, int start) {
    int end = AsciiString.indexOf(target, '&', start);
    return end < 0 ? target.length() : end;
  }

  private static boolean isNamed(CharSequence target, int start, String name) {
    int equals = start + name.length();
    return equals < target.length()
        && target.charAt(equals) == '='
        && AsciiString.regionMatches(target, false, start, name, 0, name.length());
  }
}
