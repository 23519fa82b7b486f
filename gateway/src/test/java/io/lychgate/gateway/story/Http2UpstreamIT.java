package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Origin;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.Http2Peer.StreamResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to an HTTP/2 server in plain text, which misbehaves frame by frame. */
final class Http2UpstreamIT {
  private static final int MAX_CONCURRENT_STREAMS = 3;

  /** Requests that a server gets before it responds. */
  private static final int TOGETHER = 20;

  private static final int NO_ERROR = 0;
  private static final int INTERNAL_ERROR = 2;
  private static final int REFUSED_STREAM = 7;

  /** The heads of requests as the server has got them, by path. */
  private static final Map<String, String> HEADS = new ConcurrentHashMap<>();

  private static final Map<String, byte[]> SECTIONS = new ConcurrentHashMap<>();

  /** Opens at the end of the stories: servers that wait for it are silent until then. */
  private static final CountDownLatch ENDED = new CountDownLatch(1);

  private static final Http2Origin APP =
      Http2Origin.start(Http2Origin.responding(Http2UpstreamIT::respond));

  private static final Http2Origin NARROW =
      Http2Origin.start(Http2UpstreamIT::respondToTwo, MAX_CONCURRENT_STREAMS, 2);

  /** The first connection of each path ends with the GOAWAY that the path names. */
  private static final Http2Origin LEAVING = Http2Origin.start(Http2UpstreamIT::leave);

  private static final Http2Origin REFUSING = Http2Origin.start(Http2Origin.responding(
      (connection, stream, head) -> reset(connection, stream, REFUSED_STREAM)));

  private static final Http2Origin SILENT = Http2Origin.start((connection, number) -> {
    connection.readUntil(frame -> frame.ends());
    ENDED.await();
  });

  /** Each first connection reads nothing after its first response: it is open, and its packets go nowhere. */
  private static final Http2Origin VANISHING = Http2Origin.start((connection, number) -> {
    while (true) {
      Frame frame = connection.readUntil(Frame::ends);
      Http2Origin.respond(connection, frame.stream(), 200, "connection " + number);
      if (number % 2 == 1) {
        ENDED.await();
      }
    }
  });

  private static final Http2Origin TOGETHER_ONLY = Http2Origin.start((connection, number) -> {
    List<Integer> streams = new ArrayList<>();
    while (streams.size() < TOGETHER) {
      streams.add(connection.readUntil(Frame::ends).stream());
    }
    for (int stream : streams) {
      Http2Origin.respond(connection, stream, 200, "together");
    }
    ENDED.await();
  });

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .upstreams(
          upstream("two", APP, ""),
          upstream("narrow", NARROW, ""),
          upstream("only", TOGETHER_ONLY, ", maxConnections: 1"),
          upstream("leaving", LEAVING, ""),
          upstream("refusing", REFUSING, ""),
          upstream("silent", SILENT, ", connectTimeout: 500ms, connections: { pingAfter: 300ms }"),
          upstream(
              "vanishing",
              VANISHING,
              ", connectTimeout: 1s, keepAliveIdle: 60s, connections: { pingAfter: 100ms }"),
          upstream("resting", APP, ", keepAliveIdle: 60s, connections: { pingAfter: 100ms }"),
          upstream("short", APP, ", connections: { maxRequests: 3 }"),
          upstream("aging", APP, ", connections: { maxAge: 200ms }, keepAliveIdle: 60s"),
          // The origin of the extension speaks HTTP/1.1.
          "wrong: { servers: [ 'h2c://127.0.0.1:${ORIGIN}' ] }")
      .routes(
          route("two"),
          route("narrow"),
          route("only"),
          route("leaving"),
          route("refusing"),
          route("silent"),
          route("vanishing"),
          route("resting"),
          route("short"),
          route("aging"),
          route("wrong"));

  private static String upstream(String name, Http2Origin origin, String more) {
    return name + ": { servers: [ 'h2c://127.0.0.1:" + origin.port() + "' ]" + more + " }";
  }

  private static String route(String upstream) {
    return "- { match: { path: '/" + upstream + "/*' }, proxy: { upstream: " + upstream + " } }";
  }

