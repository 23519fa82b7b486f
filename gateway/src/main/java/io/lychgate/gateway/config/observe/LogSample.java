package io.lychgate.gateway.config.observe;

import java.time.Duration;

/**
 * The exchanges that get a line.
 *
 * @param share share of the exchanges that are neither errors nor slow, 0 to 1
 * @param errors status code from which on a response counts as an error and always gets a line
 * @param slow duration from which on an exchange always gets a line
 */
public record LogSample(double share, int errors, Duration slow) {
  /** All errors of HTTP: of clients and of servers. */
  public static final int DEFAULT_ERRORS = 400;

  public static final Duration DEFAULT_SLOW = Duration.ofSeconds(1);

  public static final LogSample ALL = new LogSample(1, DEFAULT_ERRORS, DEFAULT_SLOW);

  public LogSample {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share: " + share + " (expected: 0 to 1)");
    }
  }

  /** Returns true if every exchange gets a line. */
  public boolean isAll() {
    return share >= 1;
  }
}
