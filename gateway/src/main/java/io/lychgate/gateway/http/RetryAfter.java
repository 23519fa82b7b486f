package io.lychgate.gateway.http;

import java.util.concurrent.TimeUnit;

/** The value of Retry-After (RFC 9110 section 10.2.3): seconds or a date. */
public final class RetryAfter {
  /** The longest wait that is returned for a date. No request waits for so long. */
  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  private RetryAfter() {}

  /** Returns the nanoseconds to wait; 0 if the value is over or not valid. */
  public static long nanos(CharSequence value, long wallMillis) {
    if (value.length() == 0) {
      return 0;
    }
    char first = value.charAt(0);
    if (first >= '0' && first <= '9') {
      return TimeUnit.SECONDS.toNanos(DeltaSeconds.at(value, 0));
    }
    long date = HttpDate.parse(value);
    return date == HttpDate.NONE
        ? 0
        : TimeUnit.MILLISECONDS.toNanos(
            Math.max(0, Math.min(TimeUnit.SECONDS.toMillis(date) - wallMillis, DAY_MILLIS)));
  }
}
