package io.lychgate.gateway.push.h2o;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.gateway.config.check.Limits;

/**
 * Remembers which resources last had a response of a tracked type. The gateway then need not request a resource that the client
 * holds, only to cancel the push. One per event loop.
 */
final class H2oKnownTypes {
  /** Bytes of an entry without its strings: the key and the cache's own overhead. */
  private static final int ENTRY_BYTES = 240;

  private record Resource(String authority, String path) {}

  /** Runs its maintenance on the calling thread, so that it never waits for another thread. */
  private final Cache<Resource, Boolean> tracked = Caffeine.newBuilder()
      .executor(Runnable::run)
      .maximumWeight(Limits.H2O_KNOWN_TYPES_BYTES)
      .weigher((Resource resource, Boolean isTracked) ->
          ENTRY_BYTES + resource.authority().length() + resource.path().length())
      .build();

  void saw(String authority, String path, boolean isTracked) {
    tracked.put(new Resource(authority, path), isTracked);
  }

  boolean isTracked(String authority, String path) {
    return Boolean.TRUE.equals(tracked.getIfPresent(new Resource(authority, path)));
  }

  /** Returns the weight of all entries in bytes. */
  long bytes() {
    tracked.cleanUp();
    return tracked.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }
}
