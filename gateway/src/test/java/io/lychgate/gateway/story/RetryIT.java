package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Origin;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.SilentServer;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.handler.codec.http3.Http3Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests to a server that fails, beside one that works. Each request has a number, and the servers count its arrivals. No server is
 * ejected, so that half of the requests reach the one that fails.
 */
final class RetryIT {
  private static final int REFUSED_STREAM = 7;
  private static final int REQUESTS = 6;
  private static final Map<String, Integer> ARRIVALS = new ConcurrentHashMap<>();
  private static final List<byte[]> BODIES = new CopyOnWriteArrayList<>();
  private static final CountDownLatch HEDGE_CANCELLED = new CountDownLatch(1);
  private static final ScriptedOrigin GOOD = ScriptedOrigin.start().otherwise(visit -> {
    arrived(visit);
    BODIES.add(visit.body());
    visit.respond(200, "good");
  });
  private static final ScriptedOrigin BAD = ScriptedOrigin.start().otherwise(visit -> {
    arrived(visit);
    switch (visit.path()) {
      case "/reset" -> {
        visit.body();
        visit.reset();
      }
      case "/close" -> visit.close();
      case "/garbage" -> visit.send("I am no HTTP server\r\n\r\n");
      case "/hang" -> visit.hang();
      case "/slow" -> {
        visit.hang();
        HEDGE_CANCELLED.countDown();
      }
      case "/cut" -> {
        visit.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this");
        visit.close();
      }
      case "/soon" -> visit.respond(503, "later", "Retry-After: 1");
      case "/late" -> visit.respond(503, "later", "Retry-After: 60");
      default -> visit.respond(503, "bad");
    }
  });
  private static final Http2Origin REFUSING =
      Http2Origin.start(Http2Origin.responding((connection, stream, head) -> {
        arrived(Http2Origin.pathOf(head) + " refused");
        connection.send(
            Http2Peer.RST_STREAM,
            0,
            stream,
            ByteBuffer.allocate(4).putInt(REFUSED_STREAM).array());
      }));
  private static final Http2Origin TAKING =
      Http2Origin.start(Http2Origin.responding((connection, stream, head) -> {
        arrived(Http2Origin.pathOf(head));
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (Frame frame : connection.trace()) {
          if (frame.stream() == stream && frame.type() == Http2Peer.DATA) {
            body.writeBytes(frame.payload());
          }
        }
        BODIES.add(body.toByteArray());
        Http2Origin.respond(connection, stream, 200, "good");
      }));
  private static final ScriptedOrigin CLOSING = closing();
  private static final ScriptedOrigin CLOSING_TOO = closing();
  private static final SilentServer SILENT = SilentServer.start();

  /**
   * Serves the first request of each connection. The others cross its close, which no field has announced, or a 408 before it
   * (RFC 9110 section 15.5.9).
   */
  private static ScriptedOrigin closing() {
    Set<InputStream> served = ConcurrentHashMap.newKeySet();
    return ScriptedOrigin.start().otherwise(visit -> {
      if (served.add(visit.in())) {
        visit.body();
        visit.respond(200, "served");
      } else {
        if (visit.path().endsWith("-408")) {
          visit.respond(408, "idle", "Connection: close");
        }
        visit.close();
      }
    });
  }

  @TempDir
  static Path directory;

  private static GatewayProcess gateway;

  private static void arrived(OriginVisit visit) {
    arrived(visit.target());
  }

