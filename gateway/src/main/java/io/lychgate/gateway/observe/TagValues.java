package io.lychgate.gateway.observe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ObjIntConsumer;

/**
 * A closed set of metric tag values. The data path counts by their small numbers.
 *
 * <p>Numbers are assigned when a configuration is read, never during an exchange. They stay the same over reloads, because a
 * counter must not change its meaning. Number 0 is {@link #OTHER}; all values above the bound share it.
 */
public final class TagValues {
  /** Name of number 0. */
  public static final String OTHER = "other";

  private final int bound;
  private final Map<String, Integer> numbers = new HashMap<>(); // Guarded by this.
  private final List<String> names = new CopyOnWriteArrayList<>();
  private final List<ObjIntConsumer<String>> watchers = new ArrayList<>(); // Guarded by this.

  /** @param bound maximum number of values; a script that reloads new names must not fill the memory of Prometheus */
  public TagValues(int bound) {
    this.bound = bound;
    numberOf(OTHER);
  }

  /** Returns the number of this name, and assigns one to a new name. It takes a lock, so the data path must not call it. */
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

  /** Returns the name of a number. Any thread. */
  public String name(int number) {
    return names.get(number);
  }

  /** Returns the exclusive upper bound of the numbers. */
  public int bound() {
    return bound;
  }

  public int size() {
    return names.size();
  }

  /** Calls the watcher with every existing name and with each new one. */
  public synchronized void watch(ObjIntConsumer<String> watcher) {
    for (int number = 0; number < names.size(); number++) {
      watcher.accept(names.get(number), number);
    }
    watchers.add(watcher);
  }
}
