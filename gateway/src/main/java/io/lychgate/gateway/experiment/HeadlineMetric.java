package io.lychgate.gateway.experiment;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The one metric by which an experiment is decided. It is chosen before the start, so that none is picked afterwards. */
public enum HeadlineMetric {
  TTFB,
  FIRST_PAINT,
  FCP,
  LCP,
  INP,
  CLS,
  DCL,
  LOAD,
  STATICS,
  LEAD;

  /** Returns the word of the API and of the store. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the metric of a word. */
  public static Optional<HeadlineMetric> ofToken(String token) {
    return Arrays.stream(values()).filter(each -> each.token().equals(token)).findFirst();
  }
}
