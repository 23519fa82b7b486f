package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.WebSocketOrigin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rates of requests, requests in flight and sizes, at a gateway with real clients. */
final class LimitIT {
  private static final String[] UPGRADE = {
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
  };

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;
  private static int clients;

  private CountDownLatch mayRespond;
  private CountDownLatch isInFlight;

  private static String yaml(int logins) {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: direct, address: "127.0.0.1:0" }
          - { name: proxied, address: "127.0.0.1:0", trustedProxies: [ 127.0.0.0/8 ] }
          - name: strict
            address: 127.0.0.1:0
            trustedProxies: [ 127.0.0.0/8 ]
            policies: { rateLimits: [ { name: all, rate: 3/h } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes:
              - id: login
                match: { path: "/login" }
                proxy: { upstream: app }
                policies: { rateLimits: [ { name: logins, rate: %d/h, fields: all } ] }
              - id: key
                match: { path: "/key" }
                proxy: { upstream: app }
                policies: { rateLimits: [ { name: keys, rate: 2/h, by: "header:X-Api-Key" } ] }
              - id: trial
                match: { path: "/trial" }
                proxy: { upstream: app }
                policies: { rateLimits: [ { name: trial, rate: 1/h, dryRun: true } ] }
              - id: slow
                match: { path: "/slow*" }
                proxy: { upstream: app, webSocket: true }
                policies: { concurrency: [ { name: slow, max: 1, status: 429 } ] }
              - id: upload
                match: { path: "/upload*" }
                proxy: { upstream: app }
                policies:
                  sizes: { maxRequestBodySize: 10KiB, maxHeaderSize: 600, maxHeaderCount: 8, maxTargetSize: 40 }
              - id: free
                match: { path: "/free" }
                proxy: { upstream: app }
                policies: { off: [ rateLimits ] }
              - { id: rest, match: { path: "/*" }, proxy: { upstream: app } }
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port(), logins);
  }

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "site", "localhost");
    origin = ScriptedOrigin.start().otherwise(visit -> {
      int length = visit.body().length;
      visit.respond(200, "served " + length);
    });
    gateway = GatewayProcess.start(directory, yaml(2), Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  @BeforeEach
  void script() {
    mayRespond = new CountDownLatch(1);
    isInFlight = new CountDownLatch(1);
    origin
        .on("/slow", visit -> {
          isInFlight.countDown();
          Await.latch(mayRespond);
          visit.respond(200, "slow");
        })
        .on("/slow-dies", visit -> visit.reset())
        .on("/slow-socket", WebSocketOrigin::echoFrames);
  }

  /** Returns an address that no other test has used. */
  private static String fresh() {
    return "198.51.100." + ++clients;
  }

  private static String get(String path, String client, String... fields) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: " + client + "\r\n"
        + String.join("", List.of(fields).stream().map(field -> field + "\r\n").toList()) + "\r\n";
  }

  private static Http1Peer.Response send(
      String listener, String path, String client, String... fields) {
    try (Http1Peer peer = Http1Peer.connect(gateway.port(listener))) {
      return peer.send(get(path, client, fields)).read();
    }
  }

  private static List<Integer> statuses(String listener, String path, String... clients) {
    List<Integer> statuses = new ArrayList<>();
    for (String client : clients) {
      statuses.add(send(listener, path, client).status());
    }
    return statuses;
  }

  private static double counted(String limit, String outcome) {
    return gateway.metric(
        "lychgate_limit_requests_total", "limit=\"" + limit + "\"", "outcome=\"" + outcome + "\"");
  }

  // Rates.

  @Test
  void refusalTellsTheClientWhenToComeBack() {
    String client = fresh();
    Http1Peer.Response first = send("proxied", "/login", client);
    send("proxied", "/login", client);
    Http1Peer.Response third = send("proxied", "/login", client);

    assertThat(first.status()).isEqualTo(200);
    assertThat(first.head().lines())
        .contains("ratelimit-policy: \"logins\";q=2;w=3600", "ratelimit: \"logins\";r=1;t=1800");
    assertThat(third.status()).isEqualTo(429);
    assertThat(third.head().lines())
        .contains("ratelimit-policy: \"logins\";q=2;w=3600")
        .anyMatch(line -> line.matches("ratelimit: \"logins\";r=0;t=(1800|1799)"))
        .anyMatch(line -> line.matches("retry-after: (1800|1799)"));
    assertThat(third.body()).isEqualTo("429 Too Many Requests (http_request_denied)\n");
    assertThat(send("proxied", "/login", fresh()).status()).isEqualTo(200);
  }

  @Test
  void addressesOfOneNetworkAndOtherSpellingsShareALimit() {
    assertThat(statuses(
            "proxied",
            "/login",
            "2001:db8:7::1",
            "2001:db8:7:0:ffff:1:2:3",
            "2001:DB8:7::99",
            "2001:db8:7:1::1"))
        .containsExactly(200, 200, 429, 200);
    assertThat(statuses(
            "proxied",
            "/login",
            "203.0.113.50",
            "::ffff:203.0.113.50",
            "::ffff:cb00:7132",
            "[::FFFF:203.0.113.50]:4711"))
        .containsExactly(200, 200, 429, 429);
  }

  @Test
  void forgedForwardingFieldIsNoWayAround() {
    String client = fresh();
    assertThat(statuses(
            "proxied", "/login", "1.1.1.1, " + client, "2.2.2.2, " + client, "unknown, " + client))
        .containsExactly(200, 200, 429);
    assertThat(statuses("direct", "/login", fresh(), fresh(), fresh()))
        .containsExactly(200, 200, 429);
  }

  @Test
  void headerCountsInAnySpellingOfItsNameAndFallsBackToTheClient() {
    assertThat(send("proxied", "/key", fresh(), "X-Api-Key: k1").status()).isEqualTo(200);
    assertThat(send("proxied", "/key", fresh(), "x-API-key:   k1  ").status()).isEqualTo(200);
    assertThat(send("proxied", "/key", fresh(), "X-Api-Key: k1").status()).isEqualTo(429);
    assertThat(send("proxied", "/key", fresh(), "X-Api-Key: k2").status()).isEqualTo(200);
    String large = "X-Api-Key: " + "k".repeat(20_000);
    assertThat(send("proxied", "/key", fresh(), large).status()).isEqualTo(200);

    String client = fresh();
    assertThat(statuses("proxied", "/key", client, client, client)).containsExactly(200, 200, 429);
  }

  @Test
  void http2AndHttp3ClientsGetTheSameRefusal() throws Exception {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      statuses.add(Integer.parseInt(Commands.curl(
              "-o",
              "/dev/null",
              "-w",
              "%{http_code}",
              "--http2",
              "-H",
              "X-Api-Key: h2",
              "https://localhost:" + gateway.port("tls") + "/key")
          .expectSuccess()
          .out()));
    }
    assertThat(statuses).containsExactly(200, 200, 429);

    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      for (int i = 0; i < 3; i++) {
        Http3Request request = client.open();
        request.headers(Http3Request.head("GET", "/key").add("x-api-key", "h3"), true);
        request.await();
        assertThat(request.status()).isEqualTo(i < 2 ? 200 : 429);
        assertThat(request.field("ratelimit-policy"))
            .isEqualTo(i < 2 ? null : "\"keys\";q=2;w=3600");
      }
    }
  }

  @Test
  void limitOfAListenerCountsAllItsRoutesTogether() {
    String client = fresh();

    assertThat(statuses("strict", "/a", client, client)).containsExactly(200, 200);
    assertThat(statuses("strict", "/b", client, client)).containsExactly(200, 429);
    assertThat(statuses("strict", "/login", client, client, client)).containsExactly(200, 200, 429);
    assertThat(statuses("strict", "/free", client, client)).containsExactly(200, 200);
    assertThat(statuses("proxied", "/a", client)).containsExactly(200);
  }

  @Test
  void dryRunIsCountedAndShownAndRefusesNothing() {
    String client = fresh();

    assertThat(statuses("proxied", "/trial", client, client, client))
        .containsExactly(200, 200, 200);

    assertThat(counted("trial", "dry_run")).isEqualTo(2);
    assertThat(counted("trial", "admitted")).isEqualTo(1);
    assertThat(AdminPeer.login(gateway.adminPort()).get("/routes").toString())
        .contains("limits rates: trial 1/h by client, dry run "
            + "(1 admitted, 0 refused, 2 refused in dry run)");
  }

  @Test
  void reloadKeepsTheCountsOfUnchangedLimits() {
    String client = fresh();
    assertThat(statuses("proxied", "/key", client, client, client)).containsExactly(200, 200, 429);
    assertThat(statuses("proxied", "/login", client, client, client))
        .containsExactly(200, 200, 429);

    gateway.apply(yaml(3));
    assertThat(statuses("proxied", "/key", client)).containsExactly(429);
    assertThat(statuses("proxied", "/login", client, client, client, client))
        .containsExactly(200, 200, 200, 429);
    gateway.apply(yaml(2));
  }

  // Requests in flight.

  private static int slow(String client) {
    return send("proxied", "/slow-dies", client).status();
  }

  /** Expects that a request of this client is admitted again, which its origin then resets. */
  private static void assertIsFree(String client) {
    Await.until(() -> assertThat(slow(client)).isEqualTo(502));
  }

  @Test
  void secondRequestWaitsForNoneAndIsRefused() {
    String client = fresh();
    try (Http1Peer first = Http1Peer.connect(gateway.port("proxied"))) {
      first.send(get("/slow", client));
      Await.latch(isInFlight);
      assertThat(slow(client)).isEqualTo(429);
      assertThat(slow(fresh())).isEqualTo(502);
      mayRespond.countDown();
      assertThat(first.read().body()).isEqualTo("slow");
    }
    assertIsFree(client);
    assertIsFree(client);
  }

  @Test
  void clientThatLeavesFreesItsPlace() {
    String client = fresh();
    try (Http1Peer first = Http1Peer.connect(gateway.port("proxied"))) {
      first.send(get("/slow", client));
      Await.latch(isInFlight);
      assertThat(slow(client)).isEqualTo(429);
    }
    assertIsFree(client);
    mayRespond.countDown();
  }

  @Test
  void resetOfAStreamFreesItsPlace() {
    String client = "127.0.0.9";
    try (Http2Peer peer = Http2Peer.connectFrom(client, gateway.port("direct"))) {
      peer.get(1, "/slow");
      Await.latch(isInFlight);
      try (Http2Peer other = Http2Peer.connectFrom(client, gateway.port("direct"))) {
        assertThat(other.get(1, "/slow-dies").readResponse(1).status()).isEqualTo(429);
      }
      peer.send(Http2Peer.RST_STREAM, 0, 1, new byte[] {0, 0, 0, 8});
      Await.until(() -> {
        try (Http2Peer other = Http2Peer.connectFrom(client, gateway.port("direct"))) {
          assertThat(other.get(1, "/slow-dies").readResponse(1).status()).isEqualTo(502);
        }
      });
    }
    mayRespond.countDown();
  }

  @Test
  void webSocketIsInFlightUntilItEnds() {
    String client = fresh();
    try (Http1Peer socket = Http1Peer.connect(gateway.port("proxied"))) {
      assertThat(socket.send(get("/slow-socket", client, UPGRADE)).read().status())
          .isEqualTo(101);
      assertThat(slow(client)).isEqualTo(429);
    }
    assertIsFree(client);
  }

  @Test
  void reloadInMidFlightKeepsTheRequestInFlight() {
    String client = fresh();
    try (Http1Peer first = Http1Peer.connect(gateway.port("proxied"))) {
      first.send(get("/slow", client));
      Await.latch(isInFlight);
      assertThat(slow(client)).isEqualTo(429);
      gateway.apply(yaml(2));
      assertThat(slow(client)).isEqualTo(429);
      mayRespond.countDown();
      assertThat(first.read().body()).isEqualTo("slow");
    }
    assertIsFree(client);
  }

  // Sizes.

  @Test
  void bodyOfTheExactSizeIsServedAndALargerOneRefused() {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("proxied"))) {
      peer.send("POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10240\r\n\r\n"
          + "x".repeat(10_240));
      assertThat(peer.read().body()).isEqualTo("served 10240");
      peer.send("POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10241\r\n\r\n");
      assertThat(peer.read().status()).isEqualTo(413);
    }
  }

  @Test
  void streamedBodyIsRefusedBeforeItsEnd() {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("proxied"))) {
      peer.send("POST /upload HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 3; i++) {
        peer.send("1000\r\n" + "x".repeat(4096) + "\r\n");
      }
      assertThat(peer.read().status()).isEqualTo(413);
    }
    try (Http2Peer peer = Http2Peer.connect(gateway.port("direct"))) {
      peer.headers(
          1,
          false,
          ":method",
          "POST",
          ":scheme",
          "http",
          ":path",
          "/upload",
          ":authority",
          "localhost");
      peer.data(1, false, new byte[10_000]);
      peer.data(1, false, new byte[241]);
      assertThat(peer.readResponse(1).status()).isEqualTo(413);
    }
  }

  @Test
  void headersAndTargetsAreLimitedByTheRoute() {
    assertThat(send("direct", "/upload?" + "x".repeat(32), "::1").status()).isEqualTo(200);
    assertThat(send("direct", "/upload?" + "x".repeat(33), "::1").status()).isEqualTo(414);
    assertThat(send("direct", "/upload", "::1", "X-A: " + "x".repeat(600)).status())
        .isEqualTo(431);
    assertThat(
            send("direct", "/upload", "::1", "a: 1", "b: 1", "c: 1", "d: 1", "e: 1", "f: 1", "g: 1")
                .status())
        .isEqualTo(200);
    assertThat(send(
                "direct", "/upload", "::1", "a: 1", "b: 1", "c: 1", "d: 1", "e: 1", "f: 1", "g: 1",
                "h: 1")
            .status())
        .isEqualTo(431);
    assertThat(send("direct", "/other?" + "x".repeat(100), "::1", "X-A: " + "x".repeat(600))
            .status())
        .isEqualTo(200);
  }

  @Test
  void routesViewNamesTheLimits() {
    assertThat(AdminPeer.login(gateway.adminPort()).get("/routes").toString())
        .contains("limits rates: logins 2/h by client (")
        .contains("limits requests in flight: slow 1 in flight by client (")
        .contains("limits sizes: at most: body 10240 bytes, header 600 bytes, 8 header fields,");
  }
}
