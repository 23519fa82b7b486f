package io.lychgate.gateway.message;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;

/**
 * What the Cache-Control fields of a response say (RFC 9111 section 5.2.2), read directive by directive: names in any case,
 * arguments as tokens or quoted strings, unknown directives skipped. A targeted field (RFC 9213) is read the same way.
 *
 * <p>{@code private} and {@code no-cache} with field names speak of those fields alone, not of the response: they count as if
 * they were not there.
 */
public final class CacheControl {
  /** A directive with a number is not there. */
  public static final long UNSAID = -1;

  /** There is no such field: shared. */
  private static final CacheControl SILENT = new CacheControl();

  private static final AsciiString NO_STORE = AsciiString.cached("no-store");
  private static final AsciiString NO_CACHE = AsciiString.cached("no-cache");
  private static final AsciiString PRIVATE = AsciiString.cached("private");
  private static final AsciiString PUBLIC = AsciiString.cached("public");
  private static final AsciiString MUST_UNDERSTAND = AsciiString.cached("must-understand");
  private static final AsciiString MAX_AGE = AsciiString.cached("max-age");
  private static final AsciiString S_MAXAGE = AsciiString.cached("s-maxage");
  private static final AsciiString STALE_WHILE_REVALIDATE =
      AsciiString.cached("stale-while-revalidate");
  private static final AsciiString STALE_IF_ERROR = AsciiString.cached("stale-if-error");

  private boolean noStore;
  private boolean noCache;
  private boolean ofOne;
  private boolean ofAll;
  private boolean mustUnderstand;
  private long maxAge = UNSAID;
  private long longest = UNSAID;

  private CacheControl() {}

  /** Of a response's Cache-Control fields. */
  public static CacheControl of(Fields response) {
    return of(response, HttpHeaderNames.CACHE_CONTROL);
  }

  /** Of fields with this name, all of which make one list (RFC 9110 section 5.3). */
  public static CacheControl of(Fields response, AsciiString name) {
    int at = response.indexOf(name, 0);
    if (at < 0) {
      return SILENT;
    }
    CacheControl says = new CacheControl();
    for (; at >= 0; at = response.indexOf(name, at + 1)) {
      says.read(response.value(at));
    }
    return says;
  }

  /** {@code no-store}: no cache that knows nothing better keeps it. */
  public boolean isNoStore() {
    return noStore;
  }

  /** {@code no-cache} for the whole response. */
  public boolean isNoCache() {
    return noCache;
  }

  /** {@code private} for the whole response. */
  public boolean isPrivate() {
    return ofOne;
  }

  /** The first {@code max-age} in seconds, or {@link #UNSAID}. What is no number has no lifetime (RFC 9111 section 4.2.1). */
  public long maxAge() {
    return maxAge;
  }

  /** Whether caches that many visitors share are forbidden to keep it. */
  public boolean isKeptFromMany() {
    // RFC 9111 section 5.2.2.3: who understands the status disregards the no-store beside it.
    return ofOne || (noStore && !mustUnderstand);
  }

  /**
   * Whether such a cache is told that it may answer others with it: by {@code public} or by any time, be it of staleness. Of
   * several numbers the longest counts, as any may be the one that a cache takes.
   */
  public boolean isLentToMany() {
    return ofAll || longest > 0;
  }

  private void read(CharSequence list) {
    int at = 0;
    while (at < list.length()) {
      at = readDirective(list, at);
    }
  }

  /** Reads from {@code start} to behind the next comma that is in no quotes. */
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
      ofOne |= argument < 0;
    } else if (is(PUBLIC, list, from, to)) {
      ofAll = true;
    } else if (is(MUST_UNDERSTAND, list, from, to)) {
      mustUnderstand = true;
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
