package io.lychgate.gateway.experiment;

import io.lychgate.gateway.experiment.analysis.Metric;
import java.util.Arrays;
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

  /** Returns the word of the API, which is that of page views, too. The store has the name of the constant. */
  public String token() {
    return metric().token();
  }

  public Metric metric() {
    return Metric.valueOf(name());
  }

  /** Returns the metric of a word. */
  public static Optional<HeadlineMetric> ofToken(String token) {
    return Arrays.stream(values()).filter(each -> each.token().equals(token)).findFirst();
  }
}
