package io.lychgate.gateway.http;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;

/**
 * The directives of the Cache-Control fields of a response or a request (RFC 9111 section 5.2). Names are case-insensitive, arguments
 * are tokens or quoted strings, and unknown directives are skipped. A targeted field (RFC 9213) is read the same way.
 *
 * <p>{@code private} and {@code no-cache} with field names apply to those {@linkplain #namedFields() fields} only and not to the
 * response.
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
  private static final AsciiString MUST_REVALIDATE = AsciiString.cached("must-revalidate");
  private static final AsciiString PROXY_REVALIDATE = AsciiString.cached("proxy-revalidate");
  private static final AsciiString MIN_FRESH = AsciiString.cached("min-fresh");
  private static final AsciiString MAX_STALE = AsciiString.cached("max-stale");
  private static final AsciiString ONLY_IF_CACHED = AsciiString.cached("only-if-cached");

  /** Field names in the arguments of all directives. More are no list that a person wrote. */
  private static final int MAX_NAMED_FIELDS = 32;

  private boolean noStore;
  private boolean noCache;
  private boolean isPrivate;
  private boolean isPublic;
  private boolean mustUnderstand;
  private boolean noTransform;
  private boolean mustRevalidate;
  private boolean proxyRevalidate;
  private boolean onlyIfCached;
  private long maxAge = UNSAID;
  private long sharedMaxAge = UNSAID;
  private long staleWhileRevalidate = UNSAID;
  private long staleIfError = UNSAID;
  private long minFresh = UNSAID;
  private long maxStale = UNSAID;
  private long longest = UNSAID;
  private List<AsciiString> namedFields = List.of();

  private CacheControl() {}

  /** Returns the directives of a text of {@link #toText}. */
  public static CacheControl ofText(String text) {
    return text.isEmpty()
        ? ABSENT
        : of(new Fields(1).add(HttpHeaderNames.CACHE_CONTROL, new AsciiString(text)));
  }

  /** Returns the directives as a text, without the names of fields in their arguments. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    flag(text, noStore, NO_STORE);
    flag(text, noCache, NO_CACHE);
    flag(text, isPrivate, PRIVATE);
    flag(text, isPublic, PUBLIC);
    flag(text, mustUnderstand, MUST_UNDERSTAND);
    flag(text, noTransform, NO_TRANSFORM);
    flag(text, mustRevalidate, MUST_REVALIDATE);
    flag(text, proxyRevalidate, PROXY_REVALIDATE);
    number(text, maxAge, MAX_AGE);
    number(text, sharedMaxAge, S_MAXAGE);
    number(text, staleWhileRevalidate, STALE_WHILE_REVALIDATE);
    number(text, staleIfError, STALE_IF_ERROR);
    return text.toString();
  }

  private static void flag(StringBuilder text, boolean isSet, AsciiString name) {
    if (isSet) {
      text.append(text.isEmpty() ? "" : ", ").append(name);
    }
  }

  private static void number(StringBuilder text, long seconds, AsciiString name) {
    if (seconds != UNSAID) {
      text.append(text.isEmpty() ? "" : ", ").append(name).append('=').append(seconds);
    }
  }

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

  /** Returns true for {@code public}. */
  public boolean isPublic() {
    return isPublic;
  }

  /** Returns true for {@code must-understand}: a cache that does not know the status must not store the response. */
  public boolean isMustUnderstand() {
    return mustUnderstand;
  }

  /** Returns true for {@code must-revalidate}. */
  public boolean isMustRevalidate() {
    return mustRevalidate;
  }

  /**
   * Returns true if a shared cache must not use the response when it is stale (RFC 9111 section 4.2.4): {@code must-revalidate}, {@code
   * proxy-revalidate}, {@code s-maxage} or {@code no-cache}.
   */
  public boolean forbidsStale() {
    return mustRevalidate || proxyRevalidate || sharedMaxAge != UNSAID || noCache;
  }

  /** Returns the first {@code s-maxage} in seconds, or {@link #UNSAID}. */
  public long sharedMaxAge() {
    return sharedMaxAge;
  }

  /** Returns {@code stale-while-revalidate} in seconds (RFC 5861), or {@link #UNSAID}. */
  public long staleWhileRevalidate() {
    return staleWhileRevalidate;
  }

  /** Returns {@code stale-if-error} in seconds (RFC 5861), or {@link #UNSAID}. */
  public long staleIfError() {
    return staleIfError;
  }

  /** Returns the {@code min-fresh} of a request in seconds, or {@link #UNSAID}. */
  public long minFresh() {
    return minFresh;
  }

  /** Returns the {@code max-stale} of a request in seconds, or {@link #UNSAID}. Without a number it is the most. */
  public long maxStale() {
    return maxStale;
  }

  /** Returns true for {@code only-if-cached} of a request. */
  public boolean isOnlyIfCached() {
    return onlyIfCached;
  }

  /** Returns the fields that {@code no-cache} and {@code private} name: a cache does not store them. */
  public List<AsciiString> namedFields() {
    return namedFields;
  }

  /** Returns true if {@code private} or {@code no-cache} may name more fields than are kept here. */
  public boolean namesTooManyFields() {
    return namedFields.size() == MAX_NAMED_FIELDS;
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
      nameFields(list, argument);
    } else if (is(PRIVATE, list, from, to)) {
      isPrivate |= argument < 0;
      nameFields(list, argument);
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
    } else if (is(S_MAXAGE, list, from, to)) {
      long seconds = seconds(list, argument);
      sharedMaxAge = sharedMaxAge == UNSAID ? seconds : sharedMaxAge;
      longest = Math.max(longest, seconds);
    } else if (is(STALE_WHILE_REVALIDATE, list, from, to)) {
      staleWhileRevalidate = seconds(list, argument);
      longest = Math.max(longest, staleWhileRevalidate);
    } else if (is(STALE_IF_ERROR, list, from, to)) {
      staleIfError = seconds(list, argument);
      longest = Math.max(longest, staleIfError);
    } else {
      takeOther(list, from, to, argument);
    }
  }

  /** Takes a directive without effect on the decisions of {@link SharedCaching}. */
  private void takeOther(CharSequence list, int from, int to, int argument) {
    if (is(MUST_REVALIDATE, list, from, to)) {
      mustRevalidate = true;
    } else if (is(PROXY_REVALIDATE, list, from, to)) {
      proxyRevalidate = true;
    } else if (is(ONLY_IF_CACHED, list, from, to)) {
      onlyIfCached = true;
    } else if (is(MIN_FRESH, list, from, to)) {
      minFresh = seconds(list, argument);
    } else if (is(MAX_STALE, list, from, to)) {
      maxStale = argument < 0 ? DeltaSeconds.MOST : seconds(list, argument);
    }
  }

  /** Takes the names in the argument of {@code no-cache} or {@code private}. */
  private void nameFields(CharSequence list, int argument) {
    if (argument < 0) {
      return;
    }
    int start = argument;
    for (int i = argument; i <= list.length(); i++) {
      char c = i == list.length() ? '"' : list.charAt(i);
      boolean isQuote = c == '"';
      if (isQuote && i == argument) {
        start = i + 1;
      } else if (isQuote || c == ',') {
        nameField(list, start, i);
        start = i + 1;
        if (isQuote || list.charAt(argument) != '"') {
          return;
        }
      }
    }
  }

  private void nameField(CharSequence list, int start, int end) {
    CharSequence name = AsciiString.trim(list.subSequence(start, end));
    if (name.length() > 0 && namedFields.size() < MAX_NAMED_FIELDS) {
      List<AsciiString> more = new ArrayList<>(namedFields);
      more.add(FieldNames.canonical(name));
      namedFields = more;
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
