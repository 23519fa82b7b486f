package io.lychgate.gateway.experiment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the arms for the counters of the loops. A number keeps its meaning for the lifetime of the process. Arms above the bound share
 * number 0, which nobody reads.
 */
public final class ArmNumbers {
  /** Arms that one process counts. With two arms each, that is a new experiment every day for more than a year. */
  static final int BOUND = 1024;

  private final Map<String, Integer> numbers = new HashMap<>(); // Guarded by this.
  private final List<ArmName> names = new ArrayList<>(); // Guarded by this.

  /** The arm of a number. */
  record ArmName(String experiment, String arm) {}

  public ArmNumbers() {
    names.add(new ArmName("", ""));
  }

  /** Returns the number of an arm by its experiment and name, with a colon between them. */
  public synchronized int of(String name) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() >= BOUND) {
      return 0;
    }
    int number = names.size();
    int colon = name.indexOf(':');
    names.add(new ArmName(name.substring(0, colon), name.substring(colon + 1)));
    numbers.put(name, number);
    return number;
  }

  synchronized List<ArmName> all() {
    return List.copyOf(names);
  }
}
