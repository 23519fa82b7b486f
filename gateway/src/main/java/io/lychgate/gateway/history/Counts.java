package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.observe.census.Tally;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one part in one period, and those of its distributions that were requested. Smaller than a {@link Tally}, which
 * has a place for each bucket.
 */
public final class Counts {
  private final long[] measures = new long[Measure.COUNT];
  private final long[] @Nullable [] spreads = new long[Spread.COUNT][];

  Counts() {}

  public long get(Measure measure) {
    return measures[measure.index()];
  }

  /** Returns the least value that the share {@code quantile} (0 to 1) does not exceed; -1 if there is no value. */
  public long quantile(Spread spread, double quantile) {
    long[] counts = spreads[spread.index()];
    return counts == null ? -1 : SpreadBuckets.quantile(counts, quantile);
  }

  void add(Measure measure, long amount) {
    measures[measure.index()] += amount;
  }

  /** Adds a counter by each index of {@link Measure}. */
  void add(long[] all) {
    Arrays.setAll(measures, i -> measures[i] + all[i]);
  }

  void add(Counts other) {
    add(other.measures);
    for (Spread spread : Spread.values()) {
      long[] added = other.spreads[spread.index()];
      if (added != null) {
        add(spread, added.clone());
      }
    }
  }

  /** Adds the counts by bucket, and keeps the array if it is the first. */
  void add(Spread spread, long[] counts) {
    long[] present = spreads[spread.index()];
    if (present == null) {
      spreads[spread.index()] = counts;
    } else {
      Arrays.setAll(present, bucket -> present[bucket] + counts[bucket]);
    }
  }

  /** Returns the counts by bucket, to be changed. */
  long[] buckets(Spread spread) {
    long[] counts = spreads[spread.index()];
    if (counts == null) {
      counts = new long[SpreadBuckets.COUNT];
      spreads[spread.index()] = counts;
    }
    return counts;
  }

  void addTo(Tally tally) {
    for (Measure measure : Measure.values()) {
      tally.add(measure, get(measure));
    }
    for (Spread spread : Spread.values()) {
      long[] counts = spreads[spread.index()];
      for (int bucket = 0; counts != null && bucket < counts.length; bucket++) {
        if (counts[bucket] != 0) {
          tally.add(spread, bucket, counts[bucket]);
        }
      }
    }
  }
}
