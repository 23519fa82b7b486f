package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.policy.Policies;
import java.util.List;

/**
 * Hosts and the routes that serve them, in file order.
 *
 * @param altSvc the Alt-Svc value of responses
 * @param mergesSlashes true if empty segments of a request's path are removed before routing
 * @param policies the policies that the site itself states
 * @param hasBench true if operators may measure its pages on its bench page
 */
public record SiteConfig(
    List<HostPattern> hosts,
    List<RouteConfig> routes,
    AltSvcUse altSvc,
    boolean mergesSlashes,
    Policies policies,
    boolean hasBench) {
  public SiteConfig {
    hosts = List.copyOf(hosts);
    routes = List.copyOf(routes);
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("hosts: none (expected: at least one)");
    }
  }

  /** Returns true if any route accepts WebSockets. */
  public boolean takesWebSockets() {
    return routes.stream().anyMatch(RouteConfig::takesWebSockets);
  }

  /** A site with the Alt-Svc value of its listener. */
  public SiteConfig(List<HostPattern> hosts, List<RouteConfig> routes) {
    this(hosts, routes, AltSvcUse.LISTENER);
  }

  /** A site that merges slashes and states no policies. */
  public SiteConfig(List<HostPattern> hosts, List<RouteConfig> routes, AltSvcUse altSvc) {
    this(hosts, routes, altSvc, true, Policies.NONE, false);
  }
}
