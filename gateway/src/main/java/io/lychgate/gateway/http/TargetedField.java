package io.lychgate.gateway.http;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;

/**
 * Reads {@code CDN-Cache-Control} (RFC 9213). It is a dictionary of structured fields (RFC 8941 section 3.2), so a field with one
 * malformed member is ignored as a whole.
 */
final class TargetedField {
  static final AsciiString CDN_CACHE_CONTROL = FieldNames.canonical("cdn-cache-control");

  private TargetedField() {}

  /** Returns true if the response has the field, and all of its lines are well-formed. */
  static boolean isUsable(Fields response) {
    int at = response.indexOf(CDN_CACHE_CONTROL, 0);
    if (at < 0) {
      return false;
    }
    for (; at >= 0; at = response.indexOf(CDN_CACHE_CONTROL, at + 1)) {
      if (!isDictionary(response.value(at))) {
        return false;
      }
    }
    return true;
  }

  /** Returns true for a dictionary whose values are integers, tokens, strings or true. Directives have no others. */
  static boolean isDictionary(CharSequence text) {
    int at = skipSpace(text, 0);
    while (at < text.length()) {
      at = member(text, at);
      if (at < 0) {
        return false;
      }
      at = skipSpace(text, at);
      if (at == text.length()) {
        return true;
      }
      if (text.charAt(at) != ',') {
        return false;
      }
      at = skipSpace(text, at + 1);
      if (at == text.length()) {
        return false; // A comma at the end.
      }
    }
    return text.length() > 0;
  }

  /** Returns the index after a member, or -1 if it is malformed. */
  private static int member(CharSequence text, int start) {
    int at = key(text, start);
    if (at < 0 || at == text.length() || text.charAt(at) != '=') {
      return at < 0 ? at : parameters(text, at);
    }
    boolean isTime = isTime(text, start, at);
    int value = at + 1;
    int end = isTime ? digits(text, value) : item(text, value);
    return end < 0 ? -1 : parameters(text, end);
  }

  /** Returns true for a directive whose value is a number of seconds. */
  private static boolean isTime(CharSequence text, int start, int end) {
    String key = text.subSequence(start, end).toString();
    return key.equals("max-age")
        || key.equals("s-maxage")
        || key.equals("stale-while-revalidate")
        || key.equals("stale-if-error");
  }

  private static int parameters(CharSequence text, int start) {
    int at = start;
    while (at >= 0 && at < text.length() && text.charAt(at) == ';') {
      at = key(text, skipSpace(text, at + 1));
      if (at >= 0 && at < text.length() && text.charAt(at) == '=') {
        at = item(text, at + 1);
      }
    }
    return at;
  }

  private static int key(CharSequence text, int start) {
    int at = start;
    while (at < text.length() && isOfKey(text.charAt(at), at == start)) {
      at++;
    }
    return at == start ? -1 : at;
  }

  private static boolean isOfKey(char c, boolean isFirst) {
    boolean canBegin = (c >= 'a' && c <= 'z') || c == '*';
    return canBegin || (!isFirst && ((c >= '0' && c <= '9') || "_-.".indexOf(c) >= 0));
  }

  private static int item(CharSequence text, int start) {
    if (start == text.length()) {
      return -1;
    }
    char first = text.charAt(start);
    if (first == '"') {
      return string(text, start + 1);
    }
    if (first == '?') {
      boolean isBoolean = start + 1 < text.length() && "01".indexOf(text.charAt(start + 1)) >= 0;
      return isBoolean ? start + 2 : -1;
    }
    if (first == '-' || (first >= '0' && first <= '9')) {
      return digits(text, first == '-' ? start + 1 : start);
    }
    int at = start;
    while (at < text.length() && ",; \t=\"".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    boolean isToken = Character.isLetter(first) || first == '*';
    return isToken ? at : -1;
  }

  private static int string(CharSequence text, int start) {
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '"') {
        return i + 1;
      }
    }
    return -1;
  }

  private static int digits(CharSequence text, int start) {
    int at = start;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at == start ? -1 : at;
  }

  private static int skipSpace(CharSequence text, int from) {
    int at = from;
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    return at;
  }
}
