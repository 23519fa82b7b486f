package io.lychgate.gateway.auth;

import io.netty.handler.codec.http.QueryStringDecoder;
import org.jspecify.annotations.Nullable;

/**
 * The parameter of a query that has an API key. It is removed from the target, however its name is encoded, because logs, caches and
 * upstreams must not see the key.
 */
record KeyParameter(CharSequence rest, @Nullable String value, boolean isRepeated) {
  /** Returns the value and the target without it. */
  static KeyParameter of(CharSequence target, String name) {
    String text = target.toString();
    int query = text.indexOf('?');
    if (query < 0) {
      return new KeyParameter(target, null, false);
    }
    StringBuilder rest = new StringBuilder(text.length()).append(text, 0, query);
    char separator = '?';
    String value = null;
    boolean isRepeated = false;
    for (String pair : text.substring(query + 1).split("&", -1)) {
      int equals = pair.indexOf('=');
      String key = equals < 0 ? pair : pair.substring(0, equals);
      if (name.equals(decoded(key))) {
        isRepeated |= value != null;
        value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
        value = value == null ? "" : value;
      } else {
        rest.append(separator).append(pair);
        separator = '&';
      }
    }
    return value == null
        ? new KeyParameter(target, null, false)
        : new KeyParameter(rest.toString(), value, isRepeated);
  }

  /** Returns null for a malformed escape. */
  private static @Nullable String decoded(String text) {
    try {
      return QueryStringDecoder.decodeComponent(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  @Override
  public String toString() {
    return "***";
  }
}
