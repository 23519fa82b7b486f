package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.Http2Peer;
import io.netty.handler.codec.http2.Http2Error;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Malformed status lines, schemes and trailers are rejected, never corrected or dropped. */
final class MessageSyntaxIT {
  private static final int PROTOCOL_ERROR = (int) Http2Error.PROTOCOL_ERROR.code();

  private static final String AFTER_INTERIM_RESPONSES = """
      HTTP/1.1 104 Upload Resumption
      Connection: X-Hop
      X-Hop: 1
      Keep-Alive: timeout=5
      Transfer-Encoding: chunked
      Upload-Offset: 7

      HTTP/1.1 102 Processing
      Content-Length: 2
      X-Step: 1

      HTTP/1.1 200 OK
      Content-Length: 2

      ok""".replace("\n", "\r\n");

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension();

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY.origin().on("/ok", visit -> visit.respond(200, "ok")).on("/trailers", visit -> {
      visit.body();
      visit.respond(200, visit.trailers());
    });
  }

  static Stream<String> malformedStatusLines() {
    return Stream.of(
        "HTTP/1.1 9999 OK",
        "HTTP/1.1 +200 OK",
        "HTTP/1.1 0200 OK",
        "HTTP/1.1 1000 OK",
        "HTTP/1.1 65736 OK",
        "HTTP/1.1 99 OK",
        "HTTP/1.1 099 OK",
        "HTTP/1.1 600 OK",
        "HTTP/1.1 999 OK",
        "HTTP/1.1 000 OK",
        "HTTP/1.1 -20 OK",
        "HTTP/1.1 20 OK",
        "HTTP/1.1 2 0 0 OK",
        "HTTP/1.1 200OK",
        "HTTP/1.1 0xc8 OK",
        "HTTP/1.1 20\u00b2 OK",
        "HTTP/1.1 OK",
        "HTTP/1.1 4294967496 OK",
        "http/1.1 200 OK",
        "HTTP/2.0 200 OK",
        "HTTP/1.2 200 OK",
        "HTTP/01.1 200 OK",
        "HTTP/1 200 OK");
  }

  @ParameterizedTest
  @MethodSource("malformedStatusLines")
  void malformedStatusLineCausesABadGateway(String line) {
    GATEWAY.origin().on("/status", visit -> visit.send(line + "\r\nContent-Length: 2\r\n\r\nok"));
    try (Http1Peer http1 = GATEWAY.connectHttp1();
        Http2Peer http2 = GATEWAY.connectHttp2()) {
      Response one = http1.send(get("/status")).read();

      assertThat(one.status()).isEqualTo(502);
      assertThat(one.has("proxy-status: lychgate; error=http_protocol_error")).isTrue();
      assertThat(http2.get(1, "/status").readResponse(1).status()).isEqualTo(502);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"200 OK", "200", "200 ", "599 Any", "299 Unheard Of", "404 \u00e9"})
  void statusOfThreeDigitsIsForwarded(String status) {
    GATEWAY
        .origin()
        .on(
            "/status",
            visit -> visit.send("HTTP/1.1 " + status + "\r\nContent-Length: 2\r\n\r\nok"));
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Response response = client.send(get("/status")).read();

      assertThat(response.status()).isEqualTo(Integer.parseInt(status.substring(0, 3)));
      assertThat(response.body()).isEqualTo("ok");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"https", "HTTP", "ftp", "httpx", "http:", "h t", ""})
  void wrongSchemeOnACleartextConnectionResetsTheStream(String scheme) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertRefused(client, scheme);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "HTTPS", "wss"})
  void wrongSchemeOnATlsConnectionResetsTheStream(String scheme) {
    try (Http2Peer client = Http2Peer.connectTls(GATEWAY.process().port("tls"))) {
      assertRefused(client, scheme);
    }
  }

  private static void assertRefused(Http2Peer client, String scheme) {
    client.headers(
        1, true, ":method", "GET", ":scheme", scheme, ":authority", "localhost", ":path", "/ok");

    assertThat(client.readResponse(1).resetCode()).isEqualTo(PROTOCOL_ERROR);
    assertThat(client.get(3, "/ok").readResponse(3).body()).isEqualTo("ok");
  }

  static Stream<String> forbiddenTrailers() {
    return Stream.of(
        "content-length",
        "transfer-encoding",
        "trailer",
        "Host",
        "Authorization",
        "CONTENT-TYPE",
        "Connection",
        "keep-alive",
        "TE",
        "upgrade",
        "cookie",
        "set-cookie",
        "cache-control",
        "x-forwarded-for",
        "forwarded",
        "range",
        "if-none-match");
  }

  @ParameterizedTest
  @MethodSource("forbiddenTrailers")
  void forbiddenTrailerOfAnHttp1RequestIsABadRequest(String name) {
    int before = GATEWAY.origin().requestsFor("/never").size();
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Response response = client
          .send("POST /trailers HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "2\r\nok\r\n0\r\nX-Sum: 7\r\n" + name + ": 1\r\n\r\n" + get("/never"))
          .read();

      assertThat(response.status()).isEqualTo(400);
      assertThat(client.isEnded()).isTrue();
      assertThat(GATEWAY.origin().requestsFor("/never")).hasSize(before);
    }
  }

  @ParameterizedTest
  @MethodSource("forbiddenTrailers")
  void forbiddenTrailerOfAnHttp2RequestResetsTheStream(String name) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client
          .headers(
              1,
              false,
              ":method",
              "POST",
              ":scheme",
              "http",
              ":authority",
              "localhost",
              ":path",
              "/trailers")
          .data(1, false, "ok".getBytes(StandardCharsets.US_ASCII))
          .headers(1, true, "x-sum", "7", name.toLowerCase(java.util.Locale.ROOT), "1");

      assertThat(client.readResponse(1).resetCode()).isEqualTo(PROTOCOL_ERROR);
      assertThat(client.get(3, "/ok").readResponse(3).body()).isEqualTo("ok");
    }
  }

  @ParameterizedTest
  @MethodSource("forbiddenTrailers")
  void forbiddenTrailerOfAResponseTruncatesIt(String name) {
    GATEWAY
        .origin()
        .on(
            "/forged",
            visit -> visit.send(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 7\r\n"
                    + name + ": 1\r\n\r\n"));
    try (Http1Peer http1 = GATEWAY.connectHttp1();
        Http2Peer http2 = GATEWAY.connectHttp2()) {
      http1.send(get("/forged"));
      Http2Peer.StreamResponse two = http2.get(1, "/forged").readResponse(1);

      assertThat(two.ended()).isFalse();
      assertThat(two.head()).doesNotContain("x-sum");
      Await.until(() -> assertThat(isCut(http1)).isTrue());
    }
  }

  @Test
  void interimResponseHasNoFieldsOfAnotherConnection() {
    GATEWAY.origin().on("/interim", visit -> visit.send(AFTER_INTERIM_RESPONSES));
    try (Http1Peer http1 = GATEWAY.connectHttp1();
        Http2Peer http2 = GATEWAY.connectHttp2()) {
      http1.send(get("/interim"));

      String heads = http1.read().head() + http1.read().head();
      assertThat(http1.read().body()).isEqualTo("ok");
      assertThat(http2.get(1, "/interim").readResponse(1).body()).isEqualTo("ok");
      heads += http2.trace().stream()
          .map(Http2Peer.Frame::fields)
          .filter(fields -> fields.startsWith(":status: 1"))
          .collect(Collectors.joining());
      assertThat(heads.toLowerCase(Locale.ROOT))
          .containsSubsequence("upload-offset", "x-step", "upload-offset", "x-step")
          .doesNotContain(
              "connection", "x-hop", "keep-alive", "transfer-encoding", "content-length");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"X Y: 1", "X\tY: 1", "Content-Length X: 2", "X : 1 : 2 Y", "Set-Cookie a=b; c: d"})
  void fieldNameWithWhitespaceWithinIsABadGateway(String line) {
    boolean isValid = line.startsWith("X :");
    GATEWAY
        .origin()
        .on(
            "/fields",
            visit -> visit.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n" + line + "\r\n\r\nok"));
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      assertThat(client.send(get("/fields")).read().status()).isEqualTo(isValid ? 200 : 502);
    }
  }

  /** Returns true if the connection closes within a response, or an error is sent because nothing of the response has left. */
  private static boolean isCut(Http1Peer client) {
    try {
      Response response = client.read();
      return !response.complete() || response.status() == 502;
    } catch (java.io.UncheckedIOException reset) {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-sum", "etag", "server-timing", "grpc-status", "digest"})
  void otherTrailersAreForwardedBothWays(String name) {
    GATEWAY.origin().on("/honest", visit -> {
      visit.body();
      visit.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
          + visit.trailers().strip() + "\r\n\r\n");
    });
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Response response = client
          .send("POST /honest HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "0\r\n" + name + ": 7\r\n\r\n")
          .read();

      assertThat(response.trailers().strip()).isEqualToIgnoringCase(name + ": 7");
    }
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }
}
