package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Bytes;
import io.lychgate.gateway.testkit.LeavingClient;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.RawHttp3Peer;
import io.lychgate.gateway.testkit.RawHttp3Stream;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.SilentServer;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.WebSocketOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A cancellation releases all resources of the request, over every protocol and in every state of the exchange. All timeouts of
 * the gateway are longer than those of these tests, so that only the cancellation can release them.
 */
final class LeavingClientIT {
  private static final String YAML = """
      listeners:
        - name: tls
          address: 127.0.0.1:0
          protocols: [h3, h2, http/1.1]
          tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          timeouts: { requestBodyIdle: 10m, responseWriteIdle: 10m, tunnelIdle: 10m, drain: 1s }
        - name: plain
          address: 127.0.0.1:0
          timeouts: { requestBodyIdle: 10m, responseWriteIdle: 10m, tunnelIdle: 10m, drain: 1s }
      upstreams:
        app:
          servers: [ "http://127.0.0.1:%d" ]
          responseHeadTimeout: 10m
          responseBodyIdleTimeout: 10m
        single:
          servers: [ "http://127.0.0.1:%1$d" ]
          connectTimeout: 10m
          responseHeadTimeout: 10m
          responseBodyIdleTimeout: 10m
          maxConnections: 1
        silent: { servers: [ "http://127.0.0.1:%d" ], connectTimeout: 10m }
      sites:
        - hosts: [ localhost ]
          routes:
            - { match: { path: "/assets/*" }, static: { root: public } }
            - { match: { path: "/silent" }, proxy: { upstream: silent } }
            - { match: { path: "/single/*" }, proxy: { upstream: single } }
            - { match: { path: "/chat/*" }, proxy: { upstream: app, webSocket: true } }
            - { match: { path: "/*" }, proxy: { upstream: app } }
      admin: { address: "127.0.0.1:0" }
      """;

  private static final byte[] PIECE = new byte[64 * 1024];

  @TempDir
  static Path directory;

  private static final AtomicLong SENT = new AtomicLong();

  private static SilentServer silent;
  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;
  private static AdminPeer admin;

