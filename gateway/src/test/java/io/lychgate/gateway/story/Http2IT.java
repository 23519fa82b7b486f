package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.StreamResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** HTTP/2 through the whole gateway. */
@EachJdk
final class Http2IT {
  private static final int PROTOCOL_ERROR = 1;
  private static final String CSS = "body { margin: 0 }\n".repeat(100);

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .listeners("limits: { maxRequestBodySize: 1000 }")
      .file("public/assets/site.css", CSS);

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY
        .origin()
        .on("/", Scripts::echo)
        .on("/echo", Scripts::echo)
        .on("/trailers", visit -> {
          visit.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
          visit.send("0\r\nX-Checksum: 42\r\n\r\n");
        })
        .on(
            "/hop",
            visit -> visit.respond(200, "", "Connection: X-Secret", "X-Secret: 1", "X-Kept: 1"));
  }

  @Test
  void servesAFileOverTls() {
    Commands.Result curl =
        Commands.curl("--http2", "-i", GATEWAY.https("/assets/site.css")).expectSuccess();

    assertThat(curl.out())
        .startsWith("HTTP/2 200")
        .contains("content-type: text/css")
        .doesNotContain("alt-svc")
        .endsWith(CSS);
  }

  @Test
  void respondsToHeadWithTheLengthAndNoBody() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client
          .headers(
              1,
              true,
              ":method",
              "HEAD",
              ":scheme",
              "http",
              ":authority",
              "localhost",
              ":path",
              "/assets/site.css")
          .readResponse(1);

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.head()).contains("content-length: " + CSS.length());
      assertThat(response.body()).isEmpty();
    }
  }

  @Test
  void forwardsABodyOfUnknownLengthAndTrailersBothWays() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.headers(1, false, post("/echo"));
      client.data(1, false, "Wiki".getBytes(StandardCharsets.UTF_8));
      client.data(1, false, "pedia".getBytes(StandardCharsets.UTF_8));
      StreamResponse up = client.headers(1, true, "x-sum", "7").readResponse(1);
      StreamResponse down = client.get(3, "/trailers", "te", "trailers").readResponse(3);

      assertThat(up.body())
          .contains("POST /echo HTTP/1.1", "transfer-encoding: chunked", "Wikipedia", "x-sum: 7");
      assertThat(down.body()).isEqualTo("hello");
      assertThat(down.head()).endsWith("\n\nx-checksum: 42");
    }
  }

  private static String[] post(String path, String... more) {
    return Stream.concat(
            Stream.of(
                ":method", "POST", ":scheme", "http", ":authority", "localhost", ":path", path),
            Stream.of(more))
        .toArray(String[]::new);
  }

  @Test
  void forwardsTheClientAddressAndJoinsTheCookies() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      String seen = client
          .get(1, "/echo", "cookie", "a=1", "cookie", "b=2", "x-forwarded-for", "6.6.6.6")
          .readResponse(1)
          .body();

      assertThat(seen.lines())
          .contains(
              "host: localhost",
              "via: 2 lychgate",
              "cookie: a=1; b=2",
              "x-forwarded-for: 127.0.0.1",
              "forwarded: for=127.0.0.1;host=\"localhost\";proto=http");
    }
  }

  @Test
  void dropsHopByHopFieldsOfTheOrigin() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.get(1, "/hop").readResponse(1).head())
          .contains("x-kept: 1")
          .doesNotContain("connection")
          .doesNotContain("x-secret");
    }
  }

  @Test
  void sends100ToAClientThatWaits() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.headers(1, false, post("/echo", "expect", "100-continue", "content-length", "4"));
      assertThat(client.readUntil(frame -> frame.type() == Http2Peer.HEADERS).fields())
          .isEqualTo(":status: 100");

      client.data(1, true, "body".getBytes(StandardCharsets.UTF_8));

      assertThat(client.readResponse(1).body()).endsWith("body");
    }
  }

  /** @param resetCode -1 if the response is a status */
  record Refusal(String name, int status, int resetCode, List<String> fields) {
    @Override
    public String toString() {
      return name + " -> " + (resetCode < 0 ? "status " + status : "reset " + resetCode);
    }
  }

  private static Refusal rejected(String name, int status, String... fields) {
    return new Refusal(name, status, -1, List.of(fields));
  }

  private static Refusal reset(String name, String... fields) {
    return new Refusal(name, 0, PROTOCOL_ERROR, List.of(fields));
  }

  private static String[] request(String method, String authority, String path, String... more) {
    return Stream.concat(
            Stream.of(":method", method, ":scheme", "http", ":authority", authority, ":path", path),
            Stream.of(more))
        .toArray(String[]::new);
  }

  static Stream<Refusal> refusals() {
    return Stream.of(
        rejected("space in the path", 400, request("GET", "localhost", "/a b")),
        rejected("request line in the method", 400, request("GET /x HTTP/1.1", "localhost", "/")),
        rejected("path without a slash", 400, request("GET", "localhost", "echo")),
        rejected("path that is not ASCII", 400, request("GET", "localhost", "/\u00e9")),
        rejected("authority with a slash", 400, request("GET", "localhost/a", "/")),
        rejected("authority with a user", 400, request("GET", "me@localhost", "/")),
        rejected("site of another server", 421, request("GET", "example.org", "/")),
        rejected("TRACE", 501, request("TRACE", "localhost", "/")),
        rejected("CONNECT", 501, ":method", "CONNECT", ":authority", "localhost:1"),
        rejected(
            "unknown expectation", 417, request("GET", "localhost", "/", "expect", "a-miracle")),
        reset("Host that differs", request("GET", "localhost", "/", "host", "other")),
        reset("two Hosts", request("GET", "localhost", "/", "host", "localhost", "host", "other")),
        reset("neither authority nor Host", ":method", "GET", ":scheme", "http", ":path", "/"),
        reset("connection field", request("GET", "localhost", "/", "connection", "close")),
        reset(
            "transfer-encoding", request("GET", "localhost", "/", "transfer-encoding", "chunked")),
        reset("te other than trailers", request("GET", "localhost", "/", "te", "gzip")),
        reset("upper case name", request("GET", "localhost", "/", "X-Upper", "1")),
        reset("line end in a value", request("GET", "localhost", "/", "x", "a\r\nb: c")),
        reset("no path", ":method", "GET", ":scheme", "http", ":authority", "localhost"),
        reset("protocol without CONNECT", request("GET", "localhost", "/", ":protocol", "ws")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void rejectsAndContinues(Refusal refusal) {
    int before = GATEWAY.origin().requests().size();
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response =
          client.headers(1, true, refusal.fields().toArray(String[]::new)).readResponse(1);

      assertThat(response.status()).isEqualTo(refusal.status());
      assertThat(response.resetCode()).isEqualTo(refusal.resetCode());
      assertThat(GATEWAY.origin().requests()).hasSize(before);
      assertThat(client.get(3, "/assets/site.css").readResponse(3).body()).isEqualTo(CSS);
    }
  }

  @Test
  void respondsToFieldsThatAreTooLarge() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      byte[] section = Http2Peer.section(request("GET", "localhost", "/", "x", "a".repeat(33_000)));
      byte[] first = Arrays.copyOf(section, 16_000);
      byte[] rest = Arrays.copyOfRange(section, 16_000, 32_000);
      byte[] last = Arrays.copyOfRange(section, 32_000, section.length);

      client.send(Http2Peer.HEADERS, Http2Peer.END_STREAM, 1, first);
      client.send(Http2Peer.CONTINUATION, 0, 1, rest);
      client.send(Http2Peer.CONTINUATION, Http2Peer.END_HEADERS, 1, last);

      assertThat(client.readResponse(1).status()).isEqualTo(431);
    }
  }

  @Test
  void rejectsTooManyFields() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      String[] many = new String[300];
      for (int i = 0; i < many.length; i += 2) {
        many[i] = "x" + i;
        many[i + 1] = "1";
      }

      assertThat(client
              .headers(1, true, request("GET", "localhost", "/", many))
              .readResponse(1)
              .status())
          .isEqualTo(431);
    }
  }

  @Test
  void rejectsABodyWithAContentLengthAboveTheLimit() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.headers(1, false, post("/echo", "content-length", "1001"));

      assertThat(client.readResponse(1).status()).isEqualTo(413);
    }
  }

  @Test
  void rejectsABodyThatExceedsTheLimitWhileReceived() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.headers(1, false, post("/echo"));

      assertThat(client.data(1, false, new byte[2000]).readResponse(1).status()).isEqualTo(413);
    }
  }
}
