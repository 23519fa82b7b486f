package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** HTTP/1.1 requests that are rejected; nothing of them reaches the origin. */
final class Http1RefusalsIT {
  private static final String HOST = "Host: localhost\r\n";

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .listeners("limits: { maxRequestBodySize: 1000 }")
      .site(
          "- { hosts: [ read.only ], routes: [ { match: { path: \"/*\", methods: [GET] }, proxy: { upstream: app } } ] }");

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY.origin().on("/", Scripts::echo).on("/echo", Scripts::echo);
  }

  record Refusal(String name, int status, String request) {
    @Override
    public String toString() {
      return name + " -> " + status;
    }
  }

  static Stream<Refusal> refusals() {
    return Stream.of(
        new Refusal("folded line", 400, "GET / HTTP/1.1\r\n" + HOST + "X: a\r\n b\r\n\r\n"),
        new Refusal("two Hosts", 400, "GET / HTTP/1.1\r\n" + HOST + "Host: other\r\n\r\n"),
        new Refusal("the same Host twice", 400, "GET / HTTP/1.1\r\n" + HOST + HOST + "\r\n"),
        new Refusal("no Host", 400, "GET / HTTP/1.1\r\nX: a\r\n\r\n"),
        new Refusal(
            "Host with no port's number", 400, "GET / HTTP/1.1\r\nHost: localhost:99999\r\n\r\n"),
        new Refusal("Host with a path", 400, "GET / HTTP/1.1\r\nHost: localhost/a\r\n\r\n"),
        new Refusal(
            "Content-Length and Transfer-Encoding",
            400,
            "POST / HTTP/1.1\r\n" + HOST
                + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        new Refusal(
            "two lengths",
            400,
            "POST / HTTP/1.1\r\n" + HOST + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc"),
        new Refusal(
            "signed length", 400, "POST / HTTP/1.1\r\n" + HOST + "Content-Length: +3\r\n\r\nabc"),
        new Refusal("bare LF in the request line", 400, "GET / HTTP/1.1\n" + HOST + "\r\n"),
        new Refusal("bare LF in a field", 400, "GET / HTTP/1.1\r\n" + HOST + "X: a\nY: b\r\n\r\n"),
        new Refusal("space before a colon", 400, "GET / HTTP/1.1\r\n" + HOST + "X : a\r\n\r\n"),
        new Refusal("NUL in a value", 400, "GET / HTTP/1.1\r\n" + HOST + "X: a\0b\r\n\r\n"),
        new Refusal("method that is no token", 400, "G(T / HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refusal("space in the target", 400, "GET /a b HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refusal("target without a slash", 400, "GET echo HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refusal("fragment in the target", 400, "GET /#a HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refusal("CONNECT", 501, "CONNECT localhost:1 HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refusal("TRACE", 501, "TRACE / HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refusal(
            "unknown transfer coding",
            501,
            "POST / HTTP/1.1\r\n" + HOST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
        new Refusal("version in lower case", 400, "GET / http/1.1\r\n" + HOST + "\r\n"),
        new Refusal("version in mixed case", 400, "GET / Http/1.1\r\n" + HOST + "\r\n"),
        new Refusal("version with a leading zero", 400, "GET / HTTP/01.1\r\n" + HOST + "\r\n"),
        new Refusal("version with three digits", 400, "GET / HTTP/1.10\r\n" + HOST + "\r\n"),
        new Refusal("version with a comma", 400, "GET / HTTP/1,1\r\n" + HOST + "\r\n"),
        new Refusal("version of another protocol", 400, "GET / ICAP/1.1\r\n" + HOST + "\r\n"),
        new Refusal("no version", 400, "GET /\r\n" + HOST + "\r\n"),
        new Refusal(
            "target with the scheme of another port",
            400,
            "GET https://localhost/ HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refusal("HTTP/1.2", 505, "GET / HTTP/1.2\r\n" + HOST + "\r\n"),
        new Refusal(
            "unknown expectation", 417, "GET / HTTP/1.1\r\n" + HOST + "Expect: a-miracle\r\n\r\n"),
        new Refusal(
            "target too long", 414, "GET /" + "a".repeat(9000) + " HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refusal(
            "field too long",
            431,
            "GET / HTTP/1.1\r\n" + HOST + "X: " + "a".repeat(40_000) + "\r\n\r\n"),
        new Refusal(
            "too many fields", 431, "GET / HTTP/1.1\r\n" + HOST + "X: a\r\n".repeat(150) + "\r\n"),
        new Refusal(
            "body too long", 413, "POST / HTTP/1.1\r\n" + HOST + "Content-Length: 1001\r\n\r\n"),
        new Refusal("site of another server", 421, "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n"),
        new Refusal("method of no route", 405, "DELETE / HTTP/1.1\r\nHost: read.only\r\n\r\n"),
        new Refusal("file that is not there", 404, "GET /assets/none HTTP/1.1\r\n" + HOST + "\r\n"),
        new Refusal(
            "path out of the root", 404, "GET /assets/..%2f..%2fx HTTP/1.1\r\n" + HOST + "\r\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void rejects(Refusal refusal) {
    int before = GATEWAY.origin().requests().size();
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Http1Peer.Response response = client.send(refusal.request()).read();

      assertThat(response.status()).isEqualTo(refusal.status());
      assertThat(GATEWAY.origin().requests()).hasSize(before);
    }
  }

  @Test
  void usesTheAuthorityOfAnAbsoluteTargetAsHost() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      String seen = client
          .send("GET http://localhost/echo?a=1 HTTP/1.1\r\nHost: example.org\r\n\r\n")
          .read()
          .body();

      assertThat(seen.lines())
          .contains("GET /echo?a=1 HTTP/1.1", "host: localhost")
          .doesNotContain("host: example.org");
    }
  }

  @Test
  void rejectsABodyThatExceedsTheLimitWhileReceived() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      client.send("POST /echo HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n"
          + "7d0\r\n" + "a".repeat(2000) + "\r\n");

      assertThat(client.read().status()).isEqualTo(413);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void closesTheConnectionAfterAMalformedChunk() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      client.send("POST /echo HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n"
          + "zz\r\nGET /smuggled HTTP/1.1\r\n" + HOST + "\r\n");

      Http1Peer.Response response = client.read();
      assertThat(response.status()).isEqualTo(400);
      assertThat(response.has("connection: close")).isTrue();
      assertThat(client.isEnded()).isTrue();
      assertThat(GATEWAY.origin().requestsFor("/smuggled")).isEmpty();
    }
  }
}
