package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.ResponseCaches;
import io.lychgate.gateway.cache.ResponseStore;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.CacheCount;

/** The response cache of the data path, for the admin plane. */
final class CachedResponses implements ResponseCaches {
  private final ResponseStore store;
  private final Observatory observatory;

  CachedResponses(DataPath dataPath) {
    this.store = dataPath.responses();
    this.observatory = dataPath.observatory();
  }

  @Override
  public View view() {
    return new View(
        store.bytes(),
        store.memory(),
        store.urls(),
        store.evictions(),
        sum(CacheCount.HIT),
        sum(CacheCount.STALE),
        sum(CacheCount.VALIDATED),
        sum(CacheCount.COALESCED),
        sum(CacheCount.MISS),
        sum(CacheCount.PASS),
        sum(CacheCount.SAVED_BYTES),
        new Twins(
            store.twinsMade(),
            store.twinsDropped(),
            store.twinsWaiting(),
            store.twinBytesIn(),
            store.twinBytesOut()));
  }

  private long sum(CacheCount what) {
    long sum = 0;
    for (int route = 0; route < observatory.cachedRoutes().size(); route++) {
      int number = route;
      sum += observatory.sum(loop -> loop.get(what, number));
    }
    return sum;
  }

  @Override
  public int purge(Kind kind, String value) {
    return switch (kind) {
      case URL -> store.purge(value);
      case PREFIX -> store.purgePrefix(value);
      case TAG -> store.purgeTag(value);
      case ALL -> store.purgeAll();
    };
  }
}
