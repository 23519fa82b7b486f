package io.lychgate.gateway.experiment;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The number of the headline metric that is compared. */
public enum HeadlineStatistic {
  MEDIAN,
  MEAN,
  P80,
  P95;

  /** Returns the word of the API and of the store. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the statistic of a word. */
  public static Optional<HeadlineStatistic> ofToken(String token) {
    return Arrays.stream(values()).filter(each -> each.token().equals(token)).findFirst();
  }
}
