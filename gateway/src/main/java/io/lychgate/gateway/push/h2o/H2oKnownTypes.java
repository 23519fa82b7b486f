package io.lychgate.gateway.push.h2o;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which resources were last answered with a tracked type, so that one which the visitor has need not be asked for again only to
 * be called off. One per event loop.
 */
final class H2oKnownTypes {
  /** About 200 octets each. */
  private static final int REMEMBERED = 2048;

  private record Resource(String authority, String path) {}

  private final Map<Resource, Boolean> tracked = new LinkedHashMap<>(64, 0.75f, true) {
    @Override
    protected boolean removeEldestEntry(Map.Entry<Resource, Boolean> eldest) {
      return size() > REMEMBERED;
    }
  };

  void saw(String authority, String path, boolean isTracked) {
    tracked.put(new Resource(authority, path), isTracked);
  }

  boolean isTracked(String authority, String path) {
    return tracked.getOrDefault(new Resource(authority, path), false);
  }
}
