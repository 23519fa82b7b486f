package io.lychgate.gateway.http;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a response from which a shared cache decides how long it may reuse it (RFC 9111 section 4.2). A well-formed {@code
 * CDN-Cache-Control} replaces Cache-Control and Expires (RFC 9213 section 2.2). Immutable.
 *
 * @param control the directives that apply
 * @param lifetimeSeconds the explicit freshness lifetime, or {@link CacheControl#UNSAID}
 * @param ageSeconds the age at the arrival of the response: by the Age field, or by Date, whichever is more
 * @param dateSeconds seconds since 1970 of Date, or of the arrival without a valid one
 * @param modifiedSeconds seconds since 1970 of Last-Modified, or {@link #NONE}
 */
public record SharedFreshness(
    CacheControl control,
    long lifetimeSeconds,
    long ageSeconds,
    long dateSeconds,
    long modifiedSeconds) {
  /** Stands for an absent date. */
  public static final long NONE = HttpDate.NONE;

  /** RFC 9111 section 4.2.2: a typical part of the time since the last modification. */
  private static final int HEURISTIC_PART = 10;

  /** Length of the preferred format of dates (RFC 9110 section 5.6.7), and of that of asctime. */
  private static final int FIXED_DATE = "Sun, 06 Nov 1994 08:49:37 GMT".length();

  private static final int ASCTIME_DATE = "Sun Nov  6 08:49:37 1994".length();

  /**
   * Reads the fields of a response.
   *
   * @param nowSeconds seconds since 1970 at the arrival of the head
   * @param delaySeconds time from the request to the arrival
   */
  public static SharedFreshness of(Fields response, long nowSeconds, long delaySeconds) {
    boolean isTargeted = TargetedField.isUsable(response);
    CacheControl control = isTargeted
        ? CacheControl.of(response, TargetedField.CDN_CACHE_CONTROL)
        : CacheControl.of(response);
    long stated = date(response.get(HttpHeaderNames.DATE));
    long date = stated == NONE ? nowSeconds : stated;
    long apparent = Math.max(0, nowSeconds - date);
    long age = Math.max(apparent, age(response.get(HttpHeaderNames.AGE)) + delaySeconds);
    return new SharedFreshness(
        control,
        lifetime(response, control, isTargeted, date),
        age,
        date,
        date(response.get(HttpHeaderNames.LAST_MODIFIED)));
  }

  private static long lifetime(
      Fields response, CacheControl control, boolean isTargeted, long date) {
    if (control.sharedMaxAge() != CacheControl.UNSAID) {
      return control.sharedMaxAge();
    }
    if (control.maxAge() != CacheControl.UNSAID) {
      return control.maxAge();
    }
    CharSequence expires = response.get(HttpHeaderNames.EXPIRES);
    if (expires == null || isTargeted) {
      return CacheControl.UNSAID;
    }
    // RFC 9111 section 5.3: an invalid date, "0" in particular, is in the past.
    long end = date(expires);
    return end == NONE ? 0 : Math.max(0, end - date);
  }

  /**
   * Returns the lifetime of a response that states none, by the time since its last modification; {@link CacheControl#UNSAID} without
   * one.
   *
   * @param most seconds
   */
  public long heuristicSeconds(long most) {
    return modifiedSeconds == NONE || modifiedSeconds > dateSeconds
        ? CacheControl.UNSAID
        : Math.min(most, (dateSeconds - modifiedSeconds) / HEURISTIC_PART);
  }

  /**
   * Returns true if a cache may reuse the response to a request with Authorization for other clients (RFC 9111 section 3.5).
   */
  public boolean allowsAuthorized() {
    return control.isPublic()
        || control.isMustRevalidate()
        || control.sharedMaxAge() != CacheControl.UNSAID;
  }

  /** Returns the seconds of an Age field. RFC 9111 section 5.1: of several values the first counts, and an invalid one is ignored. */
  private static long age(@Nullable CharSequence field) {
    if (field == null) {
      return 0;
    }
    String text = field.toString();
    int comma = text.indexOf(',');
    String first = (comma < 0 ? text : text.substring(0, comma)).strip();
    for (int i = 0; i < first.length(); i++) {
      if (first.charAt(i) < '0' || first.charAt(i) > '9') {
        return 0;
      }
    }
    return DeltaSeconds.at(first, 0);
  }

  /** Returns the seconds since 1970 of a date in one of its three forms; {@link #NONE} for another text. */
  private static long date(@Nullable CharSequence field) {
    if (field == null) {
      return NONE;
    }
    String text = field.toString().strip();
    boolean isGmt = text.endsWith(" GMT");
    // The parser of Netty accepts more than HTTP does.
    boolean isDate = (text.length() == FIXED_DATE && isGmt && text.charAt(3) == ',')
        || (text.length() == ASCTIME_DATE && text.charAt(3) == ' ')
        || (isGmt && text.indexOf('-') > 0);
    return isDate ? HttpDate.parse(text) : NONE;
  }
}
