package io.lychgate.gateway.observe.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The waiting watches of all loops. Admin threads, and loops that take a watch, write it seldom and under a lock. Each new
 * connection reads it with one volatile read. While a watch waits, so does each request of a connection that is not recorded.
 */
final class WatchList {
  private volatile List<Watch> waiting = List.of();

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  synchronized void add(Watch watch) {
    List<Watch> more = new ArrayList<>(waiting);
    more.add(watch);
    waiting = List.copyOf(more);
  }

  synchronized void remove(Predicate<Watch> unwanted) {
    waiting = waiting.stream().filter(unwanted.negate()).toList();
  }

  List<Watch> all() {
    return waiting;
  }
}
