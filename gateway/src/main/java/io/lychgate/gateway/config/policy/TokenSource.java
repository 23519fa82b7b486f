package io.lychgate.gateway.config.policy;

import java.util.Locale;

/**
 * A place in a request where a token may be.
 *
 * @param name name of the header field in lower case, of the cookie, or of the query parameter; empty for {@code bearer}
 */
public record TokenSource(Kind kind, String name) {
  /** Authorization: Bearer (RFC 6750 section 2.1). */
  public static final TokenSource BEARER = new TokenSource(Kind.BEARER, "");

  /** Places of one policy. Each is searched in every request. */
  public static final int MAX_SOURCES = 4;

  /** The kinds of places. */
  public enum Kind {
    BEARER,
    HEADER,
    COOKIE,
    QUERY
  }

  /** Parses {@code bearer}, {@code header:NAME}, {@code cookie:NAME} or {@code query:NAME}. The schema has checked the form. */
  public static TokenSource parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return BEARER;
    }
    Kind kind = Kind.valueOf(text.substring(0, colon).toUpperCase(Locale.ROOT));
    String name = text.substring(colon + 1);
    return new TokenSource(kind, kind == Kind.HEADER ? name.toLowerCase(Locale.ROOT) : name);
  }

  @Override
  public String toString() {
    return kind == Kind.BEARER ? "bearer" : kind.name().toLowerCase(Locale.ROOT) + ":" + name;
  }
}
