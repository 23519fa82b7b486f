package io.lychgate.gateway.limit;

import java.util.concurrent.ConcurrentHashMap;

/**
 * The requests in flight by key. A key without one is not kept, so the map has at most as many keys as there are requests in flight. All
 * loops share it.
 */
final class InFlight {
  private final ConcurrentHashMap<Long, Integer> counts = new ConcurrentHashMap<>();

  /** Counts a request. Returns the number of those in flight, with this one. Each call needs one of {@link #leave}. */
  int enter(long key) {
    return counts.merge(key, 1, Integer::sum);
  }

  void leave(long key) {
    counts.computeIfPresent(key, (unused, count) -> count == 1 ? null : count - 1);
  }

  int of(long key) {
    return counts.getOrDefault(key, 0);
  }

  int size() {
    return counts.size();
  }
}
