package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.story.RoutingStory.Reply;
import io.lychgate.gateway.story.RoutingStory.Version;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rewritten requests, and redirects and header fields that are made from requests. */
final class RewriteIT {
  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "site", "localhost");
    origin = ScriptedOrigin.start()
        .otherwise(visit -> visit.respond(
            200,
            String.join(
                "|",
                visit.target(),
                visit.field("host"),
                visit.field("x-info"),
                visit.field("x-user"),
                visit.field("x-forwarded-host"))));
    gateway = GatewayProcess.start(
        directory, RoutingStory.LISTENERS.stripTrailing() + """

            redirectToHttps: { port: 8443 }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes:
              - match: { prefix: /api }
                proxy: { upstream: app }
                rewrite: { stripPrefix: /api, addPrefix: /v2, host: internal.example, query: { remove: [ token ], set: { from: gate way } } }
              - { match: { regex: "^/users/" }, proxy: { upstream: app }, rewrite: { regex: "^/users/([0-9]+)$", to: "/u/$1" } }
              - { match: { regex: "^/go(.*)$" }, redirect: { to: "/$1?{query}", status: 302 } }
              - { match: { prefix: /.well-known }, respond: { body: challenge } }
              - match: { path: "/*" }
                proxy: { upstream: app }
                headers:
                  request:
                    set: { X-Info: "{client} {protocol} {tls.version} {host} {path} {query.a} {header.x-a} {cookie.c}", X-User: "{identity}" }
                  response: { set: { X-Path: "{path}", X-Query: "{query.a}" }, add: { X-Method: "{method} {scheme}" } }
        admin: { enabled: false }
        """.formatted(origin.port()), Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void upstreamGetsTheRewrittenTargetAndHost(Version version) throws Exception {
    Reply reply =
        RoutingStory.send(gateway, version, "GET", "/api//x/./%7Ey?a=1&t%6Fken=secret&b=2");

    assertThat(reply.body())
        .startsWith("/v2/x/~y?a=1&b=2&from=gate%20way|internal.example|||localhost");
    assertThat(RoutingStory.send(gateway, version, "GET", "/api").body())
        .startsWith("/v2/?from=gate%20way|");
    assertThat(RoutingStory.send(gateway, version, "GET", "/users/12?q").body())
        .startsWith("/u/12?q|");
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP_1_1, /api/..%2Fadmin",
    "HTTP_2, /api/..%2fadmin",
    "HTTP_3, /api/..%2Fadmin",
    "HTTP_1_1, /api/..;/admin",
    "HTTP_2, /api/..;x=1/admin",
    "HTTP_3, /api/..;/admin",
    "HTTP_1_1, /api/..%5Cadmin",
    "HTTP_2, /api/%252e%252e/admin",
  })
  void pathThatMayLeaveItsPrefixIsRefused(Version version, String path) throws Exception {
    assertThat(RoutingStory.send(gateway, version, "GET", path).status()).isEqualTo(400);
    assertThat(origin.requests()).noneMatch(head -> head.contains("admin"));
  }

  /** The route sees the path without dot segments, so such a path never enters the prefix. */
  @Test
  void dotSegmentsTakeThePathOutOfTheRoute() throws Exception {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send("GET /api/%2e%2E/.well-known/x HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(peer.read().head()).contains("https://localhost:8443/.well-known/x");
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void variablesAreMadeFromTheRequest(Version version) throws Exception {
    Reply reply = RoutingStory.send(
        gateway,
        version,
        "GET",
        "/p/q?a=%0d%0aX:1&b",
        "X-A",
        "va",
        "Cookie",
        "c=vc; d=e",
        "X-User",
        "root");

    String token =
        version == Version.HTTP_1_1 ? "http/1.1" : version == Version.HTTP_2 ? "h2" : "h3";
    assertThat(reply.body())
        .startsWith("/p/q?a=%0d%0aX:1&b|")
        .contains("|127.0.0.1 " + token + " TLSv1.3 localhost /p/q %0d%0aX:1 va vc||");
    assertThat(reply.field("x-path")).isEqualTo("/p/q");
    assertThat(reply.field("x-query")).isEqualTo("%0d%0aX:1");
    assertThat(reply.field("x-method")).isEqualTo("GET https");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/go/evil.example", "/go//evil.example", "/go%2Fevil.example", "/go/\\\\evil"})
  void redirectNeverNamesAnotherHost(String path) {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send("GET " + path + "?x HTTP/1.1\r\nHost: localhost\r\n\r\n");
      Http1Peer.Response response = peer.read();

      if (response.status() != 400) {
        // The listener without TLS redirects to itself with TLS first.
        assertThat(response.status()).isEqualTo(308);
        assertThat(response.head()).containsIgnoringCase("location: https://localhost:8443/go");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void groupsOfTheRouteAreInTheLocation(Version version) throws Exception {
    assertThat(redirect(version, "/go/a/b?x=1")).isEqualTo("/a/b?x=1");
    assertThat(redirect(version, "/go/evil.example")).isEqualTo("/evil.example");
    assertThat(redirect(version, "/go%2Fevil.example")).isEqualTo("/%2Fevil.example");
  }

  private static String redirect(Version version, String path) throws Exception {
    Reply reply = RoutingStory.send(gateway, version, "GET", path);
    return reply.status() == 302 ? reply.field("location") : "status " + reply.status();
  }

  @Test
  void plainTextIsRedirectedToHttpsForHostsOfSitesOnly() {
    try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
      peer.send("POST /a/%7eb?c=/d HTTP/1.1\r\nHost: LOCALHOST:80\r\nContent-Length: 1\r\n\r\nx");
      Http1Peer.Response redirect = peer.read();
      peer.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
      Http1Peer.Response other = peer.read();
      peer.send("GET /.well-known/acme-challenge/t HTTP/1.1\r\nHost: localhost\r\n\r\n");
      Http1Peer.Response challenge = peer.read();

      assertThat(redirect.status()).isEqualTo(308);
      assertThat(redirect.head())
          .containsIgnoringCase("location: https://localhost:8443/a/~b?c=/d");
      assertThat(other.status()).isEqualTo(421);
      assertThat(challenge.body()).isEqualTo("challenge");
    }
  }
}
