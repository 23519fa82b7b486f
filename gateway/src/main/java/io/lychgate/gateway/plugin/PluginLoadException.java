package io.lychgate.gateway.plugin;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plug-ins that cannot be used. The message names the jar or the route. */
public final class PluginLoadException extends IOException {
  private static final long serialVersionUID = 1;

  private final transient @Nullable Use use;

  /**
   * The use of a plug-in that is wrong.
   *
   * @param name name of the plug-in
   * @param keys keys of its {@code config}; the values may be secrets
   */
  public record Use(String name, Set<String> keys) {}

  PluginLoadException(String message) {
    this(message, null);
  }

  PluginLoadException(String message, @Nullable Use use) {
    super(message);
    this.use = use;
  }

  /** Returns the use that is wrong; null if a jar or the folder is. */
  public @Nullable Use use() {
    return use;
  }
}
