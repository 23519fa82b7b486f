package io.lychgate.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.site.AltSvcUse;
import io.lychgate.gateway.config.site.ClientProtocol;
import io.lychgate.gateway.config.site.MatchConfig;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The route that serves a request. */
final class RouterTest {
  private static final RouteAction APP = RouteAction.ProxyAction.of("app");

  private static RouteConfig route(String id, String glob, String... methods) {
    return RouteConfig.builder(id, PathPattern.glob(glob), APP)
        .methods(Set.of(methods))
        .build();
  }

  private static SiteConfig site(String host, RouteConfig... routes) {
    return new SiteConfig(List.of(HostPattern.of(host)), List.of(routes));
  }

  private final Router router = new Router(
      List.of(
          site("*", route("any", "/*")),
          site("*.example.com", route("wild", "/*")),
          site("*.shop.example.com", route("deeper", "/*")),
          site(
              "www.example.com",
              route("all", "/*"),
              route("assets", "/assets/*"),
              route("css", "/assets/*.css"),
              route("exact", "/assets/site.css"),
              route("write", "/form", "POST", "PUT"),
              route("only", "/only", "GET"))),
      Route::toMatch);

  private String found(String host, String method, String path) {
    RouteMatch match = router.match(host, method, path);
    return match instanceof RouteMatch.Found found ? found.route().id() : "";
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "www.example.com, all",
    "a.example.com, wild",
    "a.b.example.com, wild",
    "a.shop.example.com, deeper",
    "example.com, any",
    "other.example, any",
  })
  void theMostSpecificHostWins(String host, String route) {
    assertThat(found(host, "GET", "/")).isEqualTo(route);
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    "GET, /, all",
    "GET, /assets/a.js, assets",
    "GET, /assets/a.css, css",
    "GET, /assets/site.css, exact",
    "GET, /assets, all",
    "POST, /form, write",
    "GET, /form, all",
    "DELETE, /only, all",
  })
  void theMostSpecificPathThatAllowsTheMethodWins(String method, String path, String route) {
    assertThat(found("www.example.com", method, path)).isEqualTo(route);
  }

  @Test
  void methodsOfAllMatchingRoutesAreAllowed() {
    Router small = new Router(
        List.of(site("a", route("x", "/x", "POST"), route("y", "/*", "GET", "HEAD"))),
        Route::toMatch);

    assertThat(small.match("a", "DELETE", "/x"))
        .isEqualTo(new RouteMatch.MethodNotAllowed(Set.of("GET", "HEAD", "POST")));
  }

  @Test
  void hostsAndPathsWithoutRouteDiffer() {
    Router small = new Router(List.of(site("a", route("x", "/x"))), Route::toMatch);

    assertThat(small.match("b", "GET", "/x")).isInstanceOf(RouteMatch.NoSite.class);
    assertThat(small.match("a", "GET", "/y")).isInstanceOf(RouteMatch.NoRoute.class);
    assertThat(small.hasSite("a")).isTrue();
    assertThat(small.hasSite("b")).isFalse();
  }

  @Test
  void equallySpecificRoutesKeepTheOrderOfTheFile() {
    Router same = new Router(
        List.of(
            site("a", route("first", "/x/*"), route("second", "/x/*")),
            site("a", route("later", "/x/*"))),
        Route::toMatch);

    assertThat(((RouteMatch.Found) same.match("a", "GET", "/x/y")).route().id()).isEqualTo("first");
  }

  @Test
  void everyHostOfASiteHasItsRoutes() {
    SiteConfig both = new SiteConfig(
        List.of(HostPattern.of("a"), HostPattern.of("*.b")), List.of(route("x", "/*")));
    Router small = new Router(List.of(both), Route::toMatch);

    assertThat(small.match("a", "GET", "/")).isInstanceOf(RouteMatch.Found.class);
    assertThat(small.match("w.b", "GET", "/")).isInstanceOf(RouteMatch.Found.class);
    assertThat(small.match("b", "GET", "/")).isInstanceOf(RouteMatch.NoSite.class);
    assertThat(small.routes()).hasSize(1);
  }

  @ParameterizedTest(name = "{0}, {1}: {2}")
  @CsvSource({
    "merges.example, //a//b?c//d, /a/b?c//d",
    "keeps.example, //a//b?c//d, //a//b?c//d",
    "unknown.example, //a//b, /a/b",
    "keeps.example, /a/../b/./%63, /b/c",
  })
  void slashesAreMergedUnlessTheSiteKeepsThem(String host, String target, String normal) {
    Router both = new Router(
        List.of(
            site("merges.example", route("x", "/*")),
            new SiteConfig(
                List.of(HostPattern.of("keeps.example")),
                List.of(route("y", "/*")),
                AltSvcUse.LISTENER,
                false,
                Policies.NONE,
                false)),
        Route::toMatch);

    assertThat(both.normalize(host, target)).hasToString(normal);
  }

  @Test
  void aMethodIsComparedWithItsCase() {
    assertThat(found("www.example.com", "post", "/form")).isEqualTo("all");
  }

  @Test
  void aRouterWithoutWebSocketsKnowsIt() {
    assertThat(router.takesWebSockets()).isFalse();
  }

  private static RouteConfig early(
      String id, String glob, boolean takes, MatchConfig match, String... methods) {
    return RouteConfig.builder(id, PathPattern.glob(glob), APP)
        .methods(Set.of(methods))
        .match(match)
        .earlyData(takes)
        .build();
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    "GET, /, true",
    "GET, /pay/now, false",
    "GET, /mixed/a, false",
    "GET, /mixed/safe, true",
    "GET, /strict/a, false",
    "GET, /form, true",
    "POST, /form, false",
  })
  void earlyDataNeedsTheConsentOfEachRouteThatMayServe(String method, String path, boolean takes) {
    MatchConfig http3 =
        new MatchConfig(List.of(), List.of(), List.of(), Set.of(ClientProtocol.HTTP_3), null);
    Router mixed = new Router(
        List.of(site(
            "a",
            early("all", "/*", true, MatchConfig.ANY),
            early("pay", "/pay/*", false, MatchConfig.ANY),
            early("mixed", "/mixed/*", true, http3),
            early("mixed-rest", "/mixed/*", false, MatchConfig.ANY),
            early("mixed-safe", "/mixed/safe", true, MatchConfig.ANY),
            early("strict", "/strict/*", false, http3),
            early("form", "/form", false, MatchConfig.ANY, "POST"))),
        Route::toMatch);

    assertThat(mixed.takesEarlyData("a", method, path)).isEqualTo(takes);
    assertThat(mixed.takesEarlyData("b", method, path)).isFalse();
  }

  @Test
  void noRouteTakesEarlyDataOfAPathThatNoneServes() {
    Router small =
        new Router(List.of(site("a", early("x", "/x", true, MatchConfig.ANY))), Route::toMatch);

    assertThat(small.takesEarlyData("a", "GET", "/x")).isTrue();
    assertThat(small.takesEarlyData("a", "GET", "/y")).isFalse();
  }
}
