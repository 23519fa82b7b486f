package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Origin;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.Http2Peer.StreamResponse;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/2 servers that flood, stall, leave or change their limits while they serve requests. */
final class Http2HostileServerIT {
  private static final int MAX_CONCURRENT_STREAMS = 3;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int NO_ERROR = 0;
  private static final int REFUSED_STREAM = 7;
  private static final int ENHANCE_YOUR_CALM = 11;
  private static final int LARGEST_STREAM = Integer.MAX_VALUE;
  private static final String FOREIGN = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nforeign";

  /** The code of the gateway's GOAWAY by the path of the request that it responds to. */
  private static final Map<String, Integer> GOAWAYS = new ConcurrentHashMap<>();

  /** Number of times that a request was processed, by path. */
  private static final Map<String, AtomicInteger> PROCESSED = new ConcurrentHashMap<>();

  /** Open until the gateway has a second request. */
  private static final CountDownLatch SECOND = new CountDownLatch(1);

  private static final CountDownLatch END = new CountDownLatch(1);

  private static final Http2Origin FLOODING = Http2Origin.start(Http2HostileServerIT::flood);
  private static final Http2Origin LEAVING = Http2Origin.start(Http2HostileServerIT::leave);
  private static final Http2Origin STAYING = Http2Origin.start(Http2HostileServerIT::stay);
  private static final Http2Origin VARYING = Http2Origin.start(Http2HostileServerIT::vary);
  private static final Http2Origin CLOSED =
      Http2Origin.start(Http2HostileServerIT::refuse, MAX_CONCURRENT_STREAMS, 0);
  private static final Http2Origin CLOSED_ALONE =
      Http2Origin.start(Http2HostileServerIT::refuse, MAX_CONCURRENT_STREAMS, 0);
  private static final Http2Origin NO_WINDOW =
      Http2Origin.start(Http2HostileServerIT::readHeads, INITIAL_WINDOW_SIZE, 0);
  private static final Http2Origin NOT_READING = Http2Origin.start((connection, number) -> {
    Frame head = connection.readUntil(frame -> frame.type() == Http2Peer.HEADERS);
    if (head.ends()) {
      Http2Origin.respond(connection, head.stream(), 200, "fine");
    }
    END.await();
  });
  private static final Http2Origin EARLY = Http2Origin.start(Http2HostileServerIT::respondEarly);
  private static final Http2Origin SLOW = Http2Origin.start(Http2HostileServerIT::respondSlowly);
  private static final Http2Origin TALKING =
      Http2Origin.start(Http2Origin.responding(Http2HostileServerIT::sendContentInAnyCase));

  private static final Map<String, Http2Origin> ORIGINS = Map.ofEntries(
      Map.entry("flooding", FLOODING),
      Map.entry("leaving", LEAVING),
      Map.entry("staying", STAYING),
      Map.entry("varying", VARYING),
      Map.entry("closed", CLOSED),
      Map.entry("closed-alone", CLOSED_ALONE),
      Map.entry("no-window", NO_WINDOW),
      Map.entry("not-reading", NOT_READING),
      Map.entry("early", EARLY),
      Map.entry("slow", SLOW),
      Map.entry("talking", TALKING));

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .upstreams(ORIGINS.entrySet().stream()
          .map(each -> each.getKey() + ": { servers: [ 'h2c://127.0.0.1:"
              + each.getValue().port() + "' ], keepAliveIdle: 60s" + times(each.getKey()) + " }")
          .toArray(String[]::new))
      .routes(ORIGINS.keySet().stream()
          .map(
              name -> "- { match: { path: '/" + name + "/*' }, proxy: { upstream: " + name + " } }")
          .toArray(String[]::new));

  /** Short times for the servers that a test outlasts. The others may be slow on a busy machine. */
  private static String times(String origin) {
    String head = ", responseHeadTimeout: 1s";
    String pings = ", connections: { pingAfter: 400ms }";
    return switch (origin) {
      case "no-window" -> head;
      case "closed" -> ", connectTimeout: 1s";
      case "closed-alone" -> ", connectTimeout: 1s, maxConnections: 1";
      case "not-reading" -> head + pings;
      case "slow" -> pings;
      default -> "";
    };
  }

