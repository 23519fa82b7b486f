package io.lychgate.gateway.experiment;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The counters of all arms on one loop. A tally is made at its first use, so a loop without experiments has none. */
public final class LoopArms {
  private final AtomicReferenceArray<@Nullable ArmTally> tallies =
      new AtomicReferenceArray<>(ArmNumbers.BOUND);

  private final NewVisitors newVisitors = new NewVisitors();

  /** Returns the bound on new visitors. Event loop only. */
  public NewVisitors newVisitors() {
    return newVisitors;
  }

  /** Returns the counters of an arm. Event loop only. */
  public ArmTally of(RunningArm arm) {
    ArmTally tally = tallies.get(arm.slot());
    if (tally == null) {
      tally = new ArmTally();
      tallies.set(arm.slot(), tally);
    }
    return tally;
  }

  /** Returns the counters of a slot; null if it was never used. Any thread. */
  @Nullable
  ArmTally at(int slot) {
    return tallies.get(slot);
  }

  /** Takes the units of all arms since the last call, by slot. Event loop only. */
  Map<Integer, ArmUnits> takeUnits() {
    Map<Integer, ArmUnits> all = new LinkedHashMap<>();
    for (int slot = 0; slot < tallies.length(); slot++) {
      ArmTally tally = tallies.get(slot);
      ArmUnits units = tally == null ? null : tally.takeUnits();
      if (units != null && !units.isEmpty()) {
        all.put(slot, units);
      }
    }
    return all;
  }
}
