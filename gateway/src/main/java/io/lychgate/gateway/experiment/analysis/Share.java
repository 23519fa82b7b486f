package io.lychgate.gateway.experiment.analysis;

import java.util.List;

/** A share of the page views of each unit. */
enum Share {
  FAILED("failed", "Failed loads"),
  TRUNCATED("truncated", "Truncated loads"),
  ABANDONED("abandoned", "Page views left before the load"),
  UNREPORTED("unreported", "Page views without a report");

  private final String token;
  private final String label;

  Share(String token, String label) {
    this.token = token;
    this.label = label;
  }

  String token() {
    return token;
  }

  /** Returns true if a difference is judged: a visitor who leaves, or does not report, has no failure. */
  boolean isJudged() {
    return this == FAILED || this == TRUNCATED;
  }

  String label() {
    return label;
  }

  /** Returns the share of each unit; all but {@link #UNREPORTED} are shares of the views that reported. */
  Distribution of(List<Sample.Unit> units) {
    return Distribution.ofUnits(units, this::of);
  }

  private double of(Sample.Unit unit) {
    return switch (this) {
      case FAILED -> (double) unit.failed / unit.reported();
      case TRUNCATED -> (double) unit.truncated / unit.reported();
      case ABANDONED -> (double) unit.abandoned / unit.reported();
      case UNREPORTED -> (double) unit.unreported / unit.viewCount;
    };
  }
}
