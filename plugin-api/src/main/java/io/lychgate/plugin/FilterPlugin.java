package io.lychgate.plugin;

/** A plug-in that changes responses. */
public non-sealed interface FilterPlugin extends Plugin {
  /**
   * Creates the filter for one configuration. Called when the configuration is loaded, not on an event loop.
   *
   * @throws PluginConfigException if the configuration is invalid; the gateway then keeps the one in force
   */
  PluginFilter create(PluginContext context);

  /**
   * Returns true if the filter may change bodies. The gateway then requests whole bodies without a content coding: it drops Range, If-Range
   * and Accept-Encoding from the request. Compression for the client comes after the filter. A filter that returns false changes heads
   * only.
   */
  default boolean changesBodies() {
    return true;
  }
}
