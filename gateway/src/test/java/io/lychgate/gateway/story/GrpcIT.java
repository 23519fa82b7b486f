package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Origin;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.Http2Peer.StreamResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of gRPC and gRPC-Web: deadlines, the status of failures, and the translation, frame by frame. */
final class GrpcIT {
  private static final int INTERNAL_ERROR = 2;
  private static final int CANCEL = 8;
  private static final int DEAD_PORT = FreePort.find();

  /** A message of three bytes. */
  private static final byte[] MESSAGE = {0, 0, 0, 0, 3, 'a', 'b', 'c'};

  /** A permit for each next part of the late response. */
  private static final Semaphore LATE = new Semaphore(0);

  private static final Map<String, String> HEADS = new ConcurrentHashMap<>();
  private static final Map<String, Integer> RESETS = new ConcurrentHashMap<>();
  private static final Map<String, byte[]> BODIES = new ConcurrentHashMap<>();

  private static final Http2Origin SERVER = Http2Origin.start(GrpcIT::serve);

  /** Responds to each call with success. */
  private static final Http2Origin GOOD =
      Http2Origin.start(Http2Origin.responding((connection, stream, head) -> {
        head(connection, stream);
        connection.headers(stream, true, "grpc-status", "0");
      }));

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .upstreams(
          "calls: { servers: [ 'h2c://127.0.0.1:" + SERVER.port()
              + "' ], responseHeadTimeout: 200ms, responseBodyIdleTimeout: 200ms }",
          pair("unavailable"),
          pair("overloaded"),
          pair("denying"),
          "dead: { servers: [ 'h2c://127.0.0.1:" + DEAD_PORT + "' ] }")
      .routes(
          "- { match: { path: '/dead/*' }, proxy: { upstream: dead } }",
          "- { match: { path: '/unavailable/*' }, proxy: { upstream: unavailable } }",
          "- { match: { path: '/overloaded/*' }, proxy: { upstream: overloaded } }",
          "- { match: { path: '/denying/*' }, proxy: { upstream: denying } }",
          "- { match: { path: '/web/*' }, proxy: { upstream: calls, grpcWeb: true } }",
          "- { match: { path: '/bounded/*' }, proxy: { upstream: calls, timeout: 300ms } }",
          "- { match: { path: '/calls/*' }, proxy: { upstream: calls } }");

  /** Returns an upstream with a server that fails beside a good one. */
  private static String pair(String name) {
    return name + ": { servers: [ 'h2c://127.0.0.1:" + SERVER.port() + "', 'h2c://127.0.0.1:"
        + GOOD.port() + "' ], health: { passive: { ejection: { min: 60s, max: 60s } } } }";
  }

  @AfterAll
  static void close() {
    SERVER.close();
    GOOD.close();
  }

  private static void serve(Http2Peer connection, int number) throws Exception {
    while (true) {
      Frame frame = connection.read();
      String path = Http2Origin.pathOf(Http2Origin.headOf(connection, frame.stream()));
      if (frame.type() == Http2Peer.HEADERS) {
        HEADS.put(path, frame.fields());
      } else if (frame.type() == Http2Peer.RST_STREAM) {
        RESETS.put(path, frame.errorCode());
      } else if (frame.type() == Http2Peer.DATA && frame.payload().length > 0) {
        BODIES.put(path, frame.payload());
      }
      if (frame.ends()) {
        respond(connection, frame.stream(), path.substring(path.lastIndexOf('/')));
      }
    }
  }

  private static void respond(Http2Peer connection, int stream, String method) throws Exception {
    switch (method) {
      case "/Hang" -> {}
      case "/Late" -> {
        LATE.acquire();
        head(connection, stream);
        connection.data(stream, false, MESSAGE);
        LATE.acquire();
        connection.headers(stream, true, "grpc-status", "0");
      }
      case "/Broken" -> {
        head(connection, stream);
        connection.data(stream, false, MESSAGE);
        reset(connection, stream, INTERNAL_ERROR);
      }
      case "/Reset0", "/Reset1", "/Reset2", "/Reset8", "/Reset11", "/Reset12", "/Reset99" ->
        reset(connection, stream, Integer.parseInt(method.substring("/Reset".length())));
      case "/Withdrawn" -> {
        head(connection, stream);
        connection.data(stream, false, MESSAGE);
        reset(connection, stream, CANCEL);
      }
      case "/Unavailable" -> {
        head(connection, stream);
        connection.data(stream, false, MESSAGE);
        connection.headers(stream, true, "grpc-status", "14");
      }
      case "/Overloaded" ->
        connection.headers(
            stream,
            true,
            ":status",
            "200",
            "content-type",
            "application/grpc",
            "grpc-status",
            "14",
            "grpc-message",
            "overloaded");
      case "/Denied" -> {
        head(connection, stream);
        connection.headers(stream, true, "grpc-status", "7");
      }
      case "/Malformed" -> connection.headers(stream, true, "x-a", "b");
      case "/None" ->
        connection.headers(
            stream,
            true,
            ":status",
            "200",
            "content-type",
            "application/grpc+proto",
            "grpc-status",
            "5",
            "grpc-message",
            "none");
      default -> {
        head(connection, stream);
        connection.data(stream, false, MESSAGE);
        connection.headers(stream, true, "grpc-status", "0", "grpc-message", "fine");
      }
    }
  }

