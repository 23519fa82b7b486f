package io.lychgate.gateway.experiment.analysis;

import java.time.Duration;
import java.util.List;

/** A property of a page view by which arms are compared and adjusted. */
enum CovariateKind {
  HOUR("hour", List.of("00-06 UTC", "06-12 UTC", "12-18 UTC", "18-24 UTC")),
  NETWORK("network", List.of("slow-2g", "2g", "3g", "4g", "unknown")),
  DEVICE("device", List.of("desktop", "mobile", "tablet", "other")),
  CACHE("cache", List.of("cold", "revalidated", "warm"));

  private static final long QUARTER_OF_DAY = Duration.ofHours(6).toMillis();

  private final String token;

  /** All levels. A view with another text has the last one. */
  @SuppressWarnings("ImmutableEnumChecker") // From List.of.
  private final List<String> levels;

  CovariateKind(String token, List<String> levels) {
    this.token = token;
    this.levels = levels;
  }

  String token() {
    return token;
  }

  List<String> levels() {
    return levels;
  }

  int level(Observation view) {
    if (this == HOUR) {
      return (int) (Math.floorMod(view.at(), 4 * QUARTER_OF_DAY) / QUARTER_OF_DAY);
    }
    String text = switch (this) {
      case NETWORK -> view.network();
      case DEVICE -> view.device();
      default -> view.cacheState();
    };
    int level = levels.indexOf(text);
    return level < 0 ? levels.size() - 1 : level;
  }
}
