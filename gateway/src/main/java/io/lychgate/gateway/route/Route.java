package io.lychgate.gateway.route;

import io.lychgate.gateway.config.site.AltSvcUse;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import java.util.List;
import java.util.Map;

/**
 * One route of a snapshot, compiled from its configuration.
 *
 * @param number represents the route's id in counters, and stays the same for the lifetime of the process
 * @param siteNumber represents its site in counters, in the same way
 * @param altSvc the Alt-Svc setting of its site
 * @param chain the processing of requests of this route
 * @param chains by the name of a listener that states policies: the processing of requests that arrive there, in place of {@code chain}
 */
public record Route(
    int number,
    int siteNumber,
    RouteConfig config,
    AltSvcUse altSvc,
    PolicyChain chain,
    Map<String, PolicyChain> chains) {
  /** Stands for "no route" in counters. */
  public static final int NONE = 0;

  /** Stands for "no site" in counters. */
  public static final int NO_SITE = 0;

  /** A route that is only found and never responds, such as in a plan. */
  public static Route toMatch(RouteConfig config, SiteConfig site) {
    PolicyChain chain = new PolicyChain(
        config.policies().within(site.policies()), List.of(), List.of(), (context, sink) -> {
          throw new IllegalStateException("route " + config.id() + ": no responder");
        });
    return new Route(NONE, NO_SITE, config, site.altSvc(), chain);
  }

  public Route {
    chains = Map.copyOf(chains);
  }

  /** A route with the same chain for all listeners. */
  public Route(
      int number, int siteNumber, RouteConfig config, AltSvcUse altSvc, PolicyChain chain) {
    this(number, siteNumber, config, altSvc, chain, Map.of());
  }

  /** Returns what happens to a request that arrives at a listener of this name. */
  public PolicyChain chain(String listener) {
    return chains.isEmpty() ? chain : chains.getOrDefault(listener, chain);
  }

  /**
   * Returns true if hints and pushes may be sent before the upstream authorizes the request.
   *
   * @param chosen one of the chains of this route
   */
  public boolean isPublic(PolicyChain chosen) {
    return config.isPublic() && !chosen.policies().arePrivate();
  }

  /** Returns true if a step of any chain serves paths itself. */
  boolean hasOwnPaths() {
    return !chain.policies().ownPaths().isEmpty()
        || chains.values().stream().anyMatch(each -> !each.policies().ownPaths().isEmpty());
  }

  public String id() {
    return config.id();
  }
}