  @BeforeAll
  static void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    Files.createDirectories(directory.resolve("public/assets"));
    Files.write(directory.resolve("public/assets/large.bin"), new byte[32 << 20]);
    silent = SilentServer.start();
    origin = ScriptedOrigin.start()
        .on("/hangs", OriginVisit::hang)
        .on("/single/hangs", OriginVisit::hang)
        .on("/streams", visit -> {
          visit.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n");
          visit.hang();
        })
        .on("/endless", visit -> {
          visit.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n");
          flood(visit);
        })
        .on("/chat/idle", visit -> {
          WebSocketOrigin.accept(visit);
          visit.hang();
        })
        .on("/chat/endless", visit -> {
          WebSocketOrigin.accept(visit);
          flood(visit);
        });
    gateway =
        GatewayProcess.start(directory, YAML.formatted(origin.port(), silent.port()), Map.of());
    admin = AdminPeer.login(gateway.adminPort());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
    silent.close();
  }

  private static void flood(OriginVisit visit) throws IOException {
    SENT.set(0);
    while (true) {
      visit.send(PIECE, PIECE.length);
      SENT.addAndGet(PIECE.length);
    }
  }

  /** State of the exchange when its client cancels. */
  @SuppressWarnings("ImmutableEnumChecker") // Steps are lambdas without state.
  enum Moment {
    HEAD_AWAITED(request -> request.get("/hangs")),
    HEAD_AWAITED_AFTER_A_BODY(request -> request.post("/hangs", 10, new byte[10])),
    BODY_HALF_SENT(request -> request.post("/hangs", 1000, new byte[10])),
    BODY_WAITS_FOR_CONNECTION(request -> request.post("/silent", 1_000_000, new byte[160_000])),
    RESPONSE_STREAMS(request -> request.get("/streams")),
    RESPONSE_BLOCKED(request -> request.get("/endless")),
    FILE_BLOCKED(request -> request.get("/assets/large.bin")),
    TUNNEL_IDLE(request -> request.webSocket("/chat/idle")),
    TUNNEL_BLOCKED(request -> request.webSocket("/chat/endless"));

    private final Step step;

    Moment(Step step) {
      this.step = step;
    }

    boolean isBlocked() {
      return this == RESPONSE_BLOCKED || this == TUNNEL_BLOCKED;
    }

    /** Returns true if the request is complete; that of a tunnel never is. */
    boolean isRequestComplete() {
      return this != BODY_HALF_SENT
          && this != BODY_WAITS_FOR_CONNECTION
          && this != TUNNEL_IDLE
          && this != TUNNEL_BLOCKED;
    }
  }

  private interface Step {
    void take(LeavingClient.Request request) throws Exception;
  }

  static Stream<Arguments> cancellations() {
    return Arrays.stream(LeavingClient.values())
        .flatMap(client -> Arrays.stream(Moment.values())
            .filter(moment -> canBeSeen(client, moment))
            .map(moment -> Arguments.of(client, moment)));
  }

  private static boolean canBeSeen(LeavingClient client, Moment moment) {
    return switch (client) {
      case HTTP3_RESET -> !moment.isRequestComplete();
      // The alert is behind a body of which nothing more is read, and TCP continues.
      case HTTP1_TLS_CLOSE_NOTIFY -> moment != Moment.BODY_WAITS_FOR_CONNECTION;
      default -> true;
    };
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("cancellations")
  void cancellationReleasesTheExchange(LeavingClient client, Moment moment) throws Exception {
    int before = origin.requests().size();
    long started = inFlight();
    long connected = connectionsTo("app");
    try (LeavingClient.Request request = client.connect(gateway.port(client.listener()))) {
      moment.step.take(request);
      if (moment == Moment.BODY_WAITS_FOR_CONNECTION || moment == Moment.FILE_BLOCKED) {
        Await.until(() -> assertThat(inFlight()).isEqualTo(started + 1));
      } else {
        Await.until(() -> assertThat(origin.requests()).hasSizeGreaterThan(before));
      }
      if (moment.isBlocked()) {
        long unused = Await.still(SENT::get, Duration.ofMillis(100));
      }

      request.cancel();

      Await.until(() -> {
        assertThat(inFlight()).isEqualTo(started);
        assertThat(connectionsTo("app")).isLessThanOrEqualTo(connected);
      });
    }
  }

  /**
   * A request that waits for the only connection of its upstream is removed when its client leaves. The upstream never sees it, and
   * the next request gets the connection.
   */
  @ParameterizedTest
  @MethodSource("clients")
  void cancellationLeavesTheQueueForAConnection(LeavingClient client) throws Exception {
    int port = gateway.port(client.listener());
    CountDownLatch done = new CountDownLatch(1);
    origin
        .on("/single/holds", visit -> {
          Await.latch(done);
          visit.respond(200, "held");
        })
        .on("/single/next", visit -> visit.respond(200, "next"));
    int before = origin.requestsFor("/single/cancelled").size();
    List<LeavingClient.Request> holders = new ArrayList<>();
    long started = inFlight();
    try (LeavingClient.Request request = client.connect(port)) {
      // More than there are loops, so that every loop's connection is in use.
      for (int i = 0; i < 8 * Runtime.getRuntime().availableProcessors(); i++) {
        LeavingClient.Request holder = client.connect(port);
        holders.add(holder);
        holder.get("/single/holds");
      }
      Await.until(() -> assertThat(inFlight()).isEqualTo(started + holders.size()));
      request.get("/single/cancelled");
      Await.until(() -> assertThat(inFlight()).isEqualTo(started + holders.size() + 1));

      request.cancel();

      Await.until(() -> assertThat(inFlight()).isEqualTo(started + holders.size()));
      done.countDown();
      assertThat(Commands.curl("https://localhost:" + gateway.port("tls") + "/single/next")
              .out())
          .isEqualTo("next");
      assertThat(origin.requestsFor("/single/cancelled")).hasSize(before);
    } finally {
      done.countDown();
      for (LeavingClient.Request holder : holders) {
        holder.close();
      }
    }
    Await.until(() -> assertThat(inFlight()).isEqualTo(started));
  }

  static Stream<LeavingClient> clients() {
    return Arrays.stream(LeavingClient.values()).filter(client -> !client.isOfRequestOnly());
  }

  /** Ten connections with a hundred requests each are more than one turn of a loop cancels. */
  @Test
  void requestsOfManyConnectionsThatEndAtOnceAreAllCancelled() throws Exception {
    long started = inFlight();
    List<Http2Peer> clients = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Http2Peer client = Http2Peer.connect(gateway.port("plain"));
      clients.add(client);
      for (int stream = 1; stream < 200; stream += 2) {
        client.get(stream, "/single/hangs");
      }
    }
    Await.until(() -> assertThat(inFlight()).isGreaterThan(started + 500));

    clients.forEach(Http2Peer::close);

    Await.until(() -> assertThat(inFlight()).isEqualTo(started));
  }

  /** After its error, a connection of HTTP/2 lingers for its client. The server does not wait for that. */
  @Test
  void errorOfAConnectionReleasesItsExchangesBeforeTheConnectionEnds() throws Exception {
    long started = inFlight();
    long connected = clientsOfHttp2();
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      for (int stream = 1; stream < 20; stream += 2) {
        client.get(stream, "/hangs");
      }
      Await.until(() -> assertThat(inFlight()).isEqualTo(started + 10));

      client.send(Http2Peer.PING, 0, 0, new byte[7]);

      Await.until(() -> {
        assertThat(inFlight()).isEqualTo(started);
        assertThat(clientsOfHttp2()).isEqualTo(connected + 1);
      });
    }
    Await.until(() -> assertThat(clientsOfHttp2()).isEqualTo(connected));
  }

  /** Netty reports no stream events while another stream uses up the connection window. */
  @Test
  void stopSendingIsSeenWhileTheConnectionsWindowIsUsedUp() throws Exception {
    long started = inFlight();
    try (RawHttp3Peer peer = RawHttp3Peer.connect(gateway.port("tls"))) {
      peer.control();
      RawHttp3Stream blocked = peer.request();
      blocked.reading(false);
      SENT.set(0);
      blocked.send(Http3Bytes.requestFor("/endless", "GET")).end();
      long unused = Await.still(SENT::get, Duration.ofMillis(200));
      RawHttp3Stream waiting =
          peer.request(Http3Bytes.requestFor("/hangs", "GET")).end();
      Await.until(() -> assertThat(inFlight()).isEqualTo(started + 2));

      waiting.stopSending(0x10c);

      Await.until(() -> assertThat(inFlight()).isEqualTo(started + 1));
    }
    Await.until(() -> assertThat(inFlight()).isEqualTo(started));
  }

  private static long inFlight() {
    return admin.metric("lychgate_exchanges_in_flight");
  }

  private static long clientsOfHttp2() {
    return admin.metric("lychgate_connections_open{listener=\"plain\",protocol=\"h2\"");
  }

  private static long connectionsTo(String upstream) {
    return admin.metric("lychgate_upstream_connections_open{upstream=\"" + upstream + "\"");
  }
}
