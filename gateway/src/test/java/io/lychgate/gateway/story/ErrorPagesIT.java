package io.lychgate.gateway.story;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.story.RoutingStory.Reply;
import io.lychgate.gateway.story.RoutingStory.Version;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages for failures of the gateway and of upstreams, and maintenance. */
final class ErrorPagesIT {
  private static final String BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    Files.writeString(
        directory.resolve("5xx.html"), "<h1 title='{requestId}'>{status} {reason}</h1>");
    origin = ScriptedOrigin.start()
        .on("/ok", visit -> visit.respond(200, "fine"))
        .on(
            "/app/missing",
            visit -> visit.respond(
                404, "x".repeat(300_000), "ETag: \"1\"", "Set-Cookie: a=b", "Content-Encoding: br"))
        .on("/app/teapot", visit -> visit.respond(418, "short and stout"))
        .on("/app/upload", visit -> visit.respond(200, new String(visit.body(), US_ASCII)))
        .on("/kept/missing", visit -> visit.respond(404, "of the origin"))
        .on("/app/fails", visit -> visit.send("nonsense\r\n\r\n"));
    gateway = GatewayProcess.start(
        directory, yaml(""), Map.of("ORIGIN", "" + origin.port(), "PASS", "let-me-in"));
  }

  @BeforeEach
  void withoutMaintenance() {
    gateway.apply(yaml(""));
  }

  private static String yaml(String ofSite) {
    return RoutingStory.LISTENERS + """
            policies: { errorPages: { pages: [ { status: [ 421 ], text: "no such site\\n" } ] } }
        upstreams: { app: { servers: [ "http://127.0.0.1:${ORIGIN}" ] } }
        sites:
          - hosts: [ localhost ]
            policies:
              errorPages:
                upstream: replace
                pages:
                  - { status: [ 404 ], html: "<p>{path} is not here</p>", text: "nothing at {path}\\n" }
                  - { status: [ 5xx ], htmlFile: 5xx.html }
              %s
            routes:
              - { match: { path: /ok }, proxy: { upstream: app } }
              - { match: { prefix: /app }, proxy: { upstream: app } }
              - match: { prefix: /kept }
                proxy: { upstream: app }
                policies: { errorPages: { pages: [ { status: [ 404 ], text: "of the gateway\\n" } ] } }
              - { match: { prefix: /closed }, respond: { status: 404 } }
              - { match: { prefix: /spoken }, respond: { status: 404, body: "own words" } }
              - { match: { prefix: /off }, redirect: { to: / }, policies: { off: [ maintenance ] } }
        admin: { address: "127.0.0.1:0" }
        """.formatted(ofSite);
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  private static Reply get(Version version, String path, String... fields) throws Exception {
    return RoutingStory.send(gateway, version, "GET", path, fields);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void failureOfTheGatewayHasThePageInTheFormThatTheClientPrefers(Version version)
      throws Exception {
    Reply html = get(version, "/app/fails", "Accept", BROWSER, "X-Request-Id", "a'><script>\"&");
    Reply json = get(version, "/app/fails", "Accept", "application/json, text/plain, */*");
    Reply text = get(version, "/nowhere", "Accept", "text/plain");

    assertThat(html.status()).isEqualTo(502);
    assertThat(html.field("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(html.body())
        .isEqualTo("<h1 title='a&#39;&gt;&lt;script&gt;&quot;&amp;'>502 Bad Gateway</h1>");
    assertThat(html.field("vary")).isEqualTo("accept");
    assertThat(html.field("proxy-status")).contains("error=http_protocol_error");
    assertThat(json.field("content-type")).isEqualTo("application/problem+json");
    assertThat(json.body())
        .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Bad Gateway\",\"status\":502,"
            + "\"error\":\"http_protocol_error\"}\n");
    assertThat(text.status()).isEqualTo(404);
    assertThat(text.body()).isEqualTo("nothing at /nowhere\n");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void errorResponseOfTheUpstreamIsReplacedOnlyWhereThePolicySaysSo(Version version)
      throws Exception {
    Reply missing = get(version, "/app/missing?b", "Accept", BROWSER);

    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.body()).isEqualTo("<p>/app/missing is not here</p>");
    assertThat(missing.field("content-length"))
        .isEqualTo(Integer.toString(missing.body().length()));
    assertThat(missing.field("etag") + missing.field("content-encoding")).isEmpty();
    assertThat(missing.field("set-cookie")).isEqualTo("a=b");
    assertThat(get(version, "/app/teapot").body()).isEqualTo("short and stout");
    assertThat(get(version, "/kept/missing").body()).isEqualTo("of the origin");
    assertThat(get(version, "/ok").body()).isEqualTo("fine");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void errorThatARouteRespondsWithHasThePageUnlessItHasABody(Version version) throws Exception {
    Reply closed = get(version, "/closed/x", "Accept", BROWSER);

    assertThat(closed.status()).isEqualTo(404);
    assertThat(closed.body()).isEqualTo("<p>/closed/x is not here</p>");
    assertThat(closed.field("cache-control")).isEqualTo("no-store");
    assertThat(get(version, "/spoken").body()).isEqualTo("own words");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void responseToHeadHasTheLengthOfThePageAndNoBody(Version version) throws Exception {
    for (String path : new String[] {"/app/missing", "/nowhere", "/closed"}) {
      Reply head = RoutingStory.send(gateway, version, "HEAD", path, "Accept", "text/plain");

      assertThat(head.status()).isEqualTo(404);
      assertThat(head.body()).isEmpty();
      assertThat(head.field("content-length"))
          .isEqualTo(Integer.toString(("nothing at " + path + "\n").length()));
    }
  }

  @Test
  void callOfGrpcGetsItsOwnStatus() throws Exception {
    Reply reply = RoutingStory.send(
        gateway,
        Version.HTTP_2,
        "POST",
        "/app/fails",
        "Content-Type",
        "application/grpc",
        "Accept",
        BROWSER);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.field("grpc-status")).isNotEmpty();
    assertThat(reply.body()).isEmpty();
  }

  @Test
  void hostWithoutASiteHasThePageOfTheListener() {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send("GET / HTTP/1.1\r\nHost: other.example\r\n\r\n");
      assertThat(peer.read().body()).isEqualTo("no such site\n");
      peer.send("GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain\r\n\r\n");
      assertThat(peer.read().body()).isEqualTo("nothing at /\n");
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void maintenanceRefusesAllButThoseAllowed(Version version) throws Exception {
    gateway.apply(yaml("""
        maintenance:
                retryAfter: 2m
                page: { html: "<p>Back soon, {host}</p>" }
                allow: { header: { name: X-Pass, value: "env:PASS" }, cookie: { name: pass, value: "env:PASS" } }
        """));

    double refusals = gateway.metric("lychgate_route_decisions_total", "decision=\"maintenance\"");
    int before = origin.requestsFor("/ok").size();
    Reply refused = get(version, "/ok", "Accept", BROWSER, "X-Pass", "let-me-i", "Cookie", "pass=");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.field("retry-after")).isEqualTo("120");
    assertThat(refused.field("cache-control")).isEqualTo("no-store");
    assertThat(refused.body()).isEqualTo("<p>Back soon, localhost</p>");
    assertThat(get(version, "/ok", "X-Pass", "let-me-in").body()).isEqualTo("fine");
    assertThat(get(version, "/ok", "Cookie", "a=b; pass=let-me-in").body()).isEqualTo("fine");
    assertThat(get(version, "/off").status()).isEqualTo(307);
    assertThat(origin.requestsFor("/ok")).hasSize(before + 2);
    assertThat(gateway.metric("lychgate_route_decisions_total", "decision=\"maintenance\""))
        .isEqualTo(refusals + 1);
  }

  @Test
  void maintenanceWithoutAPageHasThatOfFailures() throws Exception {
    gateway.apply(yaml("maintenance: { allow: { client: [ 10.0.0.0/8 ] } }"));

    Reply refused = get(Version.HTTP_2, "/ok", "Accept", BROWSER);
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.field("retry-after")).isEqualTo("300");
    assertThat(refused.body()).isEqualTo("<h1 title=''>503 Service Unavailable</h1>");

    gateway.apply(yaml("maintenance: { allow: { client: [ 127.0.0.1 ] } }"));
    assertThat(get(Version.HTTP_2, "/ok").body()).isEqualTo("fine");
  }

  @Test
  void maintenanceBeginsAndEndsWithItsFile(@TempDir Path own) throws Exception {
    Files.writeString(own.resolve("gateway.yaml"), """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        sites:
          - hosts: [ localhost ]
            policies: { maintenance: { file: maintenance } }
            routes: [ { match: { path: /ok }, respond: { body: fine } } ]
        admin: { address: "127.0.0.1:0" }
        """);
    try (ForkedGateway forked = ForkedGateway.start(own, Map.of()).awaitStart()) {
      awaitStatus(forked, 200);

      Path file = Files.writeString(own.resolve("maintenance"), "");
      awaitStatus(forked, 503);

      Files.delete(file);
      awaitStatus(forked, 200);
    }
  }

  private static void awaitStatus(ForkedGateway forked, int status) {
    Await.until(() -> {
      try (Http1Peer peer = Http1Peer.connect(forked.port("plain"))) {
        peer.send("GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(peer.read().status()).isEqualTo(status);
      }
    });
  }

  @Test
  void requestInProgressKeepsTheRulesWithWhichItBegan() throws Exception {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send("POST /app/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na");
      Await.until(() -> assertThat(origin.requestsFor("/app/upload")).isNotEmpty());
      gateway.apply(yaml("maintenance: {}"));

      peer.send("b");

      assertThat(peer.read().body()).isEqualTo("ab");
      peer.send("GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(peer.read().status()).isEqualTo(503);
    }
  }
}
