package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.OriginVisit;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** HTTP/1.1 through the whole gateway. */
@EachJdk
final class Http1IT {
  private static final String CSS = "body { margin: 0 }\n".repeat(100);

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("public/assets/site.css", CSS)
      .file("public/assets/site.css.gz", "pretend that this is gzip");

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY
        .origin()
        .on("/echo", Scripts::echo)
        .on("/one", visit -> visit.respond(200, "first"))
        .on("/two", visit -> visit.respond(200, "second"))
        .on("/chunks", Http1IT::chunks)
        .on("/hop", Http1IT::hopByHop);
  }

  private static void chunks(OriginVisit visit) throws IOException {
    visit.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Checksum\r\n\r\n");
    visit.send("5\r\nhello\r\n");
    visit.send("7\r\n, world\r\n");
    visit.send("0\r\nX-Checksum: 42\r\n\r\n");
  }

  private static void hopByHop(OriginVisit visit) throws IOException {
    visit.respond(
        200, "", "Connection: X-Secret", "X-Secret: 1", "Keep-Alive: timeout=5", "X-Kept: 1");
  }

  private static String get(String target, String... fields) {
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n"
        + String.join("", Arrays.stream(fields).map(field -> field + "\r\n").toList()) + "\r\n";
  }

  @Test
  void servesAFileOverTls() {
    Commands.Result curl =
        Commands.curl("--http1.1", "-i", GATEWAY.https("/assets/site.css")).expectSuccess();

    assertThat(curl.out())
        .startsWith("HTTP/1.1 200")
        .contains("content-type: text/css")
        .contains("cache-control: public, max-age=600")
        .endsWith(CSS);
  }

  @Test
  void respondsToHeadWithTheLengthAndNoBody() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      client.send("HEAD /assets/site.css HTTP/1.1\r\nHost: localhost\r\n\r\n" + get("/one"));

      Response head = client.read(true);
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.head()).contains("content-length: " + CSS.length());
      assertThat(client.read().body()).isEqualTo("first");
    }
  }

  @Test
  void respondsToPipelinedRequestsInOrder() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      client.send(get("/one") + get("/assets/site.css") + get("/two"));

      assertThat(client.read().body()).isEqualTo("first");
      assertThat(client.read().body()).isEqualTo(CSS);
      assertThat(client.read().body()).isEqualTo("second");
    }
  }

  @Test
  void keepsBothConnectionsForTheNextRequest() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      assertThat(client.send(get("/one")).read().body()).isEqualTo("first");
      int connections = GATEWAY.origin().connections();

      assertThat(client.send(get("/one")).read().body()).isEqualTo("first");
      assertThat(client.send(get("/two")).read().body()).isEqualTo("second");

      assertThat(GATEWAY.origin().connections()).isEqualTo(connections);
    }
  }

  @Test
  void closesTheConnectionOnRequestOfTheClient() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Response response = client.send(get("/one", "Connection: close")).read();

      assertThat(response.has("connection: close")).isTrue();
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void forwardsChunksAndTrailersToTheClient() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Response response = client.send(get("/chunks", "TE: trailers")).read();

      assertThat(response.body()).isEqualTo("hello, world");
      assertThat(response.trailers()).containsIgnoringCase("x-checksum: 42");
    }
  }

  @Test
  void forwardsChunksAndTrailersToTheOrigin() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send("4\r\nWiki\r\n5\r\npedia\r\n0\r\nX-Sum: 7\r\n\r\n");

      assertThat(client.read().body())
          .contains("POST /echo HTTP/1.1", "Wikipedia")
          .containsIgnoringCase("x-sum: 7");
    }
  }

  @Test
  void sends100ToAClientThatWaits() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      client.send(
          "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(100);

      Response response = client.send("body").read();

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.body()).endsWith("body").doesNotContainIgnoringCase("expect:");
    }
  }

  @Test
  void forwardsTheClientAddressToTheOrigin() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      String seen = client
          .send(get("/echo", "X-Forwarded-For: 6.6.6.6", "Forwarded: for=6.6.6.6"))
          .read()
          .body();

      assertThat(seen.lines())
          .contains(
              "via: 1.1 lychgate",
              "x-forwarded-for: 127.0.0.1",
              "x-forwarded-proto: http",
              "x-forwarded-host: localhost",
              "forwarded: for=127.0.0.1;host=\"localhost\";proto=http");
      assertThat(seen).doesNotContain("6.6.6.6");
    }
  }

  @Test
  void dropsHopByHopFields() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      String seen = client
          .send(get("/echo", "Connection: X-Mine", "X-Mine: 1", "TE: gzip", "X-Other: 2"))
          .read()
          .body();
      String back = client.send(get("/hop")).read().head();

      assertThat(seen).contains("x-other: 2").doesNotContain("x-mine").doesNotContain("te:");
      assertThat(back)
          .contains("x-kept: 1", "via: 1.1 lychgate")
          .doesNotContain("x-secret")
          .doesNotContain("keep-alive");
    }
  }

  @Test
  void dropsNamesWithAnUnderscore() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      String seen =
          client.send(get("/echo", "Content_Length: 5", "X-Kept: 1")).read().body();

      assertThat(seen).contains("x-kept: 1").doesNotContain("content_length");
    }
  }

  @Test
  void advertisesNoDisabledProtocol() {
    assertThat(Commands.curl("--http1.1", "-i", GATEWAY.https("/one"))
            .expectSuccess()
            .out())
        .doesNotContain("alt-svc");
  }

  @Test
  void servesConditionalAndRangeRequests() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      String head = client.send(get("/assets/site.css")).read().head();
      String etag = head.lines().filter(l -> l.startsWith("etag: ")).findFirst().orElse("");

      Response unchanged = client
          .send(get("/assets/site.css", "If-None-Match: " + etag.substring(6)))
          .read();
      Response part = client.send(get("/assets/site.css", "Range: bytes=0-3")).read();
      Response beyond =
          client.send(get("/assets/site.css", "Range: bytes=999999-")).read();

      assertThat(unchanged.status()).isEqualTo(304);
      assertThat(part.status()).isEqualTo(206);
      assertThat(part.body()).isEqualTo("body");
      assertThat(part.head()).contains("content-range: bytes 0-3/" + CSS.length());
      assertThat(beyond.status()).isEqualTo(416);
    }
  }

  @Test
  void servesThePrecompressedFileIfAccepted() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Response coded =
          client.send(get("/assets/site.css", "Accept-Encoding: gzip")).read();
      Response plain = client.send(get("/assets/site.css")).read();

      assertThat(coded.has("content-encoding: gzip")).isTrue();
      assertThat(coded.body()).isEqualTo("pretend that this is gzip");
      assertThat(coded.head()).containsIgnoringCase("vary: accept-encoding");
      assertThat(plain.body()).isEqualTo(CSS);
    }
  }

  @Test
  void respondsToAnHttp10ClientWithoutChunks() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Response response =
          client.send("GET /chunks HTTP/1.0\r\nHost: localhost\r\n\r\n").read();

      assertThat(response.head()).doesNotContain("transfer-encoding");
      assertThat(response.body()).isEqualTo("hello, world");
    }
  }
}
