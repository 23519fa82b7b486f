package io.lychgate.gateway.experiment;

import io.lychgate.gateway.observe.CpuShare;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.observe.count.Counters;

/** The counters of one arm on one loop. The loop writes them, any thread reads them; the units are the loop's alone. */
public final class ArmTally implements CpuShare {
  private final Counters counts = new Counters(ArmCount.COUNT);
  private final Counters firstBytes = new Counters(SpreadBuckets.COUNT);
  private UnitSample units = new UnitSample();

  public void add(ArmCount what, long amount) {
    counts.add(what.index(), amount);
  }

  /** Records a unit of the arm. */
  public void unit(long number) {
    units.add(number);
  }

  /** Records the time from the arrival of a request to the head of its response. */
  public void firstByte(long micros) {
    firstBytes.increment(SpreadBuckets.of(micros));
  }

  @Override
  public void spent(long nanos) {
    add(ArmCount.CPU_NANOS, nanos);
  }

  /** Returns a counter. Any thread. */
  public long get(ArmCount what) {
    return counts.get(what.index());
  }

  /** Returns the number of first bytes in a bucket. Any thread. */
  long firstBytes(int bucket) {
    return firstBytes.get(bucket);
  }

  /** Returns the units since the last call. Event loop only. */
  UnitSample takeUnits() {
    UnitSample taken = units;
    if (!taken.isEmpty()) {
      units = new UnitSample();
    }
    return taken;
  }
}
