package io.lychgate.gateway.route;

import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.site.AltSvcUse;
import io.lychgate.gateway.config.site.RouteAction;
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

  /** RFC 9110 section 15: statuses from here on are errors. */
  private static final int FIRST_ERROR = 400;

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

  /**
   * Returns true if this route does not admit everyone that another route of its site admits.
   *
   * @param listener name of the listener, whose policies both routes have
   */
  public boolean isStricterThan(Route other, String listener) {
    return refuses()
        || chain(listener).policies().restrictMoreThan(other.chain(listener).policies());
  }

  /** Returns true if it may be stricter than other routes. */
  boolean restricts() {
    return refuses() || restricts(chain) || chains.values().stream().anyMatch(Route::restricts);
  }

  private static boolean restricts(PolicyChain chain) {
    return chain.policies().restrictMoreThan(Policies.NONE);
  }

  /** An error for all paths that no other route has is no rule of access. */
  private boolean refuses() {
    return config.action() instanceof RouteAction.FixedAction fixed
        && fixed.status() >= FIRST_ERROR
        && !config.path().text().equals("/*");
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
