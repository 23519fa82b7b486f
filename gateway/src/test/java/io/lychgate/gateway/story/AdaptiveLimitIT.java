package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Alone;
import io.lychgate.gateway.testkit.GatewayExtension;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/** Twice the load that a server can serve: with an adaptive limit requests are fast or refused at once; without one they all wait. */
@Alone
final class AdaptiveLimitIT {
  private static final int AT_ONCE = 4;
  private static final long SERVICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Twice the 80 requests a second that the server can serve. */
  private static final int PER_SECOND = 160;

  /** Requests a second that are never queued. Their times show how busy the machine is. */
  private static final int UNLOADED_PER_SECOND = 40;

  private static final int SECONDS = 8;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .upstreams(
          "limited: { servers: [ 'http://127.0.0.1:${ORIGIN}' ], clientShare: 100,"
              + " concurrency: { mode: gradient, min: 2 }, retry: { attempts: 1 } }",
          "open: { servers: [ 'http://127.0.0.1:${ORIGIN}' ], clientShare: 100,"
              + " retry: { attempts: 1 } }",
          "unloaded: { servers: [ 'http://127.0.0.1:${ORIGIN}' ], retry: { attempts: 1 } }")
      .routes(
          "- { match: { path: '/limited' }, proxy: { upstream: limited } }",
          "- { match: { path: '/open' }, proxy: { upstream: open } }",
          "- { match: { path: '/unloaded' }, proxy: { upstream: unloaded } }");

  private record Result(int status, long nanos) {}

  @BeforeEach
  void serve() {
    Semaphore capacity = new Semaphore(AT_ONCE, true);
    GATEWAY.origin().on("/unloaded", visit -> {
      LockSupport.parkNanos(SERVICE_NANOS);
      visit.respond(200, "served");
    });
    GATEWAY.origin().otherwise(visit -> {
      capacity.acquire();
      try {
        // The work of the server.
        LockSupport.parkNanos(SERVICE_NANOS);
      } finally {
        capacity.release();
      }
      visit.respond(200, "served");
    });
  }

  /** Sends requests at a constant rate, whatever becomes of them. Returns the results of the second half. */
  private static List<Result> offer(String path, int perSecond) throws Exception {
    HttpClient client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest request = HttpRequest.newBuilder(URI.create(GATEWAY.http(path))).build();
    List<CompletableFuture<Result>> sent = Collections.synchronizedList(new ArrayList<>());
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try {
      var unused = clock.scheduleAtFixedRate(
          () -> {
            long start = System.nanoTime();
            sent.add(client
                .sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .thenApply(reply -> new Result(reply.statusCode(), System.nanoTime() - start)));
          },
          0,
          TimeUnit.SECONDS.toNanos(1) / perSecond,
          TimeUnit.NANOSECONDS);
      clock.schedule(() -> {}, SECONDS, TimeUnit.SECONDS).get();
    } finally {
      clock.shutdownNow();
    }
    List<Result> results = new ArrayList<>();
    for (CompletableFuture<Result> each : sent.subList(sent.size() / 2, sent.size())) {
      results.add(each.get(1, TimeUnit.MINUTES));
    }
    return results;
  }

  private static long p99Millis(List<Result> results, int status) {
    long[] nanos = results.stream()
        .filter(each -> each.status() == status)
        .mapToLong(Result::nanos)
        .sorted()
        .toArray();
    return TimeUnit.NANOSECONDS.toMillis(nanos[(int) (nanos.length * 0.99)]);
  }

  @Test
  void admittedRequestsStayFastAndOthersAreRefusedAtOnce() throws Exception {
    FutureTask<List<Result>> offered =
        new FutureTask<>(() -> offer("/unloaded", UNLOADED_PER_SECOND));
    new Thread(offered, "unloaded").start();
    List<Result> limited = offer("/limited", PER_SECOND);
    List<Result> unloaded = offered.get();
    long served = limited.stream().filter(each -> each.status() == 200).count();
    long refused = limited.stream().filter(each -> each.status() == 503).count();
    List<Result> open = offer("/open", PER_SECOND);
    LoggerFactory.getLogger(AdaptiveLimitIT.class)
        .warn(
            "unloaded p99 {} ms; limited: {} served, p99 {} ms; {} refused, p99 {} ms; without limit p99 {} ms",
            p99Millis(unloaded, 200),
            served,
            p99Millis(limited, 200),
            refused,
            p99Millis(limited, 503),
            p99Millis(open, 200));

    assertThat(served + refused).isEqualTo(limited.size());
    assertThat((double) served / limited.size()).isBetween(0.3, 0.7);
    assertThat(p99Millis(limited, 200)).isLessThan(4 * p99Millis(unloaded, 200));
    assertThat(p99Millis(limited, 503)).isLessThan(p99Millis(limited, 200));
    assertThat(p99Millis(open, 200)).isGreaterThan(5 * p99Millis(limited, 200));
    assertThat(
            GATEWAY.process().metric("lychgate_upstream_concurrency_limit", "upstream=\"limited\""))
        .isBetween(2.0, 40.0);
  }
}
