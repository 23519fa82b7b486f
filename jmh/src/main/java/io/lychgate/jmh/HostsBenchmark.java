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
import java.util.Collections;
import java.util.List;
import java.util.Random;
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

/** Cost of finding the route of a request, by the number of hosts with ten routes each, and of building such a router. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class HostsBenchmark {
  private static final int ROUTES = 10;

  @Param({"100", "10000"})
  public int hosts;

  private List<SiteConfig> sites = List.of();
  private Router router = new Router(List.of(), Route::toMatch);
  private String[] exact = {};
  private String[] below = {};
  private int next;

  @Setup(Level.Trial)
  public void build() {
    RouteAction app = RouteAction.ProxyAction.of("app");
    List<SiteConfig> all = new ArrayList<>();
    exact = new String[hosts];
    below = new String[hosts];
    for (int i = 0; i < hosts; i++) {
      List<RouteConfig> routes = new ArrayList<>();
      for (int j = 1; j < ROUTES; j++) {
        routes.add(RouteConfig.of("r" + i + "-" + j, PathPattern.prefix("/section-" + j), app));
      }
      routes.add(RouteConfig.of("r" + i, PathPattern.glob("/*"), app));
      exact[i] = "www.tenant-" + i + ".example.com";
      below[i] = "a.b.tenant-" + i + ".example.com";
      all.add(new SiteConfig(
          List.of(HostPattern.of(exact[i]), HostPattern.of("*.tenant-" + i + ".example.com")),
          routes));
    }
    sites = all;
    router = new Router(sites, Route::toMatch);
    shuffle();
  }

  /** The hosts of requests come in no order, so that each look-up waits for memory that no cache holds. */
  private void shuffle() {
    List<String> names = new ArrayList<>(List.of(exact));
    Collections.shuffle(names, new Random(1));
    exact = names.toArray(String[]::new);
    List<String> deep = new ArrayList<>(List.of(below));
    Collections.shuffle(deep, new Random(2));
    below = deep.toArray(String[]::new);
  }

  private int next() {
    next = next + 1 == hosts ? 0 : next + 1;
    return next;
  }

  /** A name of a site. */
  @Benchmark
  public RouteMatch name() {
    return router.match(exact[next()], "GET", "/section-5/index.html");
  }

  /** A host two levels below the suffix of a site. */
  @Benchmark
  public RouteMatch suffix() {
    return router.match(below[next()], "GET", "/section-5/index.html");
  }

  /** All sites and routes anew, as for each reload. */
  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public Router reload() {
    return new Router(sites, Route::toMatch);
  }
}
