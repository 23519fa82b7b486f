package io.lychgate.gateway.http.grpc;

import io.netty.util.AsciiString;
import java.util.concurrent.TimeUnit;

/** The field {@code grpc-timeout}: at most eight digits and a unit. */
public final class GrpcTimeout {
  public static final AsciiString FIELD = AsciiString.cached("grpc-timeout");

  /** The result for a value that is no timeout. */
  public static final long MALFORMED = -1;

  private static final int MAX_DIGITS = 8;
  private static final long MAX_VALUE = 99_999_999;

  private static final String UNITS = "numSMH";
  private static final TimeUnit[] TIMES = {
    TimeUnit.NANOSECONDS,
    TimeUnit.MICROSECONDS,
    TimeUnit.MILLISECONDS,
    TimeUnit.SECONDS,
    TimeUnit.MINUTES,
    TimeUnit.HOURS
  };

  private GrpcTimeout() {}

  /** Returns the nanoseconds of a value, {@link Long#MAX_VALUE} for more than a long holds, or {@link #MALFORMED}. */
  public static long nanos(CharSequence value) {
    int digits = value.length() - 1;
    if (digits < 1 || digits > MAX_DIGITS) {
      return MALFORMED;
    }
    long number = 0;
    for (int i = 0; i < digits; i++) {
      int digit = value.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return MALFORMED;
      }
      number = 10 * number + digit;
    }
    int unit = UNITS.indexOf(value.charAt(digits));
    return unit < 0 ? MALFORMED : TIMES[unit].toNanos(number);
  }

  /** Returns the value for these nanoseconds, in the finest unit that holds them. The rest is cut off. */
  public static String text(long nanos) {
    for (int i = 0; i < TIMES.length; i++) {
      long number = TIMES[i].convert(nanos, TimeUnit.NANOSECONDS);
      if (number <= MAX_VALUE) {
        return number + UNITS.substring(i, i + 1);
      }
    }
    return MAX_VALUE + "H";
  }
}