  private static void arrived(String target) {
    ARRIVALS.merge(target, 1, Integer::sum);
  }

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "site", "localhost");
    gateway = GatewayProcess.start(
        directory,
        """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams:
          pair:
            health: { passive: { enabled: false } }
            servers: [ "http://127.0.0.1:%1$d", "http://127.0.0.1:%2$d" ]
            retry: { perTryTimeout: 300ms, budgetPerSecond: 1000 }
          dead:
            servers: [ "http://127.0.0.1:9", "http://127.0.0.1:%5$d", "http://127.0.0.1:%2$d" ]
            connectTimeout: 300ms
          h2:
            health: { passive: { enabled: false } }
            servers: [ "h2c://127.0.0.1:%3$d", "h2c://127.0.0.1:%4$d" ]
          failing:
            health: { passive: { enabled: false } }
            servers: [ "http://127.0.0.1:%1$d", "http://localhost:%1$d" ]
            retry: { backoff: 1ms, budgetPerSecond: 1 }
          hedged:
            health: { passive: { enabled: false } }
            servers: [ "http://127.0.0.1:%1$d", "http://127.0.0.1:%2$d" ]
            retry: { hedge: { after: 100ms }, budgetPerSecond: 1000 }
          closing:
            servers: [ "http://127.0.0.1:%6$d" ]
            retry: { budget: 0%%, budgetPerSecond: 0 }
          closing-pair:
            servers: [ "http://127.0.0.1:%6$d", "http://127.0.0.1:%7$d" ]
            retry: { budget: 0%%, budgetPerSecond: 0 }
          limited:
            servers: [ "http://127.0.0.1:%1$d" ]
            maxRequests: 2
            retry: { attempts: 1 }
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { path: "/dead" }, proxy: { upstream: dead } }
              - { match: { path: "/h2" }, proxy: { upstream: h2 } }
              - { match: { path: "/failing" }, proxy: { upstream: failing } }
              - { match: { path: "/slow" }, proxy: { upstream: hedged } }
              - { match: { path: "/closing-pair*" }, proxy: { upstream: closing-pair } }
              - { match: { path: "/closing*" }, proxy: { upstream: closing } }
              - { match: { path: "/limited/*" }, proxy: { upstream: limited } }
              - { match: { path: "/once" }, proxy: { upstream: pair, retry: off } }
              - { match: { path: "/*" }, proxy: { upstream: pair } }
        accessLog: access.log
        admin: { address: "127.0.0.1:0" }
        """.formatted(
                BAD.port(),
                GOOD.port(),
                REFUSING.port(),
                TAKING.port(),
                SILENT.port(),
                CLOSING.port(),
                CLOSING_TOO.port()),
        Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    BAD.close();
    GOOD.close();
    REFUSING.close();
    TAKING.close();
    SILENT.close();
    CLOSING.close();
    CLOSING_TOO.close();
  }

  private record Reply(int status, String head, String body) {}

  /** A client in each protocol. */
  private enum Front {
    HTTP1 {
      @Override
      Reply send(String method, String path, byte[] body) {
        try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
          peer.send(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n"
              + (body.length == 0 ? "\r\n" : "Content-Length: " + body.length + "\r\n\r\n"));
          Http1Peer.Response response = peer.send(body).read();
          return new Reply(response.status(), response.head(), response.body());
        }
      }
    },
    HTTP2 {
      @Override
      Reply send(String method, String path, byte[] body) {
        try (Http2Peer peer = Http2Peer.connect(gateway.port("plain"))) {
          peer.headers(
              1,
              body.length == 0,
              ":method",
              method,
              ":scheme",
              "http",
              ":authority",
              "localhost",
              ":path",
              path);
          for (int at = 0; at < body.length; at += 16_384) {
            int end = Math.min(body.length, at + 16_384);
            if (at > 0 && at % 49_152 == 0) {
              // The window of the stream is 64 KiB at first.
              peer.readUntil(frame -> frame.type() == Http2Peer.WINDOW_UPDATE);
            }
            peer.data(1, end == body.length, Arrays.copyOfRange(body, at, end));
          }
          Http2Peer.StreamResponse response = peer.readResponse(1);
          return new Reply(response.status(), response.head(), response.body());
        }
      }
    },
    HTTP3 {
      @Override
      Reply send(String method, String path, byte[] body) throws Exception {
        try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
          Http3Headers head = Http3Request.head(method, path);
          Http3Request request = client.open();
          request.headers(head, body.length == 0);
          if (body.length > 0) {
            request.data(body, true);
          }
          request.await();
          String status = request.field("proxy-status");
          return new Reply(
              request.status(), status == null ? "" : "proxy-status: " + status, request.text());
        }
      }
    };

    abstract Reply send(String method, String path, byte[] body) throws Exception;

    Reply get(String path) throws Exception {
      return send("GET", path, new byte[0]);
    }
  }

  static Stream<Arguments> failures() {
    return Stream.of(Front.values())
        .flatMap(front -> Stream.of("/reset", "/close", "/garbage", "/hang", "/503")
            .map(path -> Arguments.of(front, path)));
  }

  private static int arrivals(String target) {
    return ARRIVALS.getOrDefault(target, 0);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("failures")
  void idempotentRequestIsServedByTheOtherServer(Front front, String path) throws Exception {
    for (int i = 0; i < REQUESTS; i++) {
      String target = path + "?get-" + front + i;

      assertThat(front.get(target))
          .as(target)
          .extracting(Reply::status, Reply::body)
          .containsExactly(200, "good");
      assertThat(arrivals(target)).isBetween(1, 2);
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("failures")
  void postArrivesOnceAndItsFailureIsNamed(Front front, String path) throws Exception {
    for (int i = 0; i < REQUESTS; i++) {
      String target = path + "?post-" + front + i;
      byte[] body = "order".getBytes(StandardCharsets.US_ASCII);

      Reply reply = front.send("POST", target, body);

      assertThat(arrivals(target)).as(target).isEqualTo(1);
      if (reply.status() != 200 && !reply.body().equals("bad")) {
        assertThat(reply.head()).contains("proxy-status: lychgate; error=");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Front.class)
  void serversWithoutAConnectionAreSkippedForEachMethod(Front front) throws Exception {
    for (int i = 0; i < 3; i++) {
      String target = "/dead?" + front + i;

      assertThat(front.send("POST", target, new byte[] {'x'}).status()).isEqualTo(200);
      assertThat(arrivals(target)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Front.class)
  void postThatAServerRefusesAsAStreamGoesToTheOtherOneAsAWhole(Front front) throws Exception {
    byte[] body = new byte[10_000];
    new Random(7).nextBytes(body);
    for (int i = 0; i < 2; i++) {
      String target = "/h2?" + front + i;

      assertThat(front.send("POST", target, body).status()).isEqualTo(200);
      assertThat(arrivals(target)).isEqualTo(1);
      assertThat(BODIES.get(BODIES.size() - 1)).isEqualTo(body);
    }
  }

  @ParameterizedTest
  @EnumSource(Front.class)
  void bodyOf64KibIsSentAgainByteForByte(Front front) throws Exception {
    byte[] body = new byte[64 * 1024];
    new Random(1).nextBytes(body);
    for (int i = 0; i < 2; i++) {
      String target = "/reset?put-" + front + i;

      assertThat(front.send("PUT", target, body).status()).isEqualTo(200);
      assertThat(BODIES.get(BODIES.size() - 1)).isEqualTo(body);
    }
  }

  @Test
  void longerBodyIsSentOnce() throws Exception {
    int failed = 0;
    for (int i = 0; i < 4; i++) {
      String target = "/reset?long-" + i;
      Reply reply = Front.HTTP1.send("PUT", target, new byte[64 * 1024 + 1]);

      assertThat(arrivals(target)).isEqualTo(1);
      failed += reply.status() == 502 ? 1 : 0;
    }
    assertThat(failed).isPositive();
  }

  @Test
  void responseThatHasBegunIsNotReplaced() throws Exception {
    int cut = 0;
    for (int i = 0; i < 4; i++) {
      String target = "/cut?" + i;
      try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
        Http1Peer.Response response =
            peer.send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
        cut += response.complete() ? 0 : 1;
      } catch (UncheckedIOException reset) {
        cut++;
      }
      assertThat(arrivals(target)).isEqualTo(1);
    }
    assertThat(cut).isPositive();
  }

  @Test
  void retryAfterIsAwaited() throws Exception {
    boolean hasWaited = false;
    for (int i = 0; i < 2; i++) {
      long start = System.nanoTime();
      assertThat(Front.HTTP1.get("/soon?" + i).status()).isEqualTo(200);
      long took = System.nanoTime() - start;
      boolean isRetry = arrivals("/soon?" + i) == 2;
      hasWaited |= isRetry;
      if (isRetry) {
        assertThat(took).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
      }
    }
    assertThat(hasWaited).isTrue();
  }

  @Test
  void responseWithALongRetryAfterIsPassedOn() throws Exception {
    Reply last = new Reply(0, "", "");
    for (int i = 0; i < 4 && last.status() != 503; i++) {
      last = Front.HTTP1.get("/late?" + i);
      assertThat(arrivals("/late?" + i)).isEqualTo(1);
    }
    assertThat(last.status()).isEqualTo(503);
    assertThat(last.head().toLowerCase(Locale.ROOT)).contains("retry-after: 60");
  }

  @Test
  void routeWithoutRetriesSendsOnce() throws Exception {
    boolean hasFailed = false;
    for (int i = 0; i < 4; i++) {
      hasFailed |= Front.HTTP1.get("/once?" + i).status() == 503;
      assertThat(arrivals("/once?" + i)).isEqualTo(1);
    }
    assertThat(hasFailed).isTrue();
  }

  @Test
  void budgetBoundsTheExtraLoadOfAnUpstreamThatFailsCompletely() throws Exception {
    int requests = 100;
    long start = System.nanoTime();
    for (int i = 0; i < requests; i++) {
      assertThat(Front.HTTP1.get("/failing").status()).isEqualTo(503);
    }
    long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);

    assertThat((long) arrivals("/failing"))
        .isBetween(requests + 15L, requests + requests / 5 + seconds + 1);
    assertThat(gateway.metric("lychgate_upstream_retries_denied_total", "upstream=\"failing\""))
        .isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/closing", "/closing-pair", "/closing-408", "/closing-pair-408"})
  void requestThatCrossesTheCloseOfAReusedConnectionNeedsNoBudget(String path) {
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      for (int i = 0; i < 20; i++) {
        assertThat(client.send(request).read().body()).as("request " + i).isEqualTo("served");
      }
    }
  }

  @Test
  void postThatCrossesTheCloseOfAReusedConnectionIsAFailure() {
    String request = "POST /closing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx";
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      assertThat(client.send(request).read().status()).isEqualTo(200);

      Http1Peer.Response crossed = client.send(request).read();

      assertThat(crossed.status()).isEqualTo(502);
      assertThat(crossed.head()).contains("error=connection_terminated");
    }
  }

  @Test
  void postGetsThe408ThatItHasCrossed() {
    String request = "POST /closing-408 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx";
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      assertThat(client.send(request).read().status()).isEqualTo(200);

      assertThat(client.send(request).read().status()).isEqualTo(408);
    }
  }

  @Test
  void hedgeIsServedAndTheSlowAttemptIsCancelled() throws Exception {
    for (int i = 0; i < 4; i++) {
      assertThat(Front.HTTP2.get("/slow?" + i).body()).isEqualTo("good");
    }

    Await.latch(HEDGE_CANCELLED);
    assertThat(gateway.metric("lychgate_upstream_hedges_total", "event=\"won\""))
        .isPositive();
    assertThat(gateway.metric("lychgate_upstream_hedges_total", "event=\"sent\""))
        .isLessThanOrEqualTo(4);
  }

  @Test
  void requestsAboveTheMaximumOfAllLoopsAreRefusedEarly() throws Exception {
    CountDownLatch held = new CountDownLatch(2);
    CountDownLatch done = new CountDownLatch(1);
    BAD.on("/limited/held", visit -> {
      held.countDown();
      Await.latch(done);
      visit.respond(200, "at last");
    });
    String request = "GET /limited/held HTTP/1.1\r\nHost: localhost\r\n\r\n";
    try (Http1Peer first = Http1Peer.connect(gateway.port("plain"));
        Http1Peer second = Http1Peer.connect(gateway.port("plain"))) {
      first.send(request);
      second.send(request);
      Await.latch(held);

      Reply refused = Front.HTTP2.get("/limited/more");

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.head()).contains("error=connection_limit_reached", "retry-after: 1");
      assertThat(
              gateway.metric("lychgate_upstream_requests_refused_total", "reason=\"max_requests\""))
          .isEqualTo(1);
      done.countDown();
      assertThat(first.read().body()).isEqualTo("at last");
      assertThat(second.read().body()).isEqualTo("at last");
    } finally {
      done.countDown();
    }
  }

  @Test
  void accessLogHasTheAttemptsAndTheLastFailure() throws Exception {
    for (int i = 0; i < 4; i++) {
      Front.HTTP1.get("/reset?logged");
    }
    for (int i = 0; i < 4; i++) {
      Front.HTTP1.send("POST", "/reset?failed", new byte[] {'x'});
    }

    Await.until(() -> {
      String log = log();
      assertThat(log).contains("\"attempts\":2");
      assertThat(log).contains("\"proxy_status\":\"connection_terminated\"");
    });
  }

  private static String log() throws IOException {
    return Files.readString(directory.resolve("access.log"));
  }
}
