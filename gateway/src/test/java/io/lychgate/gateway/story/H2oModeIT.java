package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.OriginVisit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The H2O mode in cases without a recorded request, or where the gateway differs from H2O. The query of a page names its links. */
final class H2oModeIT {
  private static final int ENABLE_PUSH = 2;
  private static final int MAX_CONCURRENT_STREAMS = 3;
  private static final String A_CSS = "h2o_casper=AAAAVA";
  private static final String ATTRIBUTES =
      "; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT; Secure";

  @RegisterExtension
  static final GatewayExtension GATEWAY =
      new GatewayExtension().more("push: { casper: { mode: h2o } }\n");

  /** Slow assets arrive after the page that names them: it never waits for them to its end. */
  private static volatile CountDownLatch pageArrived = new CountDownLatch(0);

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY.origin().otherwise(H2oModeIT::respond);
  }

  private static void respond(OriginVisit visit) throws IOException {
    String path = visit.path();
    if (path.contains("/slow/")) {
      Await.latch(pageArrived);
    }
    String type = path.endsWith(".css")
        ? "text/css"
        : path.endsWith(".js") ? "application/javascript" : "text/html";
    if (path.equals("/page")) {
      String links = new String(
          HexFormat.of().parseHex(visit.target().replaceFirst(".*\\?", "")),
          StandardCharsets.ISO_8859_1);
      visit.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: " + links
          + "\r\nContent-Length: 4\r\n\r\npage");
    } else {
      visit.respond(path.contains("/missing/") ? 404 : 200, "asset", "Content-Type: " + type);
    }
  }

  private static String page(String links) {
    return "/page?" + HexFormat.of().formatHex(links.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String preload(String... paths) {
    return String.join(
        ", ", List.of(paths).stream().map(path -> "<" + path + ">; rel=preload").toList());
  }

  /** Sends a request, and reads the response and those of its promises. */
  private static Http2Peer.StreamResponse exchange(
      Http2Peer client, int stream, String path, String... fields) {
    CountDownLatch arrived = new CountDownLatch(1);
    pageArrived = arrived;
    client.get(stream, path, fields);
    Http2Peer.StreamResponse response = client.readResponse(stream);
    arrived.countDown();
    while (client.trace().stream()
        .filter(H2oModeIT::isPromise)
        .anyMatch(promise -> !hasEnded(client, promised(promise)))) {
      client.read();
    }
    return response;
  }

  private static boolean isPromise(Frame frame) {
    return frame.type() == Http2Peer.PUSH_PROMISE;
  }

  private static int promised(Frame promise) {
    return ByteBuffer.wrap(promise.payload()).getInt();
  }

  private static boolean hasEnded(Http2Peer client, int stream) {
    return client.trace().stream()
        .anyMatch(frame ->
            frame.stream() == stream && (frame.ends() || frame.type() == Http2Peer.RST_STREAM));
  }

  /** Returns the promised paths in order. */
  private static List<String> promises(Http2Peer client) {
    return client.trace().stream()
        .filter(H2oModeIT::isPromise)
        .map(frame -> field(frame, ":path"))
        .toList();
  }

  private static String field(Frame frame, String name) {
    return frame
        .fields()
        .lines()
        .filter(line -> line.startsWith(name + ": "))
        .map(line -> line.substring(name.length() + 2))
        .findFirst()
        .orElse("");
  }

  private static List<String> cookies(Http2Peer.StreamResponse response) {
    return response
        .head()
        .lines()
        .filter(line -> line.startsWith("set-cookie: "))
        .map(line -> line.substring("set-cookie: ".length()))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "</a.css>; rel=\"preload\"",
        "</a.css>; rel=preload; nopush",
        "</a.css>; rel=preload; NOPUSH=1",
        "</a,b.css>; rel=preload",
        "/a.css; rel=preload",
        "</a.css>; rel=modulepreload",
        "<https://localhost/a.css>; rel=preload",
        "<//other.test/a.css>; rel=preload",
        "<http://LOCALHOST/a.css>; rel=preload",
        "</a.css",
        "<",
        ";,;,=;<>;;",
        "<http://[::1>; rel=preload",
        "<http:>x; rel",
        "</a b.css>; rel=preload",
      })
  void pushesNothingWithoutALinkInTheViewOfH2o(String links) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      Http2Peer.StreamResponse response = exchange(client, 1, page(links), "cookie", A_CSS);

      assertThat(response.status()).isEqualTo(200);
      assertThat(promises(client)).isEmpty();
      assertThat(cookies(response)).isEmpty();
    }
  }

  @Test
  void prefetchGetsNoPushAndNoCookie() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      Http2Peer.StreamResponse response =
          exchange(client, 1, page(preload("/a.css")), "sec-purpose", "prefetch");

      assertThat(response.status()).isEqualTo(200);
      assertThat(promises(client)).isEmpty();
      assertThat(cookies(response)).isEmpty();
      exchange(client, 3, page(preload("/a.css")));
      assertThat(promises(client)).containsExactly("/a.css");
    }
  }

  @Test
  void expiresTheCookieForADigestOverHttp2Only() {
    String[] digest = {"-i", "-H", "cache-digest: AAA; complete", GATEWAY.https("/a.css")};

    assertThat(Commands.curl(with("--http2", digest)).expectSuccess().out())
        .contains("set-cookie: h2o_casper=;");
    assertThat(Commands.curl(with("--http1.1", digest)).expectSuccess().out())
        .contains("asset")
        .doesNotContain("h2o_casper");
  }

  private static String[] with(String first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/a.css#part", "/x/./a.css", "/\u00c3\u00a9.css", "/a.css?b=\u00ff", "/a//b.css"})
  void promisesAnAbsolutePathUnchanged(String path) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      exchange(client, 1, page(preload(path)));

      assertThat(promises(client)).containsExactly(path);
    }
  }

  @Test
  void ignoresCookiesOfAClientWithoutPush() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      assertThat(cookies(exchange(client, 1, page(preload("/a.css")), "cookie", A_CSS)))
          .isEmpty();
      assertThat(promises(client)).isEmpty();
    }
    try (Http2Peer client = GATEWAY.connectHttp2(MAX_CONCURRENT_STREAMS, 0)) {
      assertThat(cookies(exchange(client, 1, page(preload("/a.css")), "cookie", A_CSS)))
          .isEmpty();
      assertThat(promises(client)).isEmpty();
    }
  }

  @Test
  void ignoresCookiesBehindAProxy() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      Http2Peer.StreamResponse response = exchange(
          client, 1, page(preload("/a.css")), "x-forwarded-for", "192.0.2.1", "cookie", A_CSS);

      assertThat(cookies(response)).isEmpty();
      assertThat(promises(client)).isEmpty();
    }
  }

  @Test
  void assetOmittedForLackOfSpaceIsPushedWithALaterPage() {
    String links = page(preload("/a.css", "/b.css", "/c.css"));
    try (Http2Peer client = GATEWAY.connectHttp2(MAX_CONCURRENT_STREAMS, 2)) {
      exchange(client, 1, links);
      assertThat(promises(client)).containsExactly("/a.css", "/b.css");
      exchange(client, 3, links);
      assertThat(promises(client)).containsExactly("/a.css", "/b.css", "/c.css");
    }
  }

  @Test
  void pathsConfusedByH2oAreBothPushed() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      exchange(client, 1, page(preload("/aA.css", "/BB.css")));

      assertThat(promises(client)).containsExactly("/aA.css", "/BB.css");
    }
  }

  @Test
  void promiseCarriesNegotiationFieldsButNoCredentials() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      exchange(
          client,
          1,
          page(preload("/a.css")),
          "accept-language",
          "de",
          "user-agent",
          "test",
          "cookie",
          "session=1",
          "authorization",
          "Basic eDp5",
          "referer",
          "http://localhost/");
      Frame promise =
          client.trace().stream().filter(H2oModeIT::isPromise).findFirst().orElseThrow();

      assertThat(promise.fields().lines())
          .containsExactly(
              ":method: GET",
              ":scheme: http",
              ":authority: localhost",
              ":path: /a.css",
              "accept-language: de",
              "user-agent: test");
    }
  }

  @Test
  void pageDoesNotWaitForSlowPushesAndHasTheirCookie() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      Http2Peer.StreamResponse response =
          exchange(client, 1, page(preload("/slow/a.css", "/b.js")));
      List<Integer> ends =
          client.trace().stream().filter(Frame::ends).map(Frame::stream).toList();

      assertThat(promises(client)).containsExactly("/slow/a.css", "/b.js");
      assertThat(ends.indexOf(1)).isLessThan(ends.indexOf(2));
      assertThat(cookies(response)).hasSize(1);
      assertThat(client.trace())
          .filteredOn(frame -> frame.type() == Http2Peer.HEADERS && frame.stream() == 2)
          .extracting(frame -> field(frame, "set-cookie"))
          .containsExactly(cookies(response).get(0));
    }
  }

  @Test
  void failedSlowPushIsRemovedFromTheNextCookie() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      exchange(client, 1, page(preload("/a.css", "/slow/missing/b.css")));
      Http2Peer.StreamResponse next = exchange(client, 3, "/plain");

      assertThat(client.trace())
          .filteredOn(frame -> frame.type() == Http2Peer.RST_STREAM)
          .extracting(Frame::errorCode)
          .containsExactly(2);
      assertThat(cookies(next)).containsExactly(A_CSS + ATTRIBUTES);
    }
  }

  @Test
  void cachedAssetOfASlowServerIsNotPromised() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      String cookie = cookies(exchange(client, 1, page(preload("/slow/a.css")))).get(0);
      try (Http2Peer later = GATEWAY.connectHttp2()) {
        Http2Peer.StreamResponse response = exchange(
            later,
            1,
            page(preload("/slow/a.css", "/b.css")),
            "cookie",
            cookie.replaceFirst(";.*", ""));

        assertThat(promises(later)).containsExactly("/b.css");
        assertThat(cookies(response)).hasSize(1);
      }
    }
  }

  @Test
  void resettingAWaitingPageCancelsItsPushes() {
    // The page waits for a tenth of a second. A machine with other work may reset it later than
    // that.
    Await.until(() -> {
      try (Http2Peer client = GATEWAY.connectHttp2()) {
        pageArrived = new CountDownLatch(1);
        int before = GATEWAY.origin().requestsFor("/slow/b.css").size();
        client.get(1, page(preload("/slow/a.css", "/slow/b.css")));
        Await.until(() ->
            assertThat(GATEWAY.origin().requestsFor("/slow/b.css")).hasSizeGreaterThan(before));
        client.send(Http2Peer.RST_STREAM, 0, 1, new byte[] {0, 0, 0, 8});
        Http2Peer.StreamResponse next = exchange(client, 3, page(preload("/c.css")));

        assertThat(next.status()).isEqualTo(200);
        assertThat(promises(client)).containsExactly("/c.css");
      }
    });
  }

  @Test
  void digestReplacesTheCookie() {
    String digest = H2oDigest.of("http://localhost/a.css");
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      Http2Peer.StreamResponse response = exchange(
          client, 1, page(preload("/a.css", "/b.css")), "cache-digest", digest + "; complete");

      assertThat(promises(client)).containsExactly("/b.css");
      assertThat(cookies(response))
          .containsExactly("h2o_casper=; Path=/; Expires=Sat, 01 Jan 2000 00:00:00 GMT");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ";", ",", "=", "AA", "A", "////////", "AAAA; stale", "Gg; validators", "\u00ff"
      })
  void unusableDigestChangesNothing(String digest) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      exchange(client, 1, page(preload("/a.css")), "cache-digest", digest);

      assertThat(promises(client)).containsExactly("/a.css");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {A_CSS + " ", A_CSS + "; x=1", "\"", "h2o_casper=\u00ff", "=;=;="})
  void unusableCookieIsIgnoredAndThePageIsServed(String cookie) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      Http2Peer.StreamResponse response =
          exchange(client, 1, page(preload("/a.css")), "cookie", cookie);

      assertThat(response.status()).isEqualTo(200);
      assertThat(promises(client)).containsExactly("/a.css");
    }
  }

  /** RFC 9113 8.2.1: malformed. H2O accepts it and finds no cookie. */
  @Test
  void fieldThatStartsWithASpaceIsRejected() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.get(1, page(preload("/a.css")), "cookie", " " + A_CSS);

      assertThat(client.readResponse(1).resetCode()).isEqualTo(1);
      assertThat(exchange(client, 3, page(preload("/a.css"))).status()).isEqualTo(200);
    }
  }

  @Test
  void pushOnlyLinksAreNotForwarded() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      Http2Peer.StreamResponse response = exchange(
          client, 1, page("</a.css>; rel=preload; x-http2-push-only, </b.css>; rel=preload"));

      assertThat(promises(client)).containsExactly("/a.css", "/b.css");
      assertThat(response.head()).contains("link: </b.css>; rel=preload").doesNotContain("a.css");
    }
  }
}
