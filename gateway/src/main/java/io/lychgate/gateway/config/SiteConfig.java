package io.lychgate.gateway.config;

import java.util.List;

/**
 * Hosts and the routes that serve them, in file order.
 *
 * @param altSvc what responses say of HTTP/3
 * @param mergesSlashes empty segments of a request's path are removed before a route is found
 */
public record SiteConfig(
    List<HostPattern> hosts, List<RouteConfig> routes, AltSvcUse altSvc, boolean mergesSlashes) {
  public SiteConfig {
    hosts = List.copyOf(hosts);
    routes = List.copyOf(routes);
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("hosts: none (expected: at least one)");
    }
  }

  /** Whether a client may open a WebSocket anywhere. */
  public boolean takesWebSockets() {
    return routes.stream()
        .anyMatch(
            route -> route.action() instanceof RouteAction.ProxyAction proxy && proxy.webSocket());
  }

  /** Says of HTTP/3 what its listener says. */
  public SiteConfig(List<HostPattern> hosts, List<RouteConfig> routes) {
    this(hosts, routes, AltSvcUse.LISTENER);
  }

  /** Merges slashes. */
  public SiteConfig(List<HostPattern> hosts, List<RouteConfig> routes, AltSvcUse altSvc) {
    this(hosts, routes, altSvc, true);
  }
}
