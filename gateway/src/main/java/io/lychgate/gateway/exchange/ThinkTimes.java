package io.lychgate.gateway.exchange;

import io.lychgate.gateway.route.Route;
import java.util.Arrays;

/** Recent think times of the pages of each route, as seen by this loop. Event loop only. */
final class ThinkTimes {
  /** Weight of the newest page: an eighth, as in TCP's smoothed round-trip time (RFC 6298 section 2). */
  private static final int SHIFT = 3;

  /** Think time in nanoseconds by route number; 0 is unknown. Numbers are few and dense. */
  private long[] smoothed = {};

  /** Returns the think time in nanoseconds; 0 for a route without a measured page. */
  long expected(Route route) {
    return route.number() < smoothed.length ? smoothed[route.number()] : 0;
  }

  void seen(Route route, long nanos) {
    int number = route.number();
    if (number >= smoothed.length) {
      smoothed = Arrays.copyOf(smoothed, Math.max(16, 2 * number));
    }
    long before = smoothed[number];
    smoothed[number] = before == 0 ? nanos : before + ((nanos - before) >> SHIFT);
  }
}