  private static void reset(Http2Peer connection, int stream, int code) {
    connection.send(
        Http2Peer.RST_STREAM, 0, stream, ByteBuffer.allocate(4).putInt(code).array());
  }

  private static void head(Http2Peer connection, int stream) {
    connection.headers(stream, false, ":status", "200", "content-type", "application/grpc+proto");
  }

  private static StreamResponse call(String path, String type, byte[] body, String... more) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      String[] first = {
        ":method",
        "POST",
        ":scheme",
        "http",
        ":authority",
        "localhost",
        ":path",
        path,
        "content-type",
        type
      };
      String[] fields = new String[first.length + more.length];
      System.arraycopy(first, 0, fields, 0, first.length);
      System.arraycopy(more, 0, fields, first.length, more.length);
      client.headers(1, false, fields);
      client.data(1, true, body);
      return client.readResponse(1);
    }
  }

  private static StreamResponse grpc(String path, String... more) {
    return call(path, "application/grpc+proto", MESSAGE, more);
  }

  @Test
  void deadlineOfTheCallEndsItAndCancelsItAtTheServer() {
    StreamResponse response = grpc("/calls/Hang", "grpc-timeout", "300m");

    assertThat(response.head())
        .startsWith(":status: 200")
        .contains("content-type: application/grpc", "grpc-status: 4");
    assertThat(response.body()).isEmpty();
    assertThat(HEADS.get("/calls/Hang")).containsPattern("grpc-timeout: [0-9]+[num]");
    Await.until(() -> assertThat(RESETS).containsEntry("/calls/Hang", CANCEL));
  }

  @Test
  void timeoutOfTheRouteIsTheDeadlineOfACallWithALongerOne() {
    StreamResponse response = grpc("/bounded/Hang", "grpc-timeout", "1H");

    assertThat(response.head()).contains("grpc-status: 4");
    assertThat(HEADS.get("/bounded/Hang")).containsPattern("grpc-timeout: [0-9]+[num]");
  }

  @Test
  void silentStreamOutlastsTheTimeoutsOfOtherResponses() throws Exception {
    CompletableFuture<StreamResponse> late =
        CompletableFuture.supplyAsync(() -> grpc("/calls/Late"));
    Await.until(() -> assertThat(HEADS).containsKey("/calls/Late"));
    // Both timeouts are equal. A request that begins later and is overdue shows that the time of
    // the call is over, too.
    for (int part = 0; part < 2; part++) {
      assertThat(call("/calls/Hang", "text/plain", MESSAGE).head()).startsWith(":status: 504");
      assertThat(late).isNotDone();
      LATE.release();
    }

    StreamResponse response = late.get(30, TimeUnit.SECONDS);
    assertThat(response.body()).isEqualTo(new String(MESSAGE, StandardCharsets.ISO_8859_1));
    assertThat(response.head()).contains("grpc-status: 0");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"/dead/Any, 14, connection_refused", "/calls/Malformed, 13, http_protocol_error"})
  void failureOfTheGatewayIsAStatus(String path, int code, String token) {
    StreamResponse response = grpc(path);

    assertThat(response.head())
        .startsWith(":status: 200")
        .contains("grpc-status: " + code, "grpc-message: gateway: " + token);
    assertThat(response.ended()).isTrue();
  }

  @Test
  void failureAfterAMessageIsAStatusInTheTrailers() {
    StreamResponse response = grpc("/calls/Broken");

    assertThat(response.body()).isEqualTo(new String(MESSAGE, StandardCharsets.ISO_8859_1));
    assertThat(response.head()).contains("grpc-status: 13");
  }

  /** The codes are those of the document "gRPC over HTTP2", section "Errors". */
  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({"0, 13", "1, 13", "2, 13", "8, 1", "11, 8", "12, 7", "99, 2"})
  void resetByTheServerIsTheStatusOfItsErrorCode(int error, int code) {
    StreamResponse response = grpc("/calls/Reset" + error);

    assertThat(response.head()).contains("grpc-status: " + code + "\n");
    assertThat(response.ended()).isTrue();
  }

  @Test
  void callThatTheServerCancelsAfterAMessageIsCancelled() {
    assertThat(grpc("/calls/Withdrawn").head()).contains("grpc-status: 1\n");
    assertThat(call("/web/Withdrawn", "application/grpc-web+proto", MESSAGE).body())
        .contains("grpc-status: 1\r\n");
  }

  @Test
  void statusWithoutMessagesPasses() {
    StreamResponse response = grpc("/calls/None");

    assertThat(response.head()).contains("grpc-status: 5", "grpc-message: none");
    assertThat(response.ended()).isTrue();
  }

  private static int failuresOf(String path, int calls, String status) {
    int failed = 0;
    for (int i = 0; i < calls; i++) {
      failed += grpc(path).head().contains("grpc-status: " + status) ? 1 : 0;
    }
    return failed;
  }

  private static double servers(String upstream, String status) {
    return GATEWAY
        .process()
        .metric(
            "lychgate_upstream_servers",
            "upstream=\"" + upstream + "\"",
            "status=\"" + status + "\"");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"unavailable, /unavailable/Unavailable", "overloaded, /overloaded/Overloaded"})
  void serverWhoseCallsAreUnavailableIsEjected(String upstream, String path) {
    assertThat(failuresOf(path, 16, "14")).isEqualTo(5);

    assertThat(servers(upstream, "ejected")).isEqualTo(1);
    assertThat(servers(upstream, "up")).isEqualTo(1);
  }

  @Test
  void serverThatDeniesCallsStays() {
    assertThat(failuresOf("/denying/Denied", 16, "7")).isEqualTo(8);

    assertThat(servers("denying", "up")).isEqualTo(2);
  }

  // gRPC-Web.

  private static String webTrailers(String... lines) {
    String text = String.join("\r\n", lines) + "\r\n";
    return "\u0080\0\0\0" + (char) text.length() + text;
  }

  @Test
  void binaryFormHasTheTrailersInTheBody() {
    StreamResponse response =
        call("/web/Echo", "application/grpc-web+proto", MESSAGE, "x-grpc-web", "1");

    assertThat(response.head()).contains("content-type: application/grpc-web+proto");
    assertThat(response.body())
        .isEqualTo(new String(MESSAGE, StandardCharsets.ISO_8859_1)
            + webTrailers("grpc-status: 0", "grpc-message: fine"));
    assertThat(HEADS.get("/web/Echo"))
        .contains("content-type: application/grpc+proto", "te: trailers")
        .doesNotContain("x-grpc-web");
    assertThat(BODIES.get("/web/Echo")).isEqualTo(MESSAGE);
  }

  @Test
  void textFormIsBase64BothWays() {
    byte[] text = Base64.getEncoder().encode(MESSAGE);
    StreamResponse response = call("/web/Text", "application/grpc-web-text", text);

    StringBuilder decoded = new StringBuilder();
    for (String part : response.body().split("(?<==)(?!=)", -1)) {
      decoded.append(new String(Base64.getDecoder().decode(part), StandardCharsets.ISO_8859_1));
    }
    assertThat(response.head()).contains("content-type: application/grpc-web-text");
    assertThat(decoded.toString())
        .isEqualTo(new String(MESSAGE, StandardCharsets.ISO_8859_1)
            + webTrailers("grpc-status: 0", "grpc-message: fine"));
    assertThat(BODIES.get("/web/Text")).isEqualTo(MESSAGE);
  }

  @Test
  void textThatIsNoBase64IsAStatus() {
    StreamResponse response =
        call("/web/Bad", "application/grpc-web-text", "%%%%".getBytes(StandardCharsets.US_ASCII));

    assertThat(response.head()).startsWith(":status: 200").contains("grpc-status: 13");
  }

  @Test
  void failureAfterAMessageIsTheLastMessageOfTheBody() {
    StreamResponse response = call("/web/Broken", "application/grpc-web+proto", MESSAGE);

    assertThat(response.body())
        .startsWith(new String(MESSAGE, StandardCharsets.ISO_8859_1) + "\u0080")
        .containsPattern("grpc-status: [1-9]");
    assertThat(response.ended()).isTrue();
  }

  @Test
  void webFormWorksOverHttp1() {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      client.send("POST /web/One HTTP/1.1\r\nHost: localhost\r\nContent-Type:"
          + " application/grpc-web+proto\r\nContent-Length: " + MESSAGE.length + "\r\n\r\n");
      client.send(MESSAGE);
      Http1Peer.Response response = client.read();

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.body()).contains("abc").contains("grpc-status: 0");
    }
  }
}
