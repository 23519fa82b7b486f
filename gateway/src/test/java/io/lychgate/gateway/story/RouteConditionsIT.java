package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.story.RoutingStory.Version;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.TestCertificates;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Conditions choose the route of a request. Each route responds with its name. */
final class RouteConditionsIT {
  @TempDir
  static Path directory;

  private static GatewayProcess gateway;

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "site", "localhost");
    gateway = GatewayProcess.start(directory, RoutingStory.LISTENERS + """
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { prefix: /app }, respond: { body: plain } }
              - { match: { prefix: /app, headers: { X-Version: "2" } }, respond: { body: header } }
              - { match: { prefix: /app, query: { preview: { present: true } } }, respond: { body: query } }
              - { match: { prefix: /app, query: { preview: { regex: "^[0-9]+$" } }, headers: { X-Version: "2" } }, respond: { body: both } }
              - { match: { path: /address, client: [ 10.0.0.0/8 ] }, respond: { body: inside } }
              - { match: { path: /address, client: [ 127.0.0.0/8 ] }, respond: { body: local } }
              - { match: { path: /version, protocol: [ http/1.1 ] }, respond: { body: HTTP_1_1 } }
              - { match: { path: /version, protocol: [ h2 ] }, respond: { body: HTTP_2 } }
              - { match: { path: /version, protocol: [ h3 ] }, respond: { body: HTTP_3 } }
              - { match: { path: /cel, when: "cookies['beta'] == '1' && method == 'GET'" }, respond: { body: beta } }
              - { match: { path: /cel }, respond: { body: stable } }
              - { match: { path: /hidden, methods: [ POST ], headers: { X-Key: { present: true } } }, respond: { body: hidden } }
              - { match: { path: /agent, headers: { User-Agent: { regex: "(a{20}){20}$" } } }, respond: { body: slow } }
              - { match: { path: /agent }, respond: { body: open } }
        admin: { enabled: false }
        """, Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  private static String get(Version version, String path, String... fields) throws Exception {
    return RoutingStory.send(gateway, version, "GET", path, fields).body();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void routeWithMoreConditionsIsTriedFirst(Version version) throws Exception {
    assertThat(get(version, "/app")).isEqualTo("plain");
    assertThat(get(version, "/app/x", "X-Version", "1")).isEqualTo("plain");
    assertThat(get(version, "/app/x", "X-Version", "2")).isEqualTo("header");
    assertThat(get(version, "/app/x?preview")).isEqualTo("query");
    assertThat(get(version, "/app/x?%70review=7", "X-Version", "2")).isEqualTo("both");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void prefixEndsAtASegment(Version version) throws Exception {
    assertThat(RoutingStory.send(gateway, version, "GET", "/apps").status()).isEqualTo(404);
    assertThat(get(version, "/x/../app//y")).isEqualTo("plain");
    assertThat(RoutingStory.send(gateway, version, "GET", "/app%2Fx").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void versionAndAddressOfTheClientChoose(Version version) throws Exception {
    assertThat(get(version, "/version")).isEqualTo(version.name());
    assertThat(get(version, "/address")).isEqualTo("local");
    assertThat(get(version, "/address", "X-Forwarded-For", "10.0.0.1")).isEqualTo("local");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void expressionChooses(Version version) throws Exception {
    assertThat(get(version, "/cel")).isEqualTo("stable");
    assertThat(get(version, "/cel", "Cookie", "a=b; beta=1")).isEqualTo("beta");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void methodsOfARouteWhoseConditionsFailAreNotListed(Version version) throws Exception {
    assertThat(RoutingStory.send(gateway, version, "GET", "/hidden").status()).isEqualTo(404);
    RoutingStory.Reply reply =
        RoutingStory.send(gateway, version, "GET", "/hidden", "X-Key", "any");

    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.field("allow")).isEqualTo("POST");
  }

  /** The next route may be less strict. */
  @ParameterizedTest
  @EnumSource(Version.class)
  void fieldTooLongForAnExpressionGets431AndNotTheNextRoute(Version version) throws Exception {
    assertThat(get(version, "/agent", "User-Agent", "c")).isEqualTo("open");
    assertThat(
            RoutingStory.send(gateway, version, "GET", "/agent", "User-Agent", "a".repeat(20_000))
                .status())
        .isEqualTo(431);
  }

  @Test
  void hostsAreComparedWithoutCasePortAndFinalDot() {
    for (String host : new String[] {"LOCALHOST", "localhost.", "localhost:1", "LocalHost.:80"}) {
      try (Http1Peer peer = Http1Peer.connect(gateway.port("plain"))) {
        peer.send("GET /app HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        assertThat(peer.read().body()).as(host).isEqualTo("plain");
      }
    }
  }
}
