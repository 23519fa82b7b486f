package io.lychgate.gateway.cache;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The responses of a URL that were read from the disk for one request. The memory may have dropped them at once, so this object holds their
 * bodies until the request is decided.
 */
final class LoadedResponses {
  /** The result of a disk that had nothing, or too much to do. */
  static final LoadedResponses NONE = new LoadedResponses(CacheEntry.NONE, List.of());

  private final CacheEntry entry;
  private final List<StoredBody> bodies;

  private LoadedResponses(CacheEntry entry, List<StoredBody> bodies) {
    this.entry = entry;
    this.bodies = bodies;
  }

  /** Returns the same responses, each with a reference for this object. The caller holds them meanwhile. */
  static LoadedResponses holding(List<StoredResponse> responses) {
    if (responses.isEmpty()) {
      return NONE;
    }
    List<StoredBody> bodies = new ArrayList<>(responses.size());
    CacheEntry entry = CacheEntry.NONE;
    for (StoredResponse response : responses) {
      StoredBody body = response.takeAll();
      if (body != null) {
        bodies.add(body);
        entry = entry.with(response, Long.MAX_VALUE, new ArrayList<>(0));
      }
    }
    return new LoadedResponses(entry, bodies);
  }

  /** Returns the entry in memory, or the loaded one if the memory has none. */
  @Nullable
  CacheEntry orMemory(@Nullable CacheEntry inMemory) {
    boolean isInMemory = inMemory != null && !inMemory.variants().isEmpty();
    return isInMemory || entry.variants().isEmpty() ? inMemory : entry;
  }

  /** Gives the bodies back. */
  void release() {
    bodies.forEach(StoredBody::release);
  }
}
