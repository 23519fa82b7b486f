package io.lychgate.gateway.push.h2o;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.gateway.config.Limits;

/**
 * Which resources were last answered with a tracked type, so that one which the visitor has need not be asked for again only to
 * be called off. One per event loop.
 */
final class H2oKnownTypes {
  /** Octets of an entry without its texts: key, and the cache's own. */
  private static final int ENTRY_OCTETS = 240;

  private record Resource(String authority, String path) {}

  /** Tidied up where it is used, because other threads must not wait for it. */
  private final Cache<Resource, Boolean> tracked = Caffeine.newBuilder()
      .executor(Runnable::run)
      .maximumWeight(Limits.H2O_KNOWN_TYPES_BYTES)
      .weigher((Resource resource, Boolean isTracked) ->
          ENTRY_OCTETS + resource.authority().length() + resource.path().length())
      .build();

  void saw(String authority, String path, boolean isTracked) {
    tracked.put(new Resource(authority, path), isTracked);
  }

  boolean isTracked(String authority, String path) {
    return Boolean.TRUE.equals(tracked.getIfPresent(new Resource(authority, path)));
  }

  /** What is kept now. */
  long octets() {
    tracked.cleanUp();
    return tracked.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }
}
