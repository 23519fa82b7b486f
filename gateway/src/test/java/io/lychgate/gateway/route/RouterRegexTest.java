package io.lychgate.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RouterRegexTest {
  private static final RouteAction APP = new RouteAction.ProxyAction("app", true, null, false);

  private static Router router(List<String> expressions) {
    List<RouteConfig> routes = new ArrayList<>();
    expressions.forEach(
        text -> routes.add(RouteConfig.of("r" + routes.size(), PathPattern.regex(text), APP)));
    routes.add(RouteConfig.of("all", PathPattern.glob("/*"), APP));
    return new Router(List.of(new SiteConfig(List.of(HostPattern.any()), routes)), Route::toMatch);
  }

  private static String routeOf(Router router, String path) {
    return router.match("a.test", "GET", path) instanceof RouteMatch.Found found
        ? found.route().id()
        : "none";
  }

  @Test
  void pathTooLongForAnExpressionDoesNotFallThroughToAnotherRoute() {
    Router router = router(List.of("^/admin(/[a-z]{1,120}){1,3}"));

    assertThat(routeOf(router, "/admin/a")).isEqualTo("r0");
    assertThat(routeOf(router, "/other")).isEqualTo("all");
    assertThat(router.match("a.test", "GET", "/admin/" + "a".repeat(8000)))
        .isInstanceOf(RouteMatch.PathTooLong.class);
  }

  @Test
  void usualExpressionsAcceptPathsOfFullLength() {
    Router router = router(List.of("^/api/v[0-9]+/", "\\.(css|js)$"));

    assertThat(routeOf(router, "/" + "a".repeat(8187) + ".css")).isEqualTo("r1");
  }

  @Test
  void expressionsShareOneLimit() {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      many.add("x[0-9]*y[0-9]*z" + i + "$");
    }
    Router router = router(many);

    assertThat(routeOf(router, "/xyz7")).isEqualTo("r7");
    assertThat(router.match("a.test", "GET", "/" + "x1".repeat(2000)))
        .isInstanceOf(RouteMatch.PathTooLong.class);
  }
}
