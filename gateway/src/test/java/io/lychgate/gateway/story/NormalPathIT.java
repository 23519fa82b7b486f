package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Routing uses the normal form of a path, and the upstream receives it. The cases are the table of docs/reference/paths.md. */
final class NormalPathIT {
  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("public/assets/a b.css", "body { margin: 0 }")
      .routes("""
          - { match: { path: "/guarded/*" }, proxy: { upstream: app }, reservedEscapes: refuse }
                - { match: { path: "/%7ehome/*", methods: [ GET ] }, static: { root: public/assets } }
          """.strip())
      .site("""
          - hosts: [ plain.test ]
              mergeSlashes: false
              reservedEscapes: refuse
              routes:
                - { match: { path: "/kept/*" }, proxy: { upstream: app }, reservedEscapes: keep }
                - { match: { path: "/*" }, proxy: { upstream: app } }
          """.strip());

  record Case(String sent, String forwarded) {}

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY.origin().otherwise(visit -> visit.respond(200, visit.target()));
  }

  /** Returns the rows of the form {@code | `/sent` | `/forwarded` | … |}. */
  static List<Case> cases() throws IOException {
    List<Case> cases = Files.readAllLines(Path.of("../docs/reference/paths.md")).stream()
        .filter(line -> line.startsWith("| `/"))
        .map(line -> line.split("`"))
        .map(cells -> new Case(cells[1], cells[3]))
        .toList();
    assertThat(cases).hasSizeGreaterThan(10);
    return cases;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void upstreamReceivesTheNormalForm(Case row) {
    assertThat(bodyOverHttp1("localhost", row.sent)).isEqualTo(row.forwarded);
    assertThat(bodyOverHttp2(row.sent)).isEqualTo(row.forwarded);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "/%61ssets/a%20b.css",
        "//assets/a%20b.css",
        "/./assets/a%20b.css",
        "/x/../assets/a%20b.css",
        "/x/%2E%2e/assets/a%20b.css",
        "/assets//a%20b.css?v=1"
      })
  void routeMatchesEachSpellingOfItsPath(String target) {
    assertThat(bodyOverHttp1("localhost", target)).isEqualTo("body { margin: 0 }");
    assertThat(bodyOverHttp2(target)).isEqualTo("body { margin: 0 }");
  }

  /** The path of the route contains an escape; any other route would serve the response of the origin. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"/~home/none", "/%7Ehome/none", "/x/../%7ehome/none"})
  void routeWithEscapesMatchesTheUnescapedPath(String target) {
    assertThat(overHttp1("localhost", target).status()).isEqualTo(404);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"/a%2", "/a%zz", "/%", "/a\\b", "/a\\..\\b", "/%2g"})
  void malformedPathsAreRejected(String target) {
    assertThat(overHttp1("localhost", target).status()).isEqualTo(400);
    assertThat(overHttp2(target).status()).isEqualTo(400);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"%2F", "%2f", "%5c", "%5C", "%00"})
  void reservedEscapesFollowThePolicyOfTheRoute(String escape) {
    assertThat(bodyOverHttp1("localhost", "/free/a" + escape + "b"))
        .isEqualTo("/free/a" + escape.toUpperCase(java.util.Locale.ROOT) + "b");
    assertThat(overHttp1("localhost", "/guarded/a" + escape + "b").status()).isEqualTo(400);
    assertThat(overHttp2("/guarded/a" + escape + "b").status()).isEqualTo(400);
    assertThat(overHttp2("/guarded/a?q=" + escape).status()).isEqualTo(200);
    assertThat(overHttp1("plain.test", "/a" + escape).status()).isEqualTo(400);
    assertThat(overHttp1("plain.test", "/kept/a" + escape).status()).isEqualTo(200);
  }

  @Test
  void siteMayKeepEmptySegments() {
    assertThat(bodyOverHttp1("plain.test", "//a//b/../c")).isEqualTo("//a//c");
  }

  private static String bodyOverHttp1(String host, String target) {
    Http1Peer.Response response = overHttp1(host, target);
    assertThat(response.status()).as(target).isEqualTo(200);
    return response.body();
  }

  private static Http1Peer.Response overHttp1(String host, String target) {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      return client
          .send("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
          .read();
    }
  }

  private static String bodyOverHttp2(String target) {
    return overHttp2(target).body();
  }

  private static Http2Peer.StreamResponse overHttp2(String target) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      return client.get(1, target).readResponse(1);
    }
  }
}
