package io.lychgate.gateway.exchange;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One element of the field Forwarded (RFC 7239 section 4). Parameters that are not listed here are ignored.
 *
 * @param node the value of {@code for}; null if absent, as the others
 */
record ForwardedElement(
    @Nullable String node, @Nullable String host, @Nullable String proto) {

  /** Returns the element; null if it does not have the form of pairs, or has a parameter twice. */
  static @Nullable ForwardedElement parse(String text) {
    String node = null;
    String host = null;
    String proto = null;
    int at = 0;
    while (at < text.length()) {
      int equals = text.indexOf('=', at);
      if (equals < 0) {
        return null;
      }
      int end = endOfValue(text, equals + 1);
      String value = end < 0 ? null : unquoted(text.substring(equals + 1, end).strip());
      if (value == null) {
        return null;
      }
      switch (text.substring(at, equals).strip().toLowerCase(Locale.ROOT)) {
        case "for" -> {
          if (node != null) {
            return null;
          }
          node = value;
        }
        case "host" -> {
          if (host != null) {
            return null;
          }
          host = value;
        }
        case "proto" -> {
          if (proto != null) {
            return null;
          }
          proto = value;
        }
        default -> {
          // An extension, or the proxy's own address.
        }
      }
      at = end + 1;
    }
    return new ForwardedElement(node, host, proto);
  }

  /** Returns the index of the semicolon behind a value, or the end of the text; -1 for a quote without its pair. */
  private static int endOfValue(String text, int start) {
    boolean isQuoted = false;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        isQuoted = !isQuoted;
      } else if (c == '\\' && isQuoted) {
        i++;
      } else if (c == ';' && !isQuoted) {
        return i;
      }
    }
    return isQuoted ? -1 : text.length();
  }

  /** Returns the value of a token or quoted string; null for text that is neither. */
  private static @Nullable String unquoted(String value) {
    if (!value.startsWith("\"")) {
      return value.isEmpty() || value.indexOf('"') >= 0 ? null : value;
    }
    int last = value.length() - 1;
    if (last < 1 || value.charAt(last) != '"') {
      return null;
    }
    StringBuilder text = new StringBuilder(value.length());
    for (int i = 1; i < last; i++) {
      char c = value.charAt(i);
      if (c == '"') {
        return null;
      }
      if (c == '\\') {
        i++;
        if (i == last) {
          return null;
        }
      }
      text.append(value.charAt(i));
    }
    return text.toString();
  }
}
