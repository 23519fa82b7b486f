package io.lychgate.gateway.timing;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bounded number of places that sites share. A site has at most a multiple of those that are still free, so that a busy one leaves room
 * for the others (dynamic thresholds, Choudhury and Hahne, IEEE/ACM Transactions on Networking 6, 1998). Thread-safe.
 */
final class SitePlaces {
  private final int places;
  private final int multiple;
  private final AtomicInteger taken = new AtomicInteger();
  private final ConcurrentHashMap<String, Integer> bySite = new ConcurrentHashMap<>();

  /** @param multiple 1 lets one site alone have a half of all places, 3 lets it have three quarters */
  SitePlaces(int places, int multiple) {
    this.places = places;
    this.multiple = multiple;
  }

  /** Returns the number of places that are taken. */
  int taken() {
    return taken.get();
  }

  /** Returns true if a site may take another place. */
  boolean hasRoom(String site) {
    return hasRoom(bySite.getOrDefault(site, 0), taken.get());
  }

  private boolean hasRoom(int own, int all) {
    return own < (long) multiple * (places - all);
  }

  /** Takes a place, also one that there is no room for. */
  void take(String site) {
    taken.incrementAndGet();
    bySite.merge(site, 1, Integer::sum);
  }

  /** Takes a place if there is room, and returns true if it did. */
  boolean takeIfRoom(String site) {
    int others = taken.getAndIncrement();
    int own = bySite.merge(site, 1, Integer::sum) - 1;
    boolean hasRoom = hasRoom(own, others);
    if (!hasRoom) {
      giveBack(site);
    }
    return hasRoom;
  }

  void giveBack(String site) {
    bySite.computeIfPresent(site, (name, own) -> own > 1 ? (Integer) (own - 1) : null);
    taken.decrementAndGet();
  }
}
