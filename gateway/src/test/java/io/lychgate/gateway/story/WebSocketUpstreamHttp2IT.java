package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Origin;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.WebSocketOrigin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** WebSockets to servers over HTTP/2 (RFC 8441), for clients of each protocol. */
final class WebSocketUpstreamHttp2IT {
  private static final int ENABLE_CONNECT_PROTOCOL = 8;
  private static final int CANCEL = 8;

  /** A Close frame with the status 1009. */
  private static final byte[] GOODBYE = {(byte) 0x88, 2, 3, (byte) 0xf1};

  private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

  /** Heads of extended CONNECTs by path. */
  private static final Map<String, String> HEADS = new ConcurrentHashMap<>();

  /** Codes of resets that the server has got, by path. */
  private static final Map<String, Integer> RESETS = new ConcurrentHashMap<>();

  @TempDir
  static Path directory;

  private static Http2Origin tunnels;
  private static Http2Origin none;
  private static Http2Origin noneWithTls;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() {
    TlsConfig.Certificate site = TestCertificates.write(directory, "site", "localhost");
    tunnels = Http2Origin.start(WebSocketUpstreamHttp2IT::serve, ENABLE_CONNECT_PROTOCOL, 1);
    Http2Origin.Script ordinary = Http2Origin.responding(
        (connection, stream, head) -> Http2Origin.respond(connection, stream, 200, "h2"));
    none = Http2Origin.start(ordinary);
    noneWithTls =
        Http2Origin.start(new Http2Origin.Tls(site, List.of("h2", "http/1.1"), null), ordinary);
    gateway = GatewayProcess.start(
        directory, """
        listeners:
          - name: plain
            address: 127.0.0.1:0
          - name: tls
            address: 127.0.0.1:0
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams:
          app: { servers: [ "h2c://127.0.0.1:%d" ] }
          none: { servers: [ "h2c://127.0.0.1:%d" ] }
          both:
            servers: [ "https://localhost:%d" ]
            tls: { protocols: [ h2, http/1.1 ], trust: site.pem }
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { path: "/none" }, proxy: { upstream: none, webSocket: true } }
              - { match: { path: "/both" }, proxy: { upstream: both, webSocket: true } }
              - { match: { path: "/*" }, proxy: { upstream: app, webSocket: true } }
        admin: { enabled: false }
        """.formatted(tunnels.port(), none.port(), noneWithTls.port()), Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    tunnels.close();
    none.close();
    noneWithTls.close();
  }

  /** Echoes the bytes of a tunnel. The path selects refusals. */
  private static void serve(Http2Peer connection, int number) {
    while (true) {
      Frame frame = connection.read();
      String path = Http2Origin.pathOf(Http2Origin.headOf(connection, frame.stream()));
      if (frame.type() == Http2Peer.HEADERS) {
        HEADS.put(path, frame.fields());
        switch (path) {
          case "/refused" -> Http2Origin.respond(connection, frame.stream(), 403, "no");
          case "/ends" -> {
            connection.headers(frame.stream(), false, ":status", "200");
            connection.data(frame.stream(), true, ascii("bye"));
          }
          default ->
            connection.headers(
                frame.stream(), false, ":status", "200", "sec-websocket-protocol", "chat");
        }
      } else if (frame.type() == Http2Peer.DATA) {
        if (frame.payload().length > 0) {
          connection.windowUpdate(0, frame.payload().length);
        }
        if (path.equals("/reset")) {
          reset(connection, frame.stream());
        } else if (path.startsWith("/goodbye")) {
          connection.data(frame.stream(), false, GOODBYE);
          reset(connection, frame.stream());
        } else if (!path.equals("/ends") && !path.equals("/refused")) {
          connection.data(frame.stream(), frame.ends(), frame.payload());
        }
      } else if (frame.type() == Http2Peer.RST_STREAM) {
        RESETS.putIfAbsent(path, frame.errorCode());
      }
    }
  }

  private static void reset(Http2Peer connection, int stream) {
    connection.send(
        Http2Peer.RST_STREAM, 0, stream, ByteBuffer.allocate(4).putInt(CANCEL).array());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String text(Frame frame) {
    return new String(frame.payload(), StandardCharsets.ISO_8859_1);
  }

  private static Http2Peer connect(String path) {
    Http2Peer client = Http2Peer.connect(gateway.port("plain"));
    return client.webSocket(path, "sec-websocket-protocol", "chat");
  }

  private static Frame head(Http2Peer client) {
    return client.readUntil(frame -> frame.type() == Http2Peer.HEADERS);
  }

  private static boolean isData(Frame frame) {
    return frame.type() == Http2Peer.DATA && frame.payload().length > 0;
  }

  @Test
  void echoesToAnHttp2Client() {
    try (Http2Peer client = connect("/http2")) {
      assertThat(head(client).fields())
          .startsWith(":status: 200")
          .contains("sec-websocket-protocol: chat")
          .doesNotContain("sec-websocket-accept");
      client.data(1, false, ascii("one"));
      assertThat(text(client.readUntil(WebSocketUpstreamHttp2IT::isData))).isEqualTo("one");
      client.data(1, true, ascii("two"));
      Frame two = client.readUntil(WebSocketUpstreamHttp2IT::isData);
      assertThat(text(two)).isEqualTo("two");
      assertThat(two.ends() || client.readUntil(Frame::ends).ends()).isTrue();
    }

    assertThat(HEADS.get("/http2"))
        .contains(":method: CONNECT", ":protocol: websocket", ":scheme: http", ":path: /http2")
        .contains("sec-websocket-version: 13", "sec-websocket-protocol: chat")
        .doesNotContain("sec-websocket-key", "upgrade:", "connection:");
  }

  /** Some of them share a connection to the server, and some are the first on one. */
  @Test
  void firstMessageOfEachOfHundredsOfTunnelsIsEchoed() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(8);
    Callable<Integer> client = () -> {
      for (int i = 0; i < 50; i++) {
        echo();
      }
      return 50;
    };
    try {
      for (Future<Integer> each : clients.invokeAll(Collections.nCopies(8, client))) {
        assertThat(each.get()).isEqualTo(50);
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private static void echo() throws IOException {
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send("GET /many HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
          + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY
          + "\r\n\r\n");
      assertThat(client.read(true).status()).isEqualTo(101);
      client.send("hello");
      byte[] echoed = client.socket().getInputStream().readNBytes(5);
      assertThat(new String(echoed, StandardCharsets.US_ASCII)).isEqualTo("hello");
    }
  }

  @Test
  void echoesToAnHttp1Client() {
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send("GET /http1 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
          + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY
          + "\r\n\r\n");
      Http1Peer.Response response = client.read(true);
      assertThat(response.status()).isEqualTo(101);
      assertThat(response.head().toLowerCase(Locale.ROOT))
          .contains("upgrade: websocket")
          .contains(
              "sec-websocket-accept: " + WebSocketOrigin.acceptOf(KEY).toLowerCase(Locale.ROOT));
      client.send("one");
      byte[] echoed = new byte[3];
      Await.until(() -> {
        try {
          assertThat(client.socket().getInputStream().readNBytes(echoed, 0, 3)).isEqualTo(3);
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      });

      assertThat(new String(echoed, StandardCharsets.US_ASCII)).isEqualTo("one");
    }
    assertThat(HEADS.get("/http1"))
        .contains(":method: CONNECT")
        .doesNotContain("sec-websocket-key");
  }

  @Test
  void echoesToAnHttp3Client() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request request = client.open();
      request.headers(
          Http3Request.head("CONNECT", "/http3")
              .add(":protocol", "websocket")
              .add("sec-websocket-version", "13"),
          false);
      request.data(ascii("three"), true);

      request.await();

      assertThat(request.status()).isEqualTo(200);
      assertThat(request.text()).isEqualTo("three");
    }
  }

  @Test
  void manyTunnelsShareOneConnection() {
    int before = tunnels.connections();
    try (Http2Peer first = connect("/many1");
        Http2Peer second = connect("/many2");
        Http2Peer third = connect("/many3")) {
      for (Http2Peer client : List.of(first, second, third)) {
        head(client);
        client.data(1, false, ascii("x"));
        client.readUntil(WebSocketUpstreamHttp2IT::isData);
      }
    }

    // At most one for each event loop.
    assertThat(tunnels.connections() - before)
        .isLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void refusalIsAnOrdinaryResponse() {
    try (Http2Peer client = connect("/refused")) {
      assertThat(head(client).fields()).startsWith(":status: 403");
      assertThat(text(client.readUntil(WebSocketUpstreamHttp2IT::isData))).isEqualTo("no");
    }
  }

  @Test
  void endOfTheServerReachesTheClient() {
    try (Http2Peer client = connect("/ends")) {
      head(client);
      Frame bye = client.readUntil(WebSocketUpstreamHttp2IT::isData);
      assertThat(text(bye)).isEqualTo("bye");
      assertThat(bye.ends() || client.readUntil(Frame::ends).ends()).isTrue();
    }
  }

  @Test
  void resetOfTheServerResetsTheClient() {
    try (Http2Peer client = connect("/reset")) {
      head(client);
      client.data(1, false, ascii("x"));

      client.readUntil(frame -> frame.type() == Http2Peer.RST_STREAM);
    }
  }

  /** RFC 6455 section 7.1.1: after its Close frame, a server may close the connection at once. */
  @Test
  void closeFrameBeforeAResetReachesAnHttp1ClientAndEndsItsConnection() throws Exception {
    for (int i = 0; i < 20; i++) {
      try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
        client.send("GET /goodbye1 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY
            + "\r\n\r\n");
        assertThat(client.read(true).status()).isEqualTo(101);
        client.send("x");

        assertThat(client.socket().getInputStream().readAllBytes()).isEqualTo(GOODBYE);
      }
    }
  }

  @Test
  void closeFrameBeforeAResetReachesAnHttp2ClientAndEndsItsStream() {
    try (Http2Peer client = connect("/goodbye2")) {
      head(client);
      client.data(1, false, ascii("x"));
      Frame goodbye = client.readUntil(WebSocketUpstreamHttp2IT::isData);

      assertThat(goodbye.payload()).isEqualTo(GOODBYE);
      assertThat(goodbye.ends() || client.readUntil(Frame::ends).ends()).isTrue();
    }
  }

  @Test
  void resetOfTheClientResetsTheServer() {
    try (Http2Peer client = connect("/leave")) {
      head(client);
      client.send(
          Http2Peer.RST_STREAM, 0, 1, ByteBuffer.allocate(4).putInt(CANCEL).array());

      Await.until(() -> assertThat(RESETS).containsEntry("/leave", CANCEL));
    }
  }

  @Test
  void serverWithoutTheSettingIsNamed() {
    for (int i = 0; i < 2; i++) {
      try (Http2Peer client = connect("/none")) {
        Http2Peer.StreamResponse response = client.readResponse(1);

        assertThat(response.status()).isEqualTo(502);
        assertThat(response.head()).contains("error=http_upgrade_failed");
      }
    }
    assertThat(none.failures()).isEmpty();
  }

  @Test
  void serverWithoutTheSettingGetsAnUpgradeWhereHttp1IsAllowed() throws Exception {
    // The origin's HTTP/1.1 side responds with 200, which is no tunnel.
    for (int i = 0; i < 2; i++) {
      try (Http2Peer client = connect("/both")) {
        Http2Peer.StreamResponse response = client.readResponse(1);

        assertThat(response.status()).isEqualTo(502);
        assertThat(response.head()).contains("error=http_protocol_error");
      }
    }
  }
}
