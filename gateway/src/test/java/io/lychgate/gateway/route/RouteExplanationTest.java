package io.lychgate.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.condition.ConditionInput;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.MatchConfig;
import io.lychgate.gateway.config.site.MatchConfig.Kind;
import io.lychgate.gateway.config.site.MatchConfig.ValueTest;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.route.RouteExplanation.RouteCandidate;
import io.lychgate.gateway.route.RouteExplanation.RouteReason;
import io.lychgate.gateway.route.RouteExplanation.SiteCandidate;
import io.lychgate.gateway.route.RouteExplanation.SiteReason;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The reasons why routes serve a request or do not. */
final class RouteExplanationTest {
  private static final RouteAction APP = RouteAction.ProxyAction.of("app");

  private final Router router = new Router(
      List.of(
          site("*", route("any", PathPattern.glob("/*"))),
          site(
              "www.example.com",
              route("all", PathPattern.glob("/*")),
              route("assets", PathPattern.glob("/assets/*")),
              route("same", PathPattern.glob("/*sstesa")),
              route("digits", PathPattern.regex("^/assets/[0-9]+$")),
              route("form", PathPattern.glob("/assets/7"), "POST"),
              route("later", PathPattern.regex("^/assets/7$"))),
          site("*.example.com", route("wild", PathPattern.glob("/*"))),
          site("api.example.com", route("only", PathPattern.glob("/only"), "GET"))),
      Route::toMatch);

  private static RouteConfig route(String id, PathPattern path, String... methods) {
    return RouteConfig.builder(id, path, APP).methods(Set.of(methods)).build();
  }

  private static SiteConfig site(String host, RouteConfig... routes) {
    return new SiteConfig(List.of(HostPattern.of(host)), List.of(routes));
  }

  private static String routes(RouteExplanation explained) {
    return explained.routes().stream()
        .map(each -> each.route().id() + " " + each.reason().token())
        .collect(Collectors.joining(", "));
  }

  private static String sites(RouteExplanation explained) {
    return explained.sites().stream()
        .map(each -> each.site().hosts().get(0) + " " + each.reason().token())
        .collect(Collectors.joining(", "));
  }

  @Test
  void eachRouteOfTheSiteHasItsReason() {
    assertThat(routes(router.explain("www.example.com", "GET", "/assets/7")))
        .isEqualTo("form other-method, digits serves, later later, assets less-specific,"
            + " same other-path, all less-specific");
  }

  @Test
  void eachSiteHasItsReason() {
    assertThat(sites(router.explain("www.example.com", "GET", "/")))
        .isEqualTo("* less-specific, www.example.com serves, *.example.com less-specific,"
            + " api.example.com other-host");
  }

  @Test
  void withoutAnAllowedMethodNoRouteServes() {
    RouteExplanation explained = router.explain("api.example.com", "POST", "/only");

    assertThat(explained.match()).isEqualTo(new RouteMatch.MethodNotAllowed(Set.of("GET")));
    assertThat(routes(explained)).isEqualTo("only other-method");
  }

  @Test
  void withoutASiteThereAreNoRoutes() {
    Router small =
        new Router(List.of(site("a", route("x", PathPattern.glob("/x")))), Route::toMatch);
    RouteExplanation explained = small.explain("b", "GET", "/x");

    assertThat(explained.match()).isInstanceOf(RouteMatch.NoSite.class);
    assertThat(explained.routes()).isEmpty();
    assertThat(sites(explained)).isEqualTo("a other-host");
  }

  @Test
  void aPathTooLongForRegularExpressionsIsTheReasonOfAllRoutes() {
    String path = "/" + "a".repeat(1 << 20);
    RouteExplanation explained = router.explain("www.example.com", "GET", path);

    assertThat(explained.match()).isInstanceOf(RouteMatch.PathTooLong.class);
    assertThat(explained.routes())
        .extracting(RouteCandidate::reason)
        .containsOnly(RouteReason.PATH_TOO_LONG);
  }

  @Test
  void theConditionThatFailsIsNamed() {
    MatchConfig beta = new MatchConfig(
        List.of(new ValueTest("x-beta", Kind.EXACT, "1", null)),
        List.of(),
        List.of(),
        Set.of(),
        null);
    RouteConfig tested =
        RouteConfig.builder("beta", PathPattern.prefix("/app"), APP).match(beta).build();
    Router any = new Router(
        List.of(site("*", route("plain", PathPattern.prefix("/app")), tested)), Route::toMatch);
    ConditionInput input = ConditionInput.of(
        new RequestHead(
            AsciiString.of("GET"),
            false,
            "a",
            "/app",
            new Fields().add(AsciiString.of("x-beta"), "1"),
            0),
        null,
        null,
        false);

    assertThat(routes(any.explain("a", "GET", "/app/x")))
        .isEqualTo("beta other-condition, plain serves");
    assertThat(any.explain("a", "GET", "/app").routes().get(0).sentence())
        .endsWith("The condition: header x-beta is 1.");
    assertThat(routes(any.explain("a", "GET", "/app", input)))
        .isEqualTo("beta serves, plain fewer-conditions");
    assertThat(routes(any.explain("a", "GET", "/apps", input)))
        .isEqualTo("beta other-path, plain other-path");
  }