  @AfterAll
  static void close() {
    ENDED.countDown();
    for (Http2Origin each :
        List.of(APP, NARROW, TOGETHER_ONLY, LEAVING, REFUSING, SILENT, VANISHING)) {
      each.close();
    }
  }

  private static void reset(Http2Peer connection, int stream, int code) {
    connection.send(
        Http2Peer.RST_STREAM, 0, stream, ByteBuffer.allocate(4).putInt(code).array());
  }

  private static void goAway(Http2Peer connection, int last, int code) {
    connection.send(
        Http2Peer.GOAWAY, 0, 0, ByteBuffer.allocate(8).putInt(last).putInt(code).array());
  }

  private static void respond(Http2Peer connection, int stream, String head) throws Exception {
    String path = Http2Origin.pathOf(head);
    HEADS.put(path, head);
    connection.trace().stream()
        .filter(frame -> frame.type() == Http2Peer.HEADERS && frame.stream() == stream)
        .findFirst()
        .ifPresent(frame -> SECTIONS.put(path, frame.payload()));
    switch (path.substring(path.indexOf('/', 1))) {
      case "/echo" -> {
        connection.headers(stream, false, ":status", "200", "x-trailer", "soon");
        for (Frame frame : connection.trace()) {
          if (frame.stream() == stream && frame.type() == Http2Peer.DATA) {
            connection.data(stream, false, frame.payload());
          }
        }
        connection.headers(stream, true, "x-sum", "done");
      }
      case "/hints" -> {
        connection.headers(
            stream, false, ":status", "103", "link", "</a.css>;rel=preload;as=style");
        connection.headers(
            stream, false, ":status", "103", "link", "</b.css>;rel=preload;as=style");
        Http2Origin.respond(connection, stream, 200, "hinted");
      }
      case "/empty" -> connection.headers(stream, true, ":status", "204");
      case "/cut" -> {
        connection.headers(stream, false, ":status", "200", "content-length", "100");
        connection.data(stream, false, "only this".getBytes(StandardCharsets.US_ASCII));
        reset(connection, stream, INTERNAL_ERROR);
      }
      case "/cut-without-error" -> {
        connection.headers(stream, false, ":status", "200");
        connection.data(stream, false, "only this".getBytes(StandardCharsets.US_ASCII));
        reset(connection, stream, NO_ERROR);
      }
      case "/short-body" -> {
        connection.headers(stream, false, ":status", "200", "content-length", "100");
        connection.data(stream, true, "only this".getBytes(StandardCharsets.US_ASCII));
      }
      case "/no-body" ->
        connection.headers(stream, true, ":status", "200", "content-length", "100");
      case "/data-first" -> connection.data(stream, true, new byte[3]);
      case "/no-status" -> connection.headers(stream, true, "x-a", "b");
      case "/status-99" -> connection.headers(stream, true, ":status", "99");
      case "/status-101" -> connection.headers(stream, true, ":status", "101");
      case "/end-with-103" -> connection.headers(stream, true, ":status", "103");
      case "/upper-case" -> connection.headers(stream, true, ":status", "200", "X-Upper", "b");
      case "/connection-field" ->
        connection.headers(stream, true, ":status", "200", "connection", "close");
      case "/many-hints" -> {
        for (int i = 0; i < 40; i++) {
          connection.headers(stream, false, ":status", "103", "link", "</a>;rel=preload");
        }
      }
      case "/forbidden-trailer" -> {
        connection.headers(stream, false, ":status", "200");
        connection.headers(stream, true, "content-length", "3");
      }
      case "/large" -> {
        connection.headers(stream, false, ":status", "200");
        byte[] piece = new byte[16 * 1024];
        for (int i = 0; i < 4; i++) {
          connection.data(stream, i == 3, piece);
        }
      }
      case "/reset" -> reset(connection, stream, INTERNAL_ERROR);
      default -> Http2Origin.respond(connection, stream, 200, "two " + stream);
    }
  }

