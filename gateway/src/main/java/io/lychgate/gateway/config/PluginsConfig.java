package io.lychgate.gateway.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The plug-ins of the gateway: {@code plugins}.
 *
 * @param folder absolute folder of their jars; null for none
 */
public record PluginsConfig(@Nullable Path folder) {
  private static final PluginsConfig NONE = new PluginsConfig(null);

  public static PluginsConfig none() {
    return NONE;
  }
}
