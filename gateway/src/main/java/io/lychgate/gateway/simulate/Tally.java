package io.lychgate.gateway.simulate;

import java.util.Map;
import java.util.TreeMap;

/** Counts of a simulation, by name. Thread-safe. */
final class Tally {
  private final Map<String, Long> counts = new TreeMap<>(); // Guarded by this.

  void add(String name) {
    add(name, 1);
  }

  synchronized void add(String name, long more) {
    counts.merge(name, more, Long::sum);
  }

  synchronized long get(String name) {
    return counts.getOrDefault(name, 0L);
  }

  /** Returns all counts in the order of their names. */
  synchronized Map<String, Long> all() {
    return new TreeMap<>(counts);
  }
}