  /**
   * Permits two streams at once. Refuses more as long as the gateway may not know that; afterwards they are a failure of the test.
   * It responds once no more input waits.
   */
  private static void respondToTwo(Http2Peer connection, int number) throws Exception {
    List<Integer> open = new ArrayList<>();
    boolean isKnown = false;
    while (true) {
      Frame frame = connection.read();
      isKnown |= frame.type() == Http2Peer.SETTINGS && (frame.flags() & Http2Peer.ACK) != 0;
      if (frame.ends() && open.size() < 2) {
        open.add(frame.stream());
      } else if (frame.ends()) {
        assertThat(isKnown).isFalse();
        reset(connection, frame.stream(), REFUSED_STREAM);
      }
      if (connection.socket().getInputStream().available() == 0) {
        for (int stream : open) {
          Http2Origin.respond(connection, stream, 200, "narrow");
        }
        open.clear();
      }
    }
  }

  private static void leave(Http2Peer connection, int number) throws Exception {
    while (true) {
      Frame frame = connection.readUntil(Frame::ends);
      String path = Http2Origin.pathOf(Http2Origin.headOf(connection, frame.stream()));
      boolean leavesNow = HEADS.put(path, "seen") == null;
      if (leavesNow && path.equals("/leaving/unprocessed")) {
        goAway(connection, Math.max(0, frame.stream() - 2), NO_ERROR);
        connection.readUntil(each -> each.type() == Http2Peer.GOAWAY);
        return;
      }
      if (leavesNow && path.equals("/leaving/processed")) {
        goAway(connection, frame.stream(), NO_ERROR);
        Http2Origin.respond(connection, frame.stream(), 200, "last of " + number);
        connection.readUntil(each -> each.type() == Http2Peer.GOAWAY);
        return;
      }
      if (path.equals("/leaving/killed")) {
        return;
      }
      Http2Origin.respond(connection, frame.stream(), 200, "connection " + number);
    }
  }

  @Test
  void forwardsARequestWithoutBodyOverEachProtocol() {
    try (Http1Peer one = GATEWAY.connectHttp1();
        Http2Peer two = GATEWAY.connectHttp2()) {
      assertThat(one.send(get("/two/plain")).read().body()).startsWith("two ");
      assertThat(two.get(1, "/two/plain").readResponse(1).body()).startsWith("two ");
      assertThat(two.get(3, "/two/empty").readResponse(3).status()).isEqualTo(204);
    }
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  @Test
  void passesBodiesAndTrailersBothWays() {
    byte[] body = "0123456789".repeat(1000).getBytes(StandardCharsets.US_ASCII);
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.headers(1, false, post("/two/echo"));
      client.data(1, false, body);
      client.headers(1, true, "x-request-sum", "7");

      StreamResponse response = client.readResponse(1);

      assertThat(response.body()).isEqualTo(new String(body, StandardCharsets.US_ASCII));
      assertThat(response.head()).contains("x-trailer: soon").endsWith("x-sum: done");
    }
  }

  private static String[] post(String path, String... more) {
    List<String> fields = new ArrayList<>(
        List.of(":method", "POST", ":scheme", "http", ":authority", "localhost", ":path", path));
    fields.addAll(List.of(more));
    return fields.toArray(String[]::new);
  }

