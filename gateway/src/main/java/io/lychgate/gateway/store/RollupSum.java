package io.lychgate.gateway.store;

import java.time.Instant;
import java.util.List;

/**
 * The sum of rows of one part in one step of a {@link RollupQuery}.
 *
 * @param counters in the order of the requested columns
 * @param spreads counts by bucket, in the order of the requested columns; empty if the rows have no values. The receiver owns them.
 */
@SuppressWarnings("ArrayRecordComponent") // A value on its way; no caller compares or keeps one.
public record RollupSum(Instant start, RollupRow.Key key, long[] counters, List<long[]> spreads) {
  public RollupSum {
    spreads = List.copyOf(spreads);
  }
}
