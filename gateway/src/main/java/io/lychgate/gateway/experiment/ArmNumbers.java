package io.lychgate.gateway.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the arms for the counters of the loops. A number keeps its meaning for the lifetime of the process. Arms above the bound share
 * number 0, which is not read.
 */
public final class ArmNumbers {
  /** Arms that one process counts. With two arms each, that is a new experiment every day for more than a year. */
  static final int BOUND = 1024;

  private final Map<ArmName, Integer> numbers = new HashMap<>(); // Guarded by this.
  private final List<ArmName> names = new ArrayList<>(); // Guarded by this.

  /**
   * The arm of a number.
   *
   * @param createdMillis distinguishes an experiment from a deleted one with the same id
   */
  public record ArmName(String experiment, String arm, long createdMillis) {}

  public ArmNumbers() {
    names.add(new ArmName("", "", 0));
  }

  /** Returns the number of an arm. */
  public synchronized int of(ArmName name) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() >= BOUND) {
      return 0;
    }
    int number = names.size();
    names.add(name);
    numbers.put(name, number);
    return number;
  }

  synchronized List<ArmName> all() {
    return List.copyOf(names);
  }
}
