package io.lychgate.gateway.limit;

import io.lychgate.gateway.config.policy.LimitKey;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.RateLimits;
import io.lychgate.gateway.config.policy.RateLimits.FieldUse;
import io.lychgate.gateway.config.policy.RateLimits.Limit;
import io.lychgate.gateway.config.policy.RateLimits.Rate;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.jmh.DetachedRequest;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.time.Duration;
import java.util.List;
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
 * Cost of the decision of a rate limit, as a route makes it: read the key, find the bucket, take a token, count. The requests come from
 * 1,024 clients in turn, each with a bucket. The clock is read once for 64 requests, as by a busy event loop.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RateLimitBenchmark {
  /** The limits of the route. */
  public enum Way {
    CLIENT,
    HEADER,
    ROUTE,
    /** One by client and one by header. */
    TWO,
    /** A client far above its rate. */
    REFUSED
  }

  private static final int CLIENTS = 1024;

  @Param
  public Way way = Way.CLIENT;

  private final Observatory observatory =
      new Observatory(List.of(ImmediateEventExecutor.INSTANCE), Ticker.system());
  private final DetachedRequest[] arrivals = new DetachedRequest[CLIENTS];
  private final Seen seen = new Seen();
  private RequestStep[] steps = {};
  private int next;
  private long now;

  /** Keeps the last verdict. */
  private static final class Seen implements Continuation {
    private @Nullable Verdict verdict;

    @Override
    public void then(Verdict decided) {
      verdict = decided;
    }

    @Override
    public void onCancel(Runnable stop) {}
  }

  private static Limit limit(String by, int requests, Duration period) {
    return new Limit(
        by.replace(':', '-'),
        new Rate(requests, period),
        requests,
        LimitKey.of(by).orElseThrow(),
        null,
        429,
        false,
        FieldUse.REFUSED,
        RateLimits.Scope.NODE,
        RateLimits.DEFAULT_MAX_KEYS);
  }

  @Setup(Level.Trial)
  public void build() {
    for (int i = 0; i < CLIENTS; i++) {
      Fields fields = new Fields()
          .add(FieldNames.canonical("accept"), "*/*")
          .add(FieldNames.canonical("x-api-key"), "0123456789abcdef0123456789ab" + i);
      arrivals[i] = new DetachedRequest(
          new RequestHead(AsciiString.of("GET"), true, "localhost", "/", fields, 0),
          i * 0x9e3779b97f4a7c15L);
    }
    Limit byClient = limit("client", RateLimits.MAX_REQUESTS, Duration.ofMillis(1));
    Limit byHeader = limit("header:x-api-key", RateLimits.MAX_REQUESTS, Duration.ofMillis(1));
    List<Limit> limits = switch (way) {
      case CLIENT -> List.of(byClient);
      case HEADER -> List.of(byHeader);
      case ROUTE -> List.of(limit("route", RateLimits.MAX_REQUESTS, Duration.ofMillis(1)));
      case TWO -> List.of(byClient, byHeader);
      case REFUSED -> List.of(limit("client", 1, Duration.ofHours(1)));
    };
    SharedLimits.Steps made = new SharedLimits(observatory, loop -> now)
        .steps(
            Policies.of(Policies.Level.ROUTE, List.of(new RateLimits(limits)), List.of()),
            key -> "route r",
            "r");
    steps = new RequestStep[made.beforeLogin().size() + made.afterLogin().size()];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = i < made.beforeLogin().size()
          ? made.beforeLogin().get(i)
          : made.afterLogin().get(0);
    }
  }

  @Benchmark
  public @Nullable Verdict decide() {
    int arrival = next++;
    if ((arrival & 63) == 0) {
      now = System.nanoTime();
    }
    for (RequestStep step : steps) {
      step.decide(arrivals[arrival & (CLIENTS - 1)], seen);
    }
    return seen.verdict;
  }
}
