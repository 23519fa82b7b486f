package io.lychgate.gateway.experiment.analysis;

import java.util.List;

/** A share of the page views of each unit. */
enum Share {
  FAILED("failed", "Failed loads"),
  TRUNCATED("truncated", "Truncated loads"),
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

  String label() {
    return label;
  }

  /** Returns the share of each unit; failed and truncated loads are shares of the views that reported. */
  Distribution of(List<Sample.Unit> units) {
    return Distribution.ofUnits(units, this::of);
  }

  private double of(Sample.Unit unit) {
    return switch (this) {
      case FAILED -> (double) unit.failed / unit.reported();
      case TRUNCATED -> (double) unit.truncated / unit.reported();
      case UNREPORTED -> (double) unit.unreported / unit.viewCount;
    };
  }
}
