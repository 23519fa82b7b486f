package io.lychgate.gateway.timing;

import io.lychgate.gateway.store.TimingRow;
import io.lychgate.gateway.store.TimingRow.Count;
import io.lychgate.gateway.store.ViewSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The sums of one period that is not over. Bounded: beyond its limits, pages and attributes are summed together. One thread. */
@SuppressWarnings("EnumOrdinal") // Places in memory, and in a row in the order of its columns.
final class SumWindow {
  /** Stands for all pages beyond the limit. */
  static final String OTHER = "(other)";

  /** Pages of one site with sums of their own. */
  static final int MAX_PAGES = 50;

  /** Rows of one period, each of some 10 KiB at most. */
  static final int MAX_ROWS = 1_000;

  private final long start;
  private final Map<String, Set<String>> pages = new HashMap<>();
  private final Map<TimingRow.Key, Sum> sums = new LinkedHashMap<>();

  private static final class Sum {
    private final long[] counts = new long[Count.values().length];
    private final Sketches sketches = new Sketches();
    private boolean isChanged;
  }

  SumWindow(long start) {
    this.start = start;
  }

  long start() {
    return start;
  }

  /**
   * Adds a row of the store.
   *
   * @param isView true if the view was not counted before
   */
  void add(ViewSample row, boolean isView) {
    Sum sum = sum(row);
    sum.isChanged = true;
    sum.sketches.add(row.times());
    if (isView) {
      sum.counts[Count.VIEWS.ordinal()]++;
      Count outcome = switch (row.outcome()) {
        case "failed" -> Count.FAILED;
        case "truncated" -> Count.TRUNCATED;
        case "abandoned" -> Count.ABANDONED;
        case "unreported" -> Count.UNREPORTED;
        default -> null;
      };
      if (outcome != null) {
        sum.counts[outcome.ordinal()]++;
      }
    }
  }

  private Sum sum(ViewSample row) {
    Set<String> known = pages.computeIfAbsent(row.site(), site -> new HashSet<>());
    boolean isKnown =
        known.contains(row.page()) || (known.size() < MAX_PAGES && known.add(row.page()));
    String page = isKnown ? row.page() : OTHER;
    TimingRow.Key key =
        new TimingRow.Key(row.site(), page, row.protocol(), row.cacheState(), row.device());
    Sum sum = sums.get(key);
    if (sum == null) {
      if (sums.size() >= MAX_ROWS) {
        key = new TimingRow.Key(row.site(), OTHER, row.protocol(), "", "");
      }
      sum = sums.computeIfAbsent(key, made -> new Sum());
    }
    return sum;
  }

  /** Returns the rows that have changed since the last call. */
  List<TimingRow> changed() {
    List<TimingRow> rows = new ArrayList<>();
    sums.forEach((key, sum) -> {
      if (sum.isChanged) {
        sum.isChanged = false;
        rows.add(new TimingRow(start, key, sum.counts.clone(), sum.sketches.encode()));
      }
    });
    return rows;
  }

  /** Marks rows that could not be stored as changed again. */
  void putBack(List<TimingRow> rows) {
    for (TimingRow row : rows) {
      Sum sum = sums.get(row.key());
      if (sum != null) {
        sum.isChanged = true;
      }
    }
  }
}
