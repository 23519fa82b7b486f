package io.lychgate.plugin;

/** A plug-in that decides on requests. */
public non-sealed interface StepPlugin extends Plugin {
  /**
   * Creates the step for one configuration. Called when the configuration is loaded, not on an event loop.
   *
   * @throws PluginConfigException if the configuration is invalid; the gateway then keeps the one in force
   */
  PluginStep create(PluginContext context);

  /**
   * Returns true if the step admits everyone to the same pages, so that hints and pushes may be sent ahead of them, and shared caches may
   * store them. By default a route with a step counts as not public.
   */
  default boolean keepsPublic() {
    return false;
  }
}
