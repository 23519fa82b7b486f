package io.lychgate.gateway.http;

import org.jspecify.annotations.Nullable;

/**
 * The conditional fields of one request (RFC 9110 13.1) and their evaluation.
 *
 * <p>An invalid date counts as absent (13.1.3, 13.1.4).
 */
public record Conditions(
    @Nullable CharSequence ifMatch,
    @Nullable CharSequence ifUnmodifiedSince,
    @Nullable CharSequence ifNoneMatch,
    @Nullable CharSequence ifModifiedSince,
    @Nullable CharSequence ifRange) {

  public static final Conditions NONE = new Conditions(null, null, null, null, null);

  /** Below this age, two versions of a file may carry the same second (RFC 9110 8.8.2.2). */
  private static final long STRONG_DATE_MILLIS = 1000;

  /** Result of the evaluation. */
  public enum Verdict {
    PROCEED,
    NOT_MODIFIED,
    FAILED
  }

  /**
   * Evaluates the fields for GET and HEAD (RFC 9110 13.2.2, steps 1 to 4).
   *
   * @param modifiedSeconds time of modification in seconds since 1970
   */
  public Verdict judge(String tag, long modifiedSeconds) {
    if (ifMatch != null) {
      if (!EntityTag.matchesStrongly(ifMatch, tag)) {
        return Verdict.FAILED;
      }
    } else if (isAfter(modifiedSeconds, ifUnmodifiedSince)) {
      return Verdict.FAILED;
    }
    if (ifNoneMatch != null) {
      return EntityTag.matchesWeakly(ifNoneMatch, tag) ? Verdict.NOT_MODIFIED : Verdict.PROCEED;
    }
    return isNotAfter(modifiedSeconds, ifModifiedSince) ? Verdict.NOT_MODIFIED : Verdict.PROCEED;
  }

  /** Returns true if a Range field applies (RFC 9110 13.2.2, step 5). */
  public boolean rangeHolds(String tag, long modifiedSeconds, long nowMillis) {
    if (ifRange == null) {
      return true;
    }
    if (EntityTag.isTag(ifRange)) {
      return EntityTag.matchesStrongly(ifRange, tag);
    }
    long date = HttpDate.parse(ifRange);
    return date == modifiedSeconds && nowMillis - modifiedSeconds * 1000 > STRONG_DATE_MILLIS;
  }

  private static boolean isAfter(long modifiedSeconds, @Nullable CharSequence date) {
    long seconds = date == null ? HttpDate.NONE : HttpDate.parse(date);
    return seconds >= 0 && modifiedSeconds > seconds;
  }

  private static boolean isNotAfter(long modifiedSeconds, @Nullable CharSequence date) {
    long seconds = date == null ? HttpDate.NONE : HttpDate.parse(date);
    return seconds >= 0 && modifiedSeconds <= seconds;
  }
}