  @Test
  void requestHasNoFieldOfItsConnectionAndKeepsSecretsOutOfTheTable() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.get(
          1, "/two/fields", "te", "trailers", "authorization", "Bearer abc", "cookie", "a=b");
      assertThat(client.readResponse(1).status()).isEqualTo(200);
    }

    String head = HEADS.get("/two/fields");
    assertThat(head)
        .contains(":method: GET", ":scheme: http", ":path: /two/fields", "te: trailers")
        .contains("authorization: Bearer abc", "cookie: a=b")
        .doesNotContain("\nhost:", "\nconnection:", "\ntransfer-encoding:");
    // RFC 7541 6.2.3: a field that is never indexed begins with 0001. Index 23 is authorization.
    assertThat(SECTIONS.get("/two/fields")).containsSequence((byte) 0x1f, (byte) (23 - 15));
  }

  @Test
  void passesEachInterimResponse() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, "/two/hints").readResponse(1);

      assertThat(response.body()).isEqualTo("hinted");
    }
  }

  @Test
  void manyRequestsShareOneConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      int before = APP.connections();
      for (int i = 0; i < 50; i++) {
        client.get(2 * i + 1, "/two/many");
      }
      List<Integer> open = IntStream.range(0, 50)
          .mapToObj(i -> 2 * i + 1)
          .collect(Collectors.toCollection(ArrayList::new));
      while (!open.isEmpty()) {
        Frame end = client.readUntil(Frame::ends);
        open.remove(Integer.valueOf(end.stream()));
      }

      assertThat(APP.connections() - before).isLessThanOrEqualTo(1);
    }
    GatewayProcess gateway = GATEWAY.process();
    String upstream = "upstream=\"two\"";
    assertThat(gateway.metric("lychgate_upstream_connections_http2", upstream))
        .isBetween(1.0, (double) Runtime.getRuntime().availableProcessors());
    assertThat(gateway.metric("lychgate_upstream_connections_h1_equivalent_opened_total", upstream))
        .isGreaterThan(gateway.metric("lychgate_upstream_connections_opened_total", upstream));
  }

  /** The server responds to none of the requests before it has all of them. */
  @Test
  void requestsOfOneClientShareTheOnlyConnectionThatIsPermitted() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      for (int i = 0; i < TOGETHER; i++) {
        client.get(2 * i + 1, "/only/x");
      }
      for (int ended = 0; ended < TOGETHER; ended++) {
        client.readUntil(Frame::ends);
      }

      assertThat(client.trace()).noneMatch(frame -> frame.fields().startsWith(":status: 5"));
    }
  }

  @Test
  void opensAnotherConnectionWhenTheServerPermitsFewStreams() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      for (int i = 0; i < 20; i++) {
        client.get(2 * i + 1, "/narrow/x");
      }
      int ended = 0;
      while (ended < 20) {
        Frame end = client.readUntil(Frame::ends);
        assertThat(end.type()).isEqualTo(Http2Peer.DATA);
        assertThat(client.trace()).noneMatch(frame -> frame.fields().startsWith(":status: 5"));
        ended++;
      }
    }
    assertThat(NARROW.failures()).isEmpty();
  }

  @Test
  void slowReaderDelaysOnlyItsOwnStream() {
    // SETTINGS_INITIAL_WINDOW_SIZE of 0: the client takes no byte of any body yet.
    try (Http2Peer slow = GATEWAY.connectHttp2(4, 0)) {
      slow.get(1, "/two/large");
      slow.get(3, "/two/large");
      slow.readUntil(frame -> frame.type() == Http2Peer.HEADERS && frame.stream() == 3);
      // On the same connection of the client, and so on the same connection to the server.
      slow.get(5, "/two/empty");
      slow.readUntil(frame -> frame.ends() && frame.stream() == 5);

      slow.windowUpdate(1, 64 * 1024);
      assertThat(slow.readResponse(1).body()).hasSize(64 * 1024);
    }
  }

  @Test
  void retriesAnyMethodThatAGoawayLeftUnprocessed() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.get(1, "/leaving/first").readResponse(1).status()).isEqualTo(200);
      client.headers(3, true, post("/leaving/unprocessed"));

      StreamResponse response = client.readResponse(3);

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.body()).startsWith("connection ");
    }
  }

  @Test
  void requestThatAGoawayIncludesIsServedToItsEnd() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, "/leaving/processed").readResponse(1);
      assertThat(response.body()).startsWith("last of ");

      StreamResponse next = client.get(3, "/leaving/processed").readResponse(3);
      assertThat(next.body()).startsWith("connection ");
    }
  }

  @Test
  void connectionThatDiesIsAFailureOfItsRequestsThatMayHaveBeenProcessed() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.headers(1, true, post("/leaving/killed"));

      StreamResponse response = client.readResponse(1);

      assertThat(response.status()).isEqualTo(502);
      assertThat(response.head()).contains("connection_terminated");
    }
  }

  @Test
  void serverThatRefusesEachStreamGetsAnEndOfRetries() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, "/refusing/x").readResponse(1);

      assertThat(response.status()).isEqualTo(502);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/two/cut", "/two/cut-without-error", "/two/short-body"})
  void truncatedBodyNeverLooksComplete(String path) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, path).readResponse(1);

      assertThat(response.ended()).isFalse();
      assertThat(client.get(3, "/two/after").readResponse(3).status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/two/no-body",
        "/two/data-first",
        "/two/no-status",
        "/two/status-99",
        "/two/status-101",
        "/two/end-with-103",
        "/two/upper-case",
        "/two/connection-field",
        "/two/many-hints"
      })
  void malformedResponseIsAFailureOfItsStreamOnly(String path) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.get(1, "/two/before").readResponse(1).status()).isEqualTo(200);
      int before = APP.connections();

      StreamResponse response = client.get(3, path).readResponse(3);

      assertThat(response.status()).isEqualTo(502);
      assertThat(response.head()).contains("http_protocol_error");
      assertThat(client.get(5, "/two/after").readResponse(5).status()).isEqualTo(200);
      assertThat(APP.connections()).isEqualTo(before);
    }
  }

  @Test
  void resetBeforeTheHeadIsAFailure() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, "/two/reset").readResponse(1);

      assertThat(response.status()).isEqualTo(502);
      assertThat(response.head()).contains("connection_terminated");
    }
  }

  @Test
  void serverOfAnotherProtocolIsNamed() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, "/wrong/x").readResponse(1);

      assertThat(response.status()).isEqualTo(502);
      assertThat(response.head()).contains("http_protocol_error");
    }
  }

  @Test
  void serverThatDoesNotAnswerPingLosesItsConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, "/silent/x").readResponse(1);

      assertThat(response.status()).isEqualTo(502);
      assertThat(response.head()).contains("connection_terminated");
    }
  }

  private static void passSilence() {
    long start = System.nanoTime();
    Await.until(() ->
        assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(150)));
  }

  @Test
  void requestIsNotSentOnAnIdleConnectionWhoseServerHasVanished() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.get(1, "/vanishing/x").readResponse(1).body()).isEqualTo("connection 1");
      passSilence();

      client.headers(3, true, post("/vanishing/x"));

      StreamResponse response = client.readResponse(3);
      assertThat(response.status()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("connection 2");
    }
    assertThat(GATEWAY
            .process()
            .metric("lychgate_upstream_servers", "upstream=\"vanishing\"", "status=\"up\""))
        .isEqualTo(1);
  }

  @Test
  void idleConnectionIsUsedAgainOnceItsServerHasRespondedToPing() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.get(1, "/resting/x").readResponse(1).status()).isEqualTo(200);
      int before = APP.connections();
      passSilence();
      for (int stream = 3; stream < 9; stream += 2) {
        client.headers(stream, false, post("/resting/echo"));
        client.data(stream, true, "abc".getBytes(StandardCharsets.US_ASCII));
      }

      for (int i = 0; i < 3; i++) {
        client.readUntil(Frame::ends);
      }
      assertThat(APP.connections()).isEqualTo(before);
      assertThat(client.trace()).noneMatch(frame -> frame.fields().startsWith(":status: 5"));
    }
  }

  @Test
  void connectionEndsAfterItsMaximumOfRequests() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      int before = APP.connections();
      for (int i = 0; i < 7; i++) {
        assertThat(client.get(2 * i + 1, "/short/x").readResponse(2 * i + 1).status())
            .isEqualTo(200);
      }

      assertThat(APP.connections() - before).isEqualTo(3);
    }
  }

  @Test
  void connectionEndsAtItsMaximumAge() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.get(1, "/aging/x").readResponse(1).status()).isEqualTo(200);
      int before = APP.connections();

      Await.until(() -> {
        int stream = 2 * client.trace().size() + 1;
        assertThat(client.get(stream, "/aging/x").readResponse(stream).status()).isEqualTo(200);
        assertThat(APP.connections()).isGreaterThan(before);
      });
    }
  }
}
