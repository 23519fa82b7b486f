package io.lychgate.gateway.config.site;

/** Sources of servers that change while the gateway runs. */
public record DiscoveryConfig() {
  public static DiscoveryConfig defaults() {
    return new DiscoveryConfig();
  }
}
