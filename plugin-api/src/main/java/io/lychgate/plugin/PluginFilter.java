package io.lychgate.plugin;

import org.jspecify.annotations.Nullable;

/**
 * Changes responses of a route, also those from the cache. It does not see error pages of the gateway itself. One object serves all
 * responses of its configuration, on several threads at a time.
 */
public interface PluginFilter extends AutoCloseable {
  /**
   * Edits the head of a final response. Called on an event loop, so it must not block.
   *
   * @param request the request after all steps
   * @param response valid during this call only
   * @return the transform of the body; null if the body stays as it is. A response without a body has none: it is closed at once
   */
  @Nullable
  BodyTransform filter(PluginRequest request, PluginResponse response);

  /** Releases what the filter holds. Called once, after the last request of its configuration has ended. */
  @Override
  default void close() {}
}
