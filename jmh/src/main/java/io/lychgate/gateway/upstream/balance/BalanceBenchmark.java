package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.config.site.BalanceConfig.Hash;
import io.lychgate.gateway.config.site.BalanceConfig.Policy;
import io.lychgate.gateway.config.site.BalanceConfig.Source;
import io.lychgate.gateway.config.site.BalanceConfig.Sticky;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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

/**
 * Cost of choosing a server, by policy and number of servers. Weights are 1 to 3, and each server has some requests in progress, so that
 * no policy has a short cut. The clock stands still but for the looks at all servers, one in 10 ms, which the figures contain.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BalanceBenchmark {
  /** The policies, and a request whose sticky cookie names its server. */
  public enum Way {
    ROUND_ROBIN,
    LEAST_REQUESTS,
    TWO_CHOICES,
    HASH,
    STICKY
  }

  @Param
  public Way way = Way.ROUND_ROBIN;

  @Param({"3", "100"})
  public int servers;

  private final UpstreamServers upstream = new UpstreamServers("app");
  private final Visit[] visits = new Visit[1024];
  private SelectionPolicy policy = upstream.current().policy();
  private int next;

  /** A request with a key or a cookie. */
  private record Visit(RequestHead request, @Nullable Affinity affinity)
      implements BalancedRequest {
    @Override
    public long client() {
      return 7;
    }

    @Override
    public @Nullable ServerState avoided() {
      return null;
    }
  }

  @Setup(Level.Trial)
  public void build() {
    upstream.configure(config());
    List<Endpoint> endpoints = new ArrayList<>();
    for (int i = 0; i < servers; i++) {
      endpoints.add(Endpoint.of(
          new ServerConfig(ServerConfig.Scheme.HTTP, "10.0.0." + i, 3000, 1 + i % 3, 0, "")));
    }
    upstream.update(endpoints);
    List<ServerState> states = upstream.current().servers();
    for (int i = 0; i < servers; i++) {
      for (int k = 0; k < 4 + i % 3 * 4; k++) {
        states.get(i).began(this);
      }
    }
    for (int i = 0; i < visits.length; i++) {
      Fields fields = new Fields()
          .add(FieldNames.canonical("x-user"), "user-" + i)
          .add(
              FieldNames.canonical("cookie"),
              "pin="
                  + Objects.requireNonNullElse(upstream.stickyValue(states.get(i % servers)), ""));
      RequestHead request =
          new RequestHead(AsciiString.of("GET"), false, "localhost", "/", fields, 0);
      visits[i] = new Visit(request, upstream.affinity(request, 7));
    }
    policy = upstream.current().policy();
  }

  private BalanceConfig config() {
    return new BalanceConfig(
        way == Way.STICKY ? Policy.ROUND_ROBIN : Policy.valueOf(way.name()),
        new Hash(new BalanceConfig.Key(Source.HEADER, "x-user"), 1.25),
        way == Way.STICKY ? new Sticky("pin", null) : null,
        Duration.ZERO,
        70,
        "");
  }

  @Benchmark
  public int choose() {
    int visit = next++ & (visits.length - 1);
    // An event loop reads its clock once a turn, not for each request.
    return policy.choose(visits[visit], (next >>> 8) * 8_000L);
  }
}