  @AfterAll
  static void close() {
    END.countDown();
    ORIGINS.values().forEach(Http2Origin::close);
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  private static void goAway(Http2Peer connection, int last) {
    connection.send(
        Http2Peer.GOAWAY,
        0,
        0,
        ByteBuffer.allocate(8).putInt(last).putInt(NO_ERROR).array());
  }

  private static void setting(Http2Peer connection, int identifier, int value) {
    connection.send(
        Http2Peer.SETTINGS,
        0,
        0,
        ByteBuffer.allocate(6).putShort((short) identifier).putInt(value).array());
  }

  private static byte[] many(int frames, byte[] frame) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < frames; i++) {
      all.writeBytes(frame);
    }
    return all.toByteArray();
  }

  private static void flood(Http2Peer connection, int number) {
    String path = "";
    while (true) {
      Frame frame = connection.read();
      if (frame.type() == Http2Peer.GOAWAY) {
        GOAWAYS.put(path, frame.errorCode());
      } else if (frame.ends()) {
        path = Http2Origin.pathOf(Http2Origin.headOf(connection, frame.stream()));
        if (path.equals("/flooding/cut")) {
          connection.headers(frame.stream(), false, ":status", "200");
          connection.data(frame.stream(), false, "only this".getBytes(StandardCharsets.US_ASCII));
          return;
        }
        flood(connection, frame.stream(), path);
      }
    }
  }

  private static void flood(Http2Peer connection, int stream, String path) {
    switch (path) {
      case "/flooding/settings" ->
        connection.sendRaw(many(5_000, Http2Peer.frame(Http2Peer.SETTINGS, 0, 0, new byte[0])));
      case "/flooding/ping" ->
        connection.sendRaw(many(5_000, Http2Peer.frame(Http2Peer.PING, 0, 0, new byte[8])));
      case "/flooding/ping-ack" ->
        connection.sendRaw(
            many(5_000, Http2Peer.frame(Http2Peer.PING, Http2Peer.ACK, 0, new byte[8])));
      case "/flooding/window-update" ->
        connection.sendRaw(many(20_000, Http2Peer.frame(Http2Peer.WINDOW_UPDATE, 0, 0, number(1))));
      case "/flooding/unknown" ->
        connection.sendRaw(many(5_000, Http2Peer.frame(0x77, 0, 0, new byte[0])));
      case "/flooding/priority" ->
        connection.sendRaw(many(5_000, Http2Peer.frame(Http2Peer.PRIORITY, 0, 1, new byte[5])));
      case "/flooding/continuation" -> {
        connection.send(Http2Peer.HEADERS, 0, stream, Http2Peer.section(":status", "200"));
        connection.sendRaw(
            many(1_000, Http2Peer.frame(Http2Peer.CONTINUATION, 0, stream, new byte[0])));
      }
      case "/flooding/empty-data" -> {
        connection.headers(stream, false, ":status", "200");
        connection.sendRaw(many(1_000, Http2Peer.frame(Http2Peer.DATA, 0, stream, new byte[0])));
      }
      case "/flooding/promise" ->
        connection.send(
            Http2Peer.PUSH_PROMISE,
            Http2Peer.END_HEADERS,
            stream,
            ByteBuffer.allocate(4 + 12).putInt(2).put(new byte[12]).array());
      case "/flooding/large-head" -> {
        byte[] fields = many(100, Http2Peer.section("x-large", "v".repeat(2_000)));
        byte[] status = Http2Peer.section(":status", "200");
        connection.send(Http2Peer.HEADERS, 0, stream, status);
        for (int at = 0; at < fields.length; at += 16_000) {
          int length = Math.min(16_000, fields.length - at);
          byte[] piece = new byte[length];
          System.arraycopy(fields, at, piece, 0, length);
          boolean isLast = at + length == fields.length;
          connection.send(
              Http2Peer.CONTINUATION, isLast ? Http2Peer.END_HEADERS : 0, stream, piece);
        }
      }
      default -> Http2Origin.respond(connection, stream, 200, "fine");
    }
  }

  /** Processes some of the requests that arrive together, and names the last of them in a GOAWAY. */
  private static void leave(Http2Peer connection, int number) throws Exception {
    List<Integer> open = new ArrayList<>();
    boolean hasLeft = false;
    while (true) {
      Frame frame = connection.read();
      if (frame.type() == Http2Peer.GOAWAY) {
        return;
      }
      if (frame.ends()) {
        open.add(frame.stream());
      }
      if (hasLeft || open.isEmpty() || connection.socket().getInputStream().available() > 0) {
        continue;
      }
      int served = number <= 3 ? (open.size() + 1) / 2 : open.size();
      List<Integer> taken = open.subList(0, served);
      if (number <= 3) {
        hasLeft = true;
        goAway(connection, taken.get(served - 1));
      }
      for (int stream : taken) {
        String path = Http2Origin.pathOf(Http2Origin.headOf(connection, stream));
        PROCESSED.computeIfAbsent(path, key -> new AtomicInteger()).incrementAndGet();
        Http2Origin.respond(connection, stream, 200, "served");
      }
      open.clear();
    }
  }

  /** Announces its end with the largest number and serves on. */
  private static void stay(Http2Peer connection, int number) {
    while (true) {
      Frame frame = connection.read();
      if (frame.ends()) {
        goAway(connection, LARGEST_STREAM);
        Http2Origin.respond(connection, frame.stream(), 200, "connection " + number);
      }
    }
  }

  /** Permits no stream after the first request, and streams again once there is a second one. */
  private static void vary(Http2Peer connection, int number) throws Exception {
    Frame first = connection.readUntil(Frame::ends);
    setting(connection, MAX_CONCURRENT_STREAMS, 0);
    Http2Origin.respond(connection, first.stream(), 200, "first");
    SECOND.await();
    setting(connection, MAX_CONCURRENT_STREAMS, 10);
    while (true) {
      Frame frame = connection.read();
      if (frame.ends()) {
        Http2Origin.respond(connection, frame.stream(), 200, "later");
      }
    }
  }

  private static void refuse(Http2Peer connection, int number) {
    while (true) {
      Frame frame = connection.read();
      if (frame.ends()) {
        connection.send(Http2Peer.RST_STREAM, 0, frame.stream(), number(REFUSED_STREAM));
      }
    }
  }

  private static void readHeads(Http2Peer connection, int number) {
    while (true) {
      Frame frame = connection.read();
      if (frame.type() == Http2Peer.HEADERS && frame.ends()) {
        connection.headers(frame.stream(), true, ":status", "204");
      } else if (frame.type() == Http2Peer.PING) {
        connection.send(Http2Peer.PING, Http2Peer.ACK, 0, frame.payload());
      }
    }
  }

  private static void respondEarly(Http2Peer connection, int number) {
    while (true) {
      Frame frame = connection.read();
      if (frame.type() == Http2Peer.HEADERS && !frame.ends()) {
        connection.headers(frame.stream(), false, ":status", "413");
        connection.data(frame.stream(), false, "too ".getBytes(StandardCharsets.US_ASCII));
        connection.data(frame.stream(), false, "large".getBytes(StandardCharsets.US_ASCII));
        connection.headers(frame.stream(), true, "x-checked", "yes");
        connection.send(Http2Peer.RST_STREAM, 0, frame.stream(), number(NO_ERROR));
      } else if (frame.ends() && frame.type() == Http2Peer.HEADERS) {
        Http2Origin.respond(connection, frame.stream(), 200, "connection " + number);
      }
    }
  }

  /** Acknowledges each PING and responds after several of them. */
  private static void respondSlowly(Http2Peer connection, int number) {
    int stream = 0;
    int pings = 0;
    while (true) {
      Frame frame = connection.read();
      if (frame.ends()) {
        stream = frame.stream();
      } else if (frame.type() == Http2Peer.PING && (frame.flags() & Http2Peer.ACK) == 0) {
        connection.send(Http2Peer.PING, Http2Peer.ACK, 0, frame.payload());
        if (++pings == 3) {
          Http2Origin.respond(connection, stream, 200, "connection " + number);
        }
      }
    }
  }

  /** Sends DATA after each head, with the status that the path names. It looks like a response of HTTP/1.1. */
  private static void sendContentInAnyCase(Http2Peer connection, int stream, String head) {
    String path = Http2Origin.pathOf(head);
    connection.headers(stream, false, ":status", path.substring(path.lastIndexOf('/') + 1));
    connection.data(stream, true, FOREIGN.getBytes(StandardCharsets.US_ASCII));
  }

  private static String[] post(String path) {
    return new String[] {
      ":method", "POST", ":scheme", "http", ":authority", "localhost", ":path", path
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"settings", "ping", "ping-ack", "window-update", "unknown", "priority"})
  void floodEndsTheConnectionAndItsRequests(String kind) {
    String path = "/flooding/" + kind;
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, path).readResponse(1);

      assertThat(response.status()).isEqualTo(502);
      assertThat(response.head()).contains("http_protocol_error");
      assertThat(client.get(3, "/flooding/after").readResponse(3).body()).isEqualTo("fine");
    }
    Await.until(() -> assertThat(GOAWAYS).containsEntry(path, ENHANCE_YOUR_CALM));
  }

  /** Letters that count as digits make some of these 189 or 190, an interim response. */
  @ParameterizedTest
  @ValueSource(
      strings = {"2OO", "2.0", "2e2", "20", "0200", "2000", "+20", "-20", "099", "600", "101"})
  void malformedStatusCausesABadGateway(String status) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, "/talking/" + status).readResponse(1);

      assertThat(response.status()).isEqualTo(502);
      assertThat(response.head()).contains("http_protocol_error");
      assertThat(client.trace())
          .filteredOn(frame -> frame.type() == Http2Peer.HEADERS)
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"continuation", "promise"})
  void invalidFrameEndsTheConnection(String kind) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, "/flooding/" + kind).readResponse(1);

      assertThat(response.status()).isEqualTo(502);
      assertThat(response.head()).contains("http_protocol_error");
      assertThat(client.get(3, "/flooding/after").readResponse(3).body()).isEqualTo("fine");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"empty-data", "cut"})
  void incompleteBodyNeverLooksComplete(String kind) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, "/flooding/" + kind).readResponse(1);

      assertThat(response.ended()).isFalse();
      assertThat(client.get(3, "/flooding/after").readResponse(3).body()).isEqualTo("fine");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET 204", "GET 304", "HEAD 200", "HEAD 204"})
  void contentOfAResponseWithoutABodyReachesNoClient(String request) {
    String method = request.substring(0, request.indexOf(' '));
    String path = "/talking/" + request.substring(request.indexOf(' ') + 1);
    try (Http1Peer http1 = GATEWAY.connectHttp1();
        Http2Peer http2 = GATEWAY.connectHttp2()) {
      Http1Peer.Response response = http1
          .send(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
          .read(true);
      StreamResponse stream = http2
          .headers(
              1,
              true,
              ":method",
              method,
              ":scheme",
              "http",
              ":authority",
              "localhost",
              ":path",
              path)
          .readResponse(1);

      assertThat(path).endsWith("/" + response.status());
      assertThat(stream.ended()).isTrue();
      assertThat(stream.body()).isEmpty();
      Http1Peer.Response next =
          http1.send("GET /flooding/after HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
      assertThat(next.body()).isEqualTo("fine");
      assertThat(http2.get(3, "/flooding/after").readResponse(3).body()).isEqualTo("fine");
    }
  }

  @Test
  void tooLargeHeadIsAFailureOfItsStreamOnly() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.get(1, "/flooding/before").readResponse(1).status()).isEqualTo(200);

      StreamResponse response = client.get(3, "/flooding/large-head").readResponse(3);

      assertThat(response.status()).isEqualTo(502);
      assertThat(response.head()).containsAnyOf("header_section_size", "http_protocol_error");
      assertThat(client.get(5, "/flooding/after").readResponse(5).body()).isEqualTo("fine");
    }
  }

  @Test
  void goawayUnderLoadLosesAndDoublesNoRequest() {
    int requests = 60;
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      for (int i = 0; i < requests; i++) {
        client.headers(2 * i + 1, true, post("/leaving/" + i));
      }
      for (int ended = 0; ended < requests; ended++) {
        client.readUntil(Frame::ends);
      }

      assertThat(client.trace())
          .filteredOn(frame -> frame.type() == Http2Peer.HEADERS)
          .hasSize(requests)
          .allMatch(frame -> frame.fields().startsWith(":status: 200"));
    }
    assertThat(LEAVING.failures()).isEmpty();
    assertThat(PROCESSED.values()).hasSize(requests).allMatch(times -> times.get() == 1);
  }

  @Test
  void goawayWithTheLargestNumberEndsTheUseOfAConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      List<String> bodies = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        bodies.add(client.get(2 * i + 1, "/staying/x").readResponse(2 * i + 1).body());
      }

      assertThat(bodies).containsExactly("connection 1", "connection 2", "connection 3");
    }
  }

  @Test
  void requestIsServedAlthoughAConnectionPermitsNoStream() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.get(1, "/varying/x").readResponse(1).body()).isEqualTo("first");

      client.get(3, "/varying/x");
      // The gateway reads in order: once it responds to the PING, it has the request.
      client.send(Http2Peer.PING, 0, 0, new byte[8]);
      client.readUntil(frame -> frame.type() == Http2Peer.PING && frame.flags() == Http2Peer.ACK);
      SECOND.countDown();

      StreamResponse response = client.readResponse(3);
      assertThat(response.status()).isEqualTo(200);
    }
  }

  @Test
  void serverThatNeverPermitsAStreamIsATimeout() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, "/closed/x").readResponse(1);

      assertThat(response.status()).isIn(503, 504);
      assertThat(CLOSED.connections()).isLessThanOrEqualTo(4);
    }
  }

  @Test
  void serverThatNeverPermitsAStreamKeepsTheOnlyConnectionThatIsAllowed() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      for (int stream = 1; stream <= 5; stream += 2) {
        StreamResponse response = client.get(stream, "/closed-alone/x").readResponse(stream);

        assertThat(response.status())
            .as(response.head() + CLOSED_ALONE.connections())
            .isIn(503, 504);
      }

      assertThat(CLOSED_ALONE.connections()).isEqualTo(1);
    }
  }

  @Test
  void serverThatOpensNoWindowIsATimeout() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      // Before the SETTINGS the window is 64 KiB.
      assertThat(client.get(1, "/no-window/x").readResponse(1).status()).isEqualTo(204);
      client.headers(3, false, post("/no-window/upload"));
      client.data(3, false, new byte[16 * 1024]);

      StreamResponse response = client.readResponse(3);

      assertThat(response.status()).isEqualTo(504);
      assertThat(response.head()).contains("http_response_timeout");
      assertThat(client.get(5, "/no-window/x").readResponse(5).status()).isEqualTo(204);
    }
  }

  @Test
  void serverThatStopsReadingIsAFailure() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.headers(1, false, post("/not-reading/upload"));
      for (int i = 0; i < 3; i++) {
        client.data(1, false, new byte[16 * 1024]);
      }
      client.readUntil(frame -> frame.type() == Http2Peer.WINDOW_UPDATE && frame.stream() == 1);
      for (int i = 0; i < 2; i++) {
        client.data(1, false, new byte[16 * 1024]);
      }

      StreamResponse response = client.readResponse(1);

      // Its window is used up, or it does not respond to PING.
      assertThat(response.status()).isIn(502, 504);
    }
  }

  @Test
  void earlyResponseArrivesWholeAndTheConnectionStays() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      String before = client.get(1, "/early/x").readResponse(1).body();
      client.headers(3, false, post("/early/upload"));
      client.data(3, false, new byte[16 * 1024]);
      client.data(3, false, new byte[16 * 1024]);

      StreamResponse response = client.readResponse(3);

      assertThat(response.status()).isEqualTo(413);
      assertThat(response.body()).isEqualTo("too large");
      assertThat(response.head()).contains("x-checked: yes");
      assertThat(response.ended()).isTrue();
      assertThat(client.get(5, "/early/x").readResponse(5).body()).isEqualTo(before);
    }
  }

  @Test
  void connectionThatRespondsToPingsLastsLongerThanTheSilence() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      StreamResponse response = client.get(1, "/slow/x").readResponse(1);

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("connection 1");
    }
  }
}
