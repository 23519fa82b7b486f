package io.lychgate.gateway.config.policy;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One use of a plug-in by a route or an upstream.
 *
 * @param name name of the plug-in
 * @param config its {@code config}: texts, numbers, flags, lists and maps. It may hold secrets, so it is never printed
 * @param timeout time for a decision, or for a piece of a body
 */
public record PluginUse(String name, Map<String, Object> config, Duration timeout) {
  /** Default. Long enough for a question to another server, and shorter than the patience of most clients. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

  /** More would hold the bodies of many requests in memory. */
  public static final Duration LONGEST = Duration.ofSeconds(30);

  public PluginUse {
    // Map.copyOf does not keep the order of the file.
    config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
    if (timeout.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "timeout: " + timeout.toSeconds() + "s (expected: at most " + LONGEST.toSeconds() + "s)");
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
