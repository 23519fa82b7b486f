package io.lychgate.gateway.plugin;

import java.io.IOException;

/** Plug-ins that cannot be used. The message names the jar or the route. */
public final class PluginLoadException extends IOException {
  private static final long serialVersionUID = 1;

  PluginLoadException(String message) {
    super(message);
  }
}
