package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.store.RollupColumns;
import java.util.Arrays;
import java.util.Collection;

/** Columns of the store for the counters and distributions of a census. */
final class HistoryColumns {
  /** All, in the order of the enums. */
  static final RollupColumns ALL = new RollupColumns(
      Arrays.stream(Measure.values()).map(Measure::column).toList(),
      Arrays.stream(Spread.values()).map(Spread::column).toList(),
      SpreadBuckets.COUNT);

  private HistoryColumns() {}

  static RollupColumns of(Collection<Measure> measures, Collection<Spread> spreads) {
    return ALL.only(
        measures.stream().map(Measure::column).toList(),
        spreads.stream().map(Spread::column).toList());
  }
}
