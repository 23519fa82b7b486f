package io.lychgate.plugin;

/** A plug-in that chooses the servers of an upstream. */
public non-sealed interface SelectionPlugin extends Plugin {
  /**
   * Creates the policy for one configuration. Called when the configuration is loaded, not on an event loop.
   *
   * @throws PluginConfigException if the configuration is invalid; the gateway then keeps the one in force
   */
  PluginSelection create(PluginContext context);
}
