package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.WebSocketOrigin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** WebSockets end with a Close frame of 1001 to both sides when their connection drains (RFC 6455 section 7.4.1). */
final class WebSocketGoodbyeIT {
  private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** FIN and the opcode of Close, two bytes, 1001. */
  private static final String GOING_AWAY = "880203e9";

  private static final String OTHER_LISTENER = "- { name: other, address: \"127.0.0.1:0\" }";

  @TempDir
  Path directory;

  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private ScriptedOrigin origin;
  private GatewayProcess gateway;
  private Thread drain;

  @BeforeEach
  void start() {
    TestCertificates.write(directory, "site", "localhost");
    origin = ScriptedOrigin.start();
    origin.on("/chat", visit -> {
      WebSocketOrigin.accept(visit);
      listen(visit);
    });
    gateway = GatewayProcess.start(directory, yaml("""
        - { name: plain, address: "127.0.0.1:0" }
          - name: tls
            address: 127.0.0.1:0
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }"""), Map.of());
  }

  private String yaml(String listeners) {
    return """
        listeners:
          %s
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes: [ { match: { path: "/*" }, proxy: { upstream: app, webSocket: true } } ]
        admin: { enabled: false }
        """.formatted(listeners, origin.port());
  }

  @AfterEach
  void stop() throws Exception {
    if (drain != null) {
      drain.join();
    }
    gateway.close();
    origin.close();
  }

  /** Records the gateway's bytes until it ends, and ends as well. */
  private void listen(OriginVisit visit) throws IOException {
    InputStream in = visit.in();
    byte[] piece = new byte[1024];
    for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
      synchronized (received) {
        received.write(piece, 0, read);
      }
    }
    visit.close();
  }

  private byte[] received() {
    synchronized (received) {
      return received.toByteArray();
    }
  }

  private void drain() {
    drain = new Thread(() -> {
      try {
        gateway.gateway().drain(PATIENCE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    drain.start();
  }

  /** RFC 6455 section 5.3: clients mask their frames, and the gateway masks frames that it sends for them. */
  private void expectCloseAtServer(int bytesBefore) {
    Await.until(() -> assertThat(received()).hasSize(bytesBefore + 8));
    byte[] frame = Arrays.copyOfRange(received(), bytesBefore, bytesBefore + 8);
    assertThat(frame).startsWith(0x88, 0x82);
    int status = ((frame[6] ^ frame[2]) & 0xff) << 8 | ((frame[7] ^ frame[3]) & 0xff);
    assertThat(status).isEqualTo(1001);
  }

  private Http1Peer upgrade() throws IOException {
    Http1Peer client =
        Http1Peer.on(new Socket(InetAddress.getLoopbackAddress(), gateway.port("plain")));
    int status = client
        .send(
            "GET /chat HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + "\r\n\r\n")
        .read()
        .status();
    assertThat(status).isEqualTo(101);
    return client;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static String read(Http1Peer client, int bytes) throws IOException {
    return hex(client.socket().getInputStream().readNBytes(bytes));
  }

  @Test
  void http1ClientAndServerGetACloseFrame() throws Exception {
    try (Http1Peer client = upgrade()) {
      drain();

      assertThat(read(client, 4)).isEqualTo(GOING_AWAY);
      expectCloseAtServer(0);
      client.send(HexFormat.of().parseHex("88820000000003e9"));
      assertThat(client.socket().getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void frameOfTheServerEndsBeforeTheCloseFrame() throws Exception {
    origin.on("/chat", visit -> {
      WebSocketOrigin.accept(visit);
      visit.send(HexFormat.of().parseHex("820461"), 3);
      byte[] close = visit.in().readNBytes(8);
      synchronized (received) {
        received.writeBytes(close);
      }
      visit.send(HexFormat.of().parseHex("626364" + "820178"), 6);
      listen(visit);
    });
    try (Http1Peer client = upgrade()) {
      assertThat(read(client, 3)).isEqualTo("820461");
      drain();

      assertThat(read(client, 7)).isEqualTo("626364" + GOING_AWAY);
      expectCloseAtServer(0);
    }
  }

  @Test
  void frameOfTheClientEndsBeforeTheCloseFrame() throws Exception {
    try (Http1Peer client = upgrade()) {
      client.send(HexFormat.of().parseHex("8283000000006f6e"));
      Await.until(() -> assertThat(received()).hasSize(8));
      drain();
      assertThat(read(client, 4)).isEqualTo(GOING_AWAY);

      client.send(HexFormat.of().parseHex("65" + "8281000000007a"));

      expectCloseAtServer(9);
      assertThat(hex(received())).startsWith("8283000000006f6e65");
    }
  }

  @Test
  void http2ClientGetsACloseFrame() {
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      client.webSocket("/chat");
      client.readUntil(frame -> frame.type() == Http2Peer.HEADERS);
      drain();

      Http2Peer.Frame data = client.readUntil(frame -> frame.type() == Http2Peer.DATA);
      assertThat(hex(data.payload())).isEqualTo(GOING_AWAY);
      expectCloseAtServer(0);
      client.data(1, true, HexFormat.of().parseHex("88820000000003e9"));
      assertThat(client.readUntil(Http2Peer.Frame::ends).stream()).isOne();
    }
  }

  @Test
  void http3ClientGetsACloseFrame() throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request tunnel = client.open();
      tunnel.headers(
          Http3Request.head("CONNECT", "/chat")
              .add(":protocol", "websocket")
              .add("sec-websocket-version", "13"),
          false);
      Await.until(() -> assertThat(tunnel.status()).isEqualTo(200));
      drain();

      Await.until(() -> assertThat(hex(tunnel.bytes())).isEqualTo(GOING_AWAY));
      expectCloseAtServer(0);
      tunnel.data(HexFormat.of().parseHex("88820000000003e9"), true);
      Await.until(() -> assertThat(tunnel.isEnded()).isTrue());
    }
  }

  @Test
  void reloadThatRemovesTheListenerSendsCloseFrames() throws Exception {
    try (Http1Peer client = upgrade()) {
      gateway.apply(yaml(OTHER_LISTENER));

      assertThat(read(client, 4)).isEqualTo(GOING_AWAY);
      expectCloseAtServer(0);
    }
  }

  @Test
  void invalidFramesGetNoCloseFrame() throws Exception {
    try (Http1Peer client = upgrade()) {
      client.send("no frame");
      Await.until(() -> assertThat(received()).hasSize(8));
      gateway.apply(yaml(OTHER_LISTENER));

      assertThat(read(client, 4)).isEqualTo(GOING_AWAY);
      client.send("more");
      Await.until(() -> assertThat(received()).hasSize(12));
    }
  }
}
