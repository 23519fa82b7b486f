package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.RouteMatch;
import io.lychgate.gateway.route.Router;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Cost of the route of a path of 8 KiB, with the look-ups of its other readings at a site with rules. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PathReadingsBenchmark {
  private static final int LENGTH = 8 * 1024;

  /** A part of the path, which is repeated. */
  @Param({"/abcdef", "/a%2Fb", "/a;b=c", "/a;b%252Fc%253Bd//e%25252Ff%5C", "/;%25255C"})
  public String part = "";

  private final Router router = new Router(
      List.of(new SiteConfig(
          List.of(HostPattern.of("www.example.com")),
          List.of(
              RouteConfig.of(
                  "admin", PathPattern.glob("/admin/*"), RouteAction.ProxyAction.of("a")),
              RouteConfig.of("rest", PathPattern.glob("/*"), RouteAction.ProxyAction.of("a"))))),
      Route::toMatch);

  @Benchmark
  public void readings(Blackhole hole) {
    String path = part.repeat(LENGTH / part.length());
    hole.consume(router.match("www.example.com", "GET", path));
    Set<String> readings = PathReadings.areIn(path) ? PathReadings.of(path) : Set.of();
    if (readings != null) {
      for (String reading : readings) {
        RouteMatch match = router.match("www.example.com", "GET", reading);
        hole.consume(match);
      }
    }
  }
}
