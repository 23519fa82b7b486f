package io.lychgate.gateway.observe.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The watches that wait, for all loops. Written seldom and under a lock, by admin threads and by the loop that takes a watch;
 * read with each connection and, while there is one, with each request of a connection that is not recorded: one volatile read.
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
