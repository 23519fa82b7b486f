package io.lychgate.gateway.doctor;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;

/**
 * The round-trip times at which a setting has its cost.
 *
 * @param millis one or more
 * @param isMeasured true if a running gateway has measured them at its visitors, false for typical values
 */
record RoundTrips(List<Double> millis, boolean isMeasured) {
  /** A visitor in the same country, on another continent's near coast, and on a slow mobile link. */
  private static final RoundTrips TYPICAL = new RoundTrips(List.of(20.0, 50.0, 150.0), false);

  RoundTrips {
    millis = List.copyOf(millis);
  }

  static RoundTrips typical() {
    return TYPICAL;
  }

  static RoundTrips measured(double millis) {
    return new RoundTrips(List.of(millis), true);
  }

  /** Returns the time of some round trips, for example {@code 40/100/300 ms at 20/50/150 ms (assumed)}. */
  String cost(double trips) {
    return text(trips) + " ms" + at();
  }

  /** Returns a rate for each round-trip time, for example {@code 71 KB/s}. The formula takes seconds. */
  String rate(DoubleUnaryOperator bytesPerSecond) {
    return millis.stream()
            .map(each -> number(bytesPerSecond.applyAsDouble(each / 1000) / 1000))
            .collect(Collectors.joining("/"))
        + " KB/s" + at();
  }

  private String at() {
    return " at a round trip of " + text(1) + (isMeasured ? " ms (measured)" : " ms (assumed)");
  }

  private String text(double factor) {
    return millis.stream().map(each -> number(each * factor)).collect(Collectors.joining("/"));
  }

  private static String number(double value) {
    return value < 10 && value != Math.rint(value)
        ? String.format(Locale.ROOT, "%.1f", value)
        : String.format(Locale.ROOT, "%.0f", value);
  }
}
