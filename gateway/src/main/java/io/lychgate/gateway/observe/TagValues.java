package io.lychgate.gateway.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ObjIntConsumer;

/**
 * A closed set of metric tag values, each with a small number that the data path counts by.
 *
 * <p>Numbers are given when a configuration is read, never during an exchange, and stay the same over reloads: a
 * counter must not change its meaning. Number 0 is {@link #OTHER}; it also takes what comes above the bound.
 */
public final class TagValues {
  /** Name of number 0. */
  public static final String OTHER = "other";

  private final int bound;
  private final Map<String, Integer> numbers = new HashMap<>(); // Guarded by this.
  private final List<String> names = new CopyOnWriteArrayList<>();
  private final List<ObjIntConsumer<String>> watchers = new ArrayList<>(); // Guarded by this.

  /** @param bound values at most; a reload script that invents names must not fill the memory of Prometheus */
  public TagValues(int bound) {
    this.bound = bound;
    numberOf(OTHER);
  }

  /** The number of this name, a new one if need be. Not for the data path: takes a lock. */
  public synchronized int numberOf(String name) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() >= bound) {
      return 0;
    }
    int number = names.size();
    names.add(name);
    numbers.put(name, number);
    watchers.forEach(watcher -> watcher.accept(name, number));
    return number;
  }

  /** Any thread. */
  public String name(int number) {
    return names.get(number);
  }

  /** Every number is below. */
  public int bound() {
    return bound;
  }

  public int size() {
    return names.size();
  }

  /** Tells every name that is there and every one that comes. */
  synchronized void watch(ObjIntConsumer<String> watcher) {
    for (int number = 0; number < names.size(); number++) {
      watcher.accept(names.get(number), number);
    }
    watchers.add(watcher);
  }
}
