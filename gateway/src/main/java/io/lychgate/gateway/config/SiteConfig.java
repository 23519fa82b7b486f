package io.lychgate.gateway.config;

import java.util.List;

/** Hosts and the routes that serve them, in file order. */
public record SiteConfig(List<HostPattern> hosts, List<RouteConfig> routes) {
  public SiteConfig {
    hosts = List.copyOf(hosts);
    routes = List.copyOf(routes);
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("hosts: none (expected: at least one)");
    }
  }
}