  @Test
  void explanationsAgreeWithANaiveChoice() {
    Random random = new Random(17);
    for (int round = 0; round < 500; round++) {
      List<SiteConfig> sites = randomSites(random);
      Router any = new Router(sites, Route::toMatch);
      for (int i = 0; i < 20; i++) {
        String host = pick(random, "a.b", "c.b", "a.c.b", "b", "x");
        String method = pick(random, "GET", "POST", "PUT");
        String path = pick(random, "/", "/a", "/ab", "/a/b", "/b", "/b/a");
        check(any, sites, host, method, path);
      }
    }
  }

  private static void check(
      Router router, List<SiteConfig> sites, String host, String method, String path) {
    RouteExplanation explained = router.explain(host, method, path);
    String what = host + " " + method + " " + path + " of " + sites;
    assertThat(explained.match()).as(what).isEqualTo(router.match(host, method, path));
    SiteConfig site = naiveSite(sites, host);
    assertThat(explained.sites().stream()
            .filter(each -> each.reason() == SiteReason.SERVES)
            .map(SiteCandidate::site)
            .toList())
        .as(what)
        .isEqualTo(site == null ? List.of() : List.of(site));
    RouteConfig route = site == null ? null : naiveRoute(site, method, path);
    assertThat(explained.routes().stream()
            .filter(each -> each.reason() == RouteReason.SERVES)
            .map(each -> each.route().config())
            .toList())
        .as(what)
        .isEqualTo(route == null ? List.of() : List.of(route));
    assertThat(
            explained.match() instanceof RouteMatch.Found found ? found.route().config() : null)
        .as(what)
        .isSameAs(route);
    explained.routes().forEach(each -> checkReason(each, method, path, what));
  }

  private static void checkReason(RouteCandidate each, String method, String path, String what) {
    RouteConfig config = each.route().config();
    boolean hasPath = config.path().matches(path);
    boolean takesIt = hasPath && config.allows(method);
    switch (each.reason()) {
      case OTHER_PATH -> assertThat(hasPath).as(what).isFalse();
      case OTHER_METHOD ->
        assertThat(hasPath && !config.allows(method)).as(what).isTrue();
      default -> assertThat(takesIt).as(what).isTrue();
    }
  }

  private static @Nullable SiteConfig naiveSite(List<SiteConfig> sites, String host) {
    SiteConfig best = null;
    int rank = -1;
    for (SiteConfig site : sites) {
      for (HostPattern pattern : site.hosts()) {
        if (pattern.matches(host) && pattern.specificity() > rank) {
          best = site;
          rank = pattern.specificity();
        }
      }
    }
    return best;
  }

  private static @Nullable RouteConfig naiveRoute(SiteConfig site, String method, String path) {
    RouteConfig best = null;
    for (RouteConfig route : site.routes()) {
      boolean takesIt = route.path().matches(path) && route.allows(method);
      if (takesIt && (best == null || route.path().specificity() > best.path().specificity())) {
        best = route;
      }
    }
    return best;
  }

  private static List<SiteConfig> randomSites(Random random) {
    List<SiteConfig> sites = new ArrayList<>();
    int id = 0;
    for (int i = 0; i < 4; i++) {
      List<RouteConfig> routes = new ArrayList<>();
      for (int j = 0; j < 4; j++) {
        PathPattern path = random.nextInt(4) == 0
            ? PathPattern.regex(pick(random, "^/a", "b$", "/a/"))
            : PathPattern.glob(pick(random, "/*", "/a*", "/a", "/*b", "/b/*", "/a/b"));
        String[] methods =
            random.nextBoolean() ? new String[0] : new String[] {pick(random, "GET", "POST")};
        routes.add(route("r" + id++, path, methods));
      }
      List<HostPattern> hosts = List.of(
          HostPattern.of(pick(random, "a.b", "c.b", "*.b", "*.c.b", "*", "b")),
          HostPattern.of(pick(random, "a.c.b", "*.b", "y")));
      sites.add(new SiteConfig(hosts, routes));
    }
    return sites;
  }

  private static String pick(Random random, String... of) {
    return of[random.nextInt(of.length)];
  }
}
