package io.lychgate.gateway.http;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;

/**
 * The directives of a response's Cache-Control fields (RFC 9111 section 5.2.2). Names are case-insensitive, arguments are tokens or
 * quoted strings, and unknown directives are skipped. A targeted field (RFC 9213) is read the same way.
 *
 * <p>{@code private} and {@code no-cache} with field names apply to those fields only and not to the response, so they are ignored.
 */
public final class CacheControl {
  /** The value of an absent directive with a number. */
  public static final long UNSAID = -1;

  /** The shared instance for responses without such a field. */
  private static final CacheControl ABSENT = new CacheControl();

  private static final AsciiString NO_STORE = AsciiString.cached("no-store");
  private static final AsciiString NO_CACHE = AsciiString.cached("no-cache");
  private static final AsciiString PRIVATE = AsciiString.cached("private");
  private static final AsciiString PUBLIC = AsciiString.cached("public");
  private static final AsciiString MUST_UNDERSTAND = AsciiString.cached("must-understand");
  private static final AsciiString NO_TRANSFORM = AsciiString.cached("no-transform");
  private static final AsciiString MAX_AGE = AsciiString.cached("max-age");
  private static final AsciiString S_MAXAGE = AsciiString.cached("s-maxage");
  private static final AsciiString STALE_WHILE_REVALIDATE =
      AsciiString.cached("stale-while-revalidate");
  private static final AsciiString STALE_IF_ERROR = AsciiString.cached("stale-if-error");

  private boolean noStore;
  private boolean noCache;
  private boolean isPrivate;
  private boolean isPublic;
  private boolean mustUnderstand;
  private boolean noTransform;
  private long maxAge = UNSAID;
  private long longest = UNSAID;

  private CacheControl() {}

  /** Reads a response's Cache-Control fields. */
  public static CacheControl of(Fields response) {
    return of(response, HttpHeaderNames.CACHE_CONTROL);
  }

  /** Reads all fields with this name, which form one list (RFC 9110 section 5.3). */
  public static CacheControl of(Fields response, AsciiString name) {
    int at = response.indexOf(name, 0);
    if (at < 0) {
      return ABSENT;
    }
    CacheControl result = new CacheControl();
    for (; at >= 0; at = response.indexOf(name, at + 1)) {
      result.read(response.value(at));
    }
    return result;
  }

  /** Returns true for {@code no-store}: caches must not store the response unless {@code must-understand} permits it. */
  public boolean isNoStore() {
    return noStore;
  }

  /** Returns true for {@code no-cache} that applies to the whole response. */
  public boolean isNoCache() {
    return noCache;
  }

  /** Returns true for {@code private} that applies to the whole response. */
  public boolean isPrivate() {
    return isPrivate;
  }

  /** Returns true for {@code no-transform}: the content must reach the client as the server has made it. */
  public boolean isNoTransform() {
    return noTransform;
  }

  /** Returns the first {@code max-age} in seconds, or {@link #UNSAID}. A value that is no number is 0 (RFC 9111 section 4.2.1). */
  public long maxAge() {
    return maxAge;
  }

  /** Returns true if shared caches must not store the response. */
  public boolean isKeptFromMany() {
    // RFC 9111 section 5.2.2.3: a cache that understands the status ignores no-store beside
    // must-understand.
    return isPrivate || (noStore && !mustUnderstand);
  }

  /**
   * Returns true if a shared cache is explicitly permitted to reuse the response: by {@code public} or by a time above zero, even
   * one of staleness. The longest of several numbers counts, because a cache may use any of them.
   */
  public boolean isLentToMany() {
    return isPublic || longest > 0;
  }

  private void read(CharSequence list) {
    int at = 0;
    while (at < list.length()) {
      at = readDirective(list, at);
    }
  }

  /** Reads one directive from {@code start}. Returns the index after the next comma outside of quotes. */
  private int readDirective(CharSequence list, int start) {
    int from = skipSpace(list, start);
    int at = from;
    while (at < list.length() && ",= \t\"".indexOf(list.charAt(at)) < 0) {
      at++;
    }
    int nameEnd = at;
    at = skipSpace(list, at);
    int argument = -1;
    if (at < list.length() && list.charAt(at) == '=') {
      argument = skipSpace(list, at + 1);
      at = argument;
    }
    boolean quoted = false;
    while (at < list.length() && (quoted || list.charAt(at) != ',')) {
      char c = list.charAt(at);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '\\' && quoted) {
        at++;
      }
      at++;
    }
    take(list, from, nameEnd, argument);
    return at + 1;
  }

  private void take(CharSequence list, int from, int to, int argument) {
    if (is(NO_STORE, list, from, to)) {
      noStore = true;
    } else if (is(NO_CACHE, list, from, to)) {
      noCache |= argument < 0;
    } else if (is(PRIVATE, list, from, to)) {
      isPrivate |= argument < 0;
    } else if (is(PUBLIC, list, from, to)) {
      isPublic = true;
    } else if (is(MUST_UNDERSTAND, list, from, to)) {
      mustUnderstand = true;
    } else if (is(NO_TRANSFORM, list, from, to)) {
      noTransform = true;
    } else if (is(MAX_AGE, list, from, to)) {
      long seconds = seconds(list, argument);
      maxAge = maxAge == UNSAID ? seconds : maxAge;
      longest = Math.max(longest, seconds);
    } else if (is(S_MAXAGE, list, from, to)
        || is(STALE_WHILE_REVALIDATE, list, from, to)
        || is(STALE_IF_ERROR, list, from, to)) {
      longest = Math.max(longest, seconds(list, argument));
    }
  }

  private static boolean is(AsciiString name, CharSequence list, int from, int to) {
    return to - from == name.length()
        && AsciiString.regionMatchesAscii(name, true, 0, list, from, name.length());
  }

  private static long seconds(CharSequence list, int argument) {
    if (argument < 0 || argument >= list.length()) {
      return 0;
    }
    return DeltaSeconds.at(list, list.charAt(argument) == '"' ? argument + 1 : argument);
  }

  private static int skipSpace(CharSequence list, int from) {
    int at = from;
    while (at < list.length() && (list.charAt(at) == ' ' || list.charAt(at) == '\t')) {
      at++;
    }
    return at;
  }
}
