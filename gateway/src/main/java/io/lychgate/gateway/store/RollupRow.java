package io.lychgate.gateway.store;

import java.util.Arrays;
import java.util.List;

/**
 * The counters of one part in one period.
 *
 * @param counters in the order of the columns
 * @param spreads in the order of the columns, in the code of {@link SpreadCode}
 */
@SuppressWarnings("ArrayRecordComponent") // A value on its way; no caller compares or keeps one.
public record RollupRow(Key key, long[] counters, List<byte[]> spreads) {

  /**
   * The part that was counted.
   *
   * @param name empty for the whole
   */
  public record Key(String scope, String name, String protocol) {}

  public RollupRow {
    spreads = List.copyOf(spreads);
  }

  /** Returns the sum of both under the key of this row. */
  public RollupRow plus(RollupRow other, int buckets) {
    long[] sums = counters.clone();
    Arrays.setAll(sums, i -> sums[i] + other.counters[i]);
    return new RollupRow(key, sums, merged(other.spreads, buckets));
  }

  List<byte[]> merged(List<byte[]> others, int buckets) {
    byte[][] merged = new byte[spreads.size()][];
    Arrays.setAll(merged, i -> SpreadCode.merge(spreads.get(i), others.get(i), buckets));
    return List.of(merged);
  }
}
