package io.lychgate.jmh;

import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.RouteMatch;
import io.lychgate.gateway.route.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of finding the route of a request, by the number of routes. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RouterBenchmark {
  @Param({"1", "10", "100", "1000"})
  public int routes;

  private Router router = new Router(List.of(), Route::toMatch);

  @Setup(Level.Trial)
  public void build() {
    RouteAction app = RouteAction.ProxyAction.of("app");
    List<RouteConfig> configs = new ArrayList<>();
    for (int i = 1; i < routes; i++) {
      configs.add(RouteConfig.of("r" + i, PathPattern.glob("/section-" + (1000 + i) + "/*"), app));
    }
    configs.add(RouteConfig.of("rest", PathPattern.glob("/*"), app));
    router = new Router(
        List.of(new SiteConfig(List.of(HostPattern.of("www.example.com")), configs)),
        Route::toMatch);
  }

  /** The least specific route, tried after all others. */
  @Benchmark
  public RouteMatch last() {
    return router.match("www.example.com", "GET", "/index.html");
  }

  /** The first of the more specific routes. */
  @Benchmark
  public RouteMatch first() {
    return router.match("www.example.com", "GET", "/section-1001/index.html");
  }
}
