package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.AltSvcUse;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.route.PolicyChain;
import io.lychgate.gateway.route.Route;
import org.junit.jupiter.api.Test;

/** The expected think time of each route. */
final class ThinkTimesTest {
  private final ThinkTimes times = new ThinkTimes();

  private static Route route(int number) {
    RouteConfig config =
        RouteConfig.of("r" + number, PathPattern.glob("/*"), RouteAction.ProxyAction.of("app"));
    return new Route(number, 0, config, AltSvcUse.LISTENER, PolicyChain.of((context, sink) -> {
      throw new IllegalStateException("no responder");
    }));
  }

  @Test
  void routeWithoutPagesHasNoExpectedTime() {
    assertThat(times.expected(route(3))).isZero();

    times.seen(route(2), 5);
    assertThat(times.expected(route(3))).isZero();
    assertThat(times.expected(route(1000))).isZero();
  }

  @Test
  void firstPageIsBelievedAtOnce() {
    times.seen(route(1), 80_000);

    assertThat(times.expected(route(1))).isEqualTo(80_000);
  }

  @Test
  void eachLaterPageMovesTheTimeByAnEighth() {
    times.seen(route(1), 80_000);

    times.seen(route(1), 160_000);
    assertThat(times.expected(route(1))).isEqualTo(90_000);

    times.seen(route(1), 10_000);
    assertThat(times.expected(route(1))).isEqualTo(80_000);
  }

  @Test
  void timesOfRoutesStayWhenANewRouteHasAHighNumber() {
    times.seen(route(1), 1);

    times.seen(route(500), 2);

    assertThat(times.expected(route(1))).isEqualTo(1);
    assertThat(times.expected(route(500))).isEqualTo(2);
  }
}
