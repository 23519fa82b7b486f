package io.lychgate.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.condition.ConditionInput;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.Policy;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The route whose step serves a path itself, and the site that a request counts for. */
final class OwnPathsTest {
  private static final String LISTENER = "https";
  private static final int SITE_NUMBER = 7;

  /** A policy whose step serves these paths. */
  private record Login(List<String> ownPaths) implements Policy {
    @Override
    public String key() {
      return "login";
    }

    @Override
    public String summary() {
      return "requires a login";
    }
  }

  private static RouteConfig route(String id, String glob, String... ownPaths) {
    Policies policies = ownPaths.length == 0
        ? Policies.NONE
        : Policies.of(
            Policies.Level.ROUTE, List.of(new Login(List.of(ownPaths))), List.<String>of());
    return RouteConfig.builder(id, PathPattern.glob(glob), RouteAction.ProxyAction.of("app"))
        .policies(policies)
        .build();
  }

  private static SiteConfig site(String host, RouteConfig... routes) {
    return new SiteConfig(List.of(HostPattern.of(host)), List.of(routes));
  }

  private static String serving(Router router, String host, String listener, String path) {
    Route route = router.servingItself(host, listener, "GET", path, ConditionInput.BARE);
    return route == null ? "none" : route.id();
  }

  private final Router router = new Router(
      List.of(
          site(
              "shop",
              route("all", "/*"),
              route("account", "/account/*", "/callback", "/account/callback", "/account/old"),
              route("old", "/account/old"),
              route("orders", "/account/orders/*", "/callback", "/account/orders/callback")),
          site("open", route("open", "/*"))),
      Route::toMatch);

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    // No route with the policy has the path, so the most general one with the policy serves it.
    "/callback, account",
    // The route that has the path anyway has the policy.
    "/account/callback, account",
    "/account/orders/callback, orders",
    // The route that has the path does not have the policy.
    "/account/old, account",
    "/, none",
    "/account/orders, none",
  })
  void stepServesItsPathOnTheRouteThatHasIt(String path, String route) {
    assertThat(serving(router, "shop", LISTENER, path)).isEqualTo(route);
  }

  @Test
  void otherSiteHasNoneOfThePaths() {
    assertThat(serving(router, "open", LISTENER, "/callback")).isEqualTo("none");
    assertThat(serving(router, "unknown", LISTENER, "/callback")).isEqualTo("none");
  }

  @Test
  void policyOfAListenerServesThereOnly() {
    Router byListener = new Router(List.of(site("shop", route("all", "/*"))), (config, site) -> {
      Route plain = Route.toMatch(config, site);
      Policies login = Policies.of(
          Policies.Level.LISTENER, List.of(new Login(List.of("/callback"))), List.<String>of());
      PolicyChain chain = plain.chain();
      return new Route(
          plain.number(),
          plain.siteNumber(),
          config,
          plain.altSvc(),
          chain,
          Map.of(
              LISTENER, new PolicyChain(login, chain.steps(), chain.filters(), chain.responder())));
    });

    assertThat(serving(byListener, "shop", LISTENER, "/callback")).isEqualTo("all");
    assertThat(serving(byListener, "shop", "http", "/callback")).isEqualTo("none");
  }

  @Test
  void requestCountsForTheSiteOfItsHost() {
    Router numbered =
        new Router(List.of(site("shop", route("all", "/*")), site("empty")), (config, site) -> {
          Route plain = Route.toMatch(config, site);
          return new Route(plain.number(), SITE_NUMBER, config, plain.altSvc(), plain.chain());
        });

    assertThat(numbered.siteNumber("shop")).isEqualTo(SITE_NUMBER);
    assertThat(numbered.siteNumber("empty")).as("no route has a number").isEqualTo(Route.NO_SITE);
    assertThat(numbered.siteNumber("unknown")).isEqualTo(Route.NO_SITE);
    assertThat(numbered.siteName("shop")).isEqualTo("shop");
    assertThat(numbered.siteName("unknown")).isEmpty();
  }
}
