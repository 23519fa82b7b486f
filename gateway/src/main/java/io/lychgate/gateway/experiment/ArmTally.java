package io.lychgate.gateway.experiment;

import io.lychgate.gateway.observe.CpuShare;
import io.lychgate.gateway.observe.Http1Share;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.observe.count.Counters;

/** The counters of one arm on one loop. The loop writes them, any thread reads them; the units are the loop's alone. */
public final class ArmTally implements CpuShare, Http1Share {
  private final Counters counts = new Counters(ArmCount.COUNT);
  private final Counters firstBytes = new Counters(SpreadBuckets.COUNT);
  private ArmUnits units = new ArmUnits();

  public void add(ArmCount what, long amount) {
    counts.add(what.index(), amount);
  }

  /**
   * Counts for the arm, and for one of its networks.
   *
   * @param network the keyed hash of the client's network
   */
  public void add(long network, ArmCount what, long amount) {
    add(what, amount);
    units.counts().add(network, what, amount);
  }

  /** Records a unit of the arm. */
  public void unit(long number) {
    units.sample().add(number);
  }

  /** Records the time from the arrival of a request to the head of its response. */
  public void firstByte(long network, long micros) {
    firstBytes.increment(SpreadBuckets.of(micros));
    units.counts().firstByte(network, micros);
  }

  @Override
  public void spent(long nanos) {
    add(ArmCount.CPU_NANOS, nanos);
  }

  @Override
  public void needed(int connections) {
    add(ArmCount.H1_EQUIVALENT, connections);
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
  ArmUnits takeUnits() {
    ArmUnits taken = units;
    if (!taken.isEmpty()) {
      units = new ArmUnits();
    }
    return taken;
  }
}
