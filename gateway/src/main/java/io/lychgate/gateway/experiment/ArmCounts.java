package io.lychgate.gateway.experiment;

import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.store.ArmStore;
import io.lychgate.gateway.store.SpreadCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The counts of one arm on all nodes.
 *
 * @param counts in the order of {@link ArmCount}
 * @param firstBytes number of responses by bucket of their time to the first byte, in microseconds
 * @param networks counts of single client networks in the last hours
 */
@SuppressWarnings("ArrayRecordComponent") // A value on its way; no caller compares or keeps one.
public record ArmCounts(
    String arm, long[] counts, long[] firstBytes, UnitSample units, UnitCounts networks) {
  public long get(ArmCount what) {
    return counts[what.index()];
  }

  /** Returns a quantile of the time to the first byte in milliseconds; negative if there are no responses. */
  public double firstByteMillis(double quantile) {
    long micros = SpreadBuckets.quantile(firstBytes, quantile);
    return micros < 0 ? -1 : micros / 1_000.0;
  }

  /**
   * Reads the counts of all arms of a design, in its order.
   *
   * @param from milliseconds since 1970; earlier periods are left out, but not their units
   */
  public static List<ArmCounts> read(ArmStore store, Design design, long from) {
    Map<String, ArmCounts> arms = new LinkedHashMap<>();
    for (Arm arm : design.arms()) {
      arms.put(
          arm.name(),
          new ArmCounts(
              arm.name(),
              new long[ArmCount.COUNT],
              new long[SpreadBuckets.COUNT],
              new UnitSample(),
              new UnitCounts()));
    }
    store.forEach(design.id(), from, row -> {
      ArmCounts sum = arms.get(row.arm());
      if (sum != null) {
        for (int i = 0; i < sum.counts.length; i++) {
          sum.counts[i] += row.counts()[i];
        }
        SpreadCode.addTo(sum.firstBytes, row.firstBytes());
      }
    });
    for (ArmStore.Units each : store.units(design.id())) {
      ArmCounts sum = arms.get(each.arm());
      if (sum != null) {
        sum.units.addAll(UnitSample.decoded(each.code()));
      }
    }
    store.forEachCounts(design.id(), from, (arm, code) -> {
      ArmCounts sum = arms.get(arm);
      if (sum != null) {
        sum.networks.addAll(UnitCounts.decoded(code));
      }
    });
    return new ArrayList<>(arms.values());
  }
}
