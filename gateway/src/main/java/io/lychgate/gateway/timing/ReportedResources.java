package io.lychgate.gateway.timing;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The resources in one report, and the number of those that were dropped, by reason. Not thread-safe. */
final class ReportedResources {
  private final List<BrowserLane.Row> rows = new ArrayList<>();
  private final Map<ResourceOutcome, Integer> dropped = new EnumMap<>(ResourceOutcome.class);

  /** Resources that the script did not send. */
  private int unsent;

  void unsent(int count) {
    unsent = count;
  }

  void drop(ResourceOutcome why) {
    dropped.merge(why, 1, Integer::sum);
  }

  /** Adds a resource if it is plausible and within the bounds. */
  void add(BrowserLane.Row row) {
    ResourceOutcome refusal = refusal(row);
    if (refusal == null) {
      rows.add(row);
    } else {
      drop(refusal);
    }
  }

  private @Nullable ResourceOutcome refusal(BrowserLane.Row row) {
    String path = row.path();
    if (path.length() > LaneRequest.MAX_PATH) {
      return ResourceOutcome.TOO_LONG;
    }
    if (!path.startsWith("/") || path.startsWith("//") || path.indexOf('?') >= 0) {
      return ResourceOutcome.OTHER_ORIGIN;
    }
    if (!Plausibility.isPlausible(row)) {
      return ResourceOutcome.ABSURD;
    }
    return isFull() ? ResourceOutcome.TOO_MANY : null;
  }

  boolean isFull() {
    return rows.size() >= BrowserLane.MAX_ROWS;
  }

  boolean isEmpty() {
    return rows.isEmpty() && dropped.isEmpty();
  }

  List<BrowserLane.Row> rows() {
    return rows;
  }

  /** Counts all of them: those that are not dropped have this outcome. */
  void countAs(ResourceOutcome outcome, TimingCounts counts) {
    counts.count(outcome, rows.size());
    dropped.forEach(counts::count);
  }

  BrowserLane toLane() {
    return new BrowserLane(
        unsent + dropped.values().stream().mapToInt(Integer::intValue).sum(), rows);
  }
}
