package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.store.RollupRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Bounds the number of listeners and of sites that have rows of their own. A name keeps its rows until the day ends (UTC), so that
 * the rows of the day are bounded as well. Among new names the busiest come first.
 */
final class BoundedNames {
  /** Names of each scope. */
  static final int MOST = 32;

  /** Name for the sum of all others. */
  static final String OTHER = "other";

  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  private final Map<String, Set<String>> kept = new HashMap<>();
  private long day = Long.MIN_VALUE;

  /** Begins with the rows of this minute. */
  void begin(long minute) {
    long today = Math.floorDiv(minute, DAY_MILLIS);
    if (today != day) {
      kept.clear();
      day = today;
    }
  }

  /** Returns the rows, with {@link #OTHER} in place of a name that is one too many. Several rows may then have one key. */
  List<RollupRow> bound(List<RollupRow> rows) {
    List<RollupRow> busiest = new ArrayList<>(rows);
    busiest.sort(Comparator.comparingLong(BoundedNames::activity).reversed());
    return busiest.stream().map(this::bound).toList();
  }

  private RollupRow bound(RollupRow row) {
    RollupRow.Key key = row.key();
    if (key.scope().equals(Scope.ALL.token())) {
      return row;
    }
    Set<String> names = kept.computeIfAbsent(key.scope(), scope -> new HashSet<>());
    if (names.contains(key.name()) || (names.size() < MOST && names.add(key.name()))) {
      return row;
    }
    RollupRow.Key other = new RollupRow.Key(key.scope(), OTHER, key.protocol());
    return new RollupRow(other, row.counters(), row.spreads());
  }

  private static long activity(RollupRow row) {
    return row.counters()[Measure.REQUESTS.index()] + row.counters()[Measure.OPENED.index()];
  }
}
