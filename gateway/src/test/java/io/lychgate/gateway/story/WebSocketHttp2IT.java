package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.WebSocketOrigin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tunnels for WebSockets over HTTP/2 (RFC 8441), frame by frame. */
final class WebSocketHttp2IT {
  private static final int ENABLE_CONNECT_PROTOCOL = 8;
  private static final int PROTOCOL_ERROR = 1;
  private static final int CANCEL = 8;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .timeouts("tunnelIdle: 2s")
      .routes("- { match: { path: \"/chat\" }, proxy: { upstream: app, webSocket: true } }");

  @BeforeEach
  void scriptOrigin() {
    GATEWAY.origin().on("/chat", WebSocketOrigin::echoBytes);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String text(Frame frame) {
    return new String(frame.payload(), StandardCharsets.ISO_8859_1);
  }

  private static Frame open(Http2Peer client) {
    client.webSocket("/chat");
    Frame head = client.readUntil(frame -> frame.type() == Http2Peer.HEADERS);
    assertThat(head.fields()).startsWith(":status: 200");
    return head;
  }

  private static boolean isData(Frame frame) {
    return frame.type() == Http2Peer.DATA;
  }

  private static boolean isReset(Frame frame) {
    return frame.type() == Http2Peer.RST_STREAM;
  }

  @Test
  void isAnnouncedAndEchoesToAClientThatHasEnded() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      Frame settings = client.readUntil(frame -> frame.type() == Http2Peer.SETTINGS);
      assertThat(value(settings, ENABLE_CONNECT_PROTOCOL)).isEqualTo(1);
      Frame head = open(client);
      assertThat(head.ends()).isFalse();
      assertThat(head.fields()).doesNotContain("sec-websocket-accept", "upgrade", "connection");

      client.data(1, false, ascii("one"));
      assertThat(text(client.readUntil(WebSocketHttp2IT::isData))).isEqualTo("one");
      client.data(1, true, ascii("two"));

      Frame two = client.readUntil(WebSocketHttp2IT::isData);
      assertThat(text(two)).isEqualTo("two");
      if (!two.ends()) {
        assertThat(client.readUntil(Frame::ends).payload()).isEmpty();
      }
      assertThat(client.trace()).noneMatch(WebSocketHttp2IT::isReset);
    }
  }

  private static int value(Frame settings, int identifier) {
    byte[] payload = settings.payload();
    for (int i = 0; i < payload.length; i += 6) {
      if ((payload[i] << 8 | payload[i + 1]) == identifier) {
        return payload[i + 5];
      }
    }
    return -1;
  }

  @Test
  void originGetsAnUpgradeWithAKeyOfTheGateway() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.headers(
          1,
          false,
          Http2Peer.webSocketHead(
              "/chat", "sec-websocket-key", "mine", "sec-websocket-protocol", "chat"));
      client.readUntil(frame -> frame.type() == Http2Peer.HEADERS);

      List<String> heads = GATEWAY.origin().requestsFor("/chat");
      assertThat(heads.get(heads.size() - 1))
          .startsWith("GET /chat HTTP/1.1\nhost: localhost\n")
          .contains("upgrade: websocket\n", "connection: upgrade\n", "via: 2 lychgate\n")
          .contains("sec-websocket-protocol: chat\n", "sec-websocket-version: 13\n")
          .containsPattern("sec-websocket-key: [A-Za-z0-9+/]{22}==\n")
          .doesNotContain("transfer-encoding", "content-length", ": mine");
    }
  }

  @Test
  void endOfTheOriginEndsTheTunnelAndTheClientMayStillEndItsSide() {
    GATEWAY.origin().on("/chat", visit -> {
      WebSocketOrigin.accept(visit);
      visit.send("last words");
      visit.close();
    });
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      open(client);
      Frame words = client.readUntil(WebSocketHttp2IT::isData);
      assertThat(text(words)).isEqualTo("last words");
      if (!words.ends()) {
        client.readUntil(Frame::ends);
      }

      client.data(1, false, ascii("a close frame"));
      client.data(1, true, new byte[0]);

      assertThat(client.get(3, "/other").readResponse(3).ended()).isTrue();
      assertThat(client.trace()).noneMatch(WebSocketHttp2IT::isReset);
    }
  }

  @Test
  void clientThatDoesNotEndAfterTheOriginIsReset() {
    GATEWAY.origin().on("/chat", visit -> {
      WebSocketOrigin.accept(visit);
      visit.close();
    });
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      open(client);

      assertThat(client.readUntil(WebSocketHttp2IT::isReset).errorCode()).isEqualTo(CANCEL);
    }
  }

  @Test
  void dataBeforeTheTunnelWaitsForIt() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.webSocket("/chat");
      client.data(1, true, ascii("early"));

      Http2Peer.StreamResponse response = client.readResponse(1);
      assertThat(response.status()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("early");
    }
  }

  @Test
  void resetOfTheClientClosesTheConnectionToTheOrigin() {
    CompletableFuture<Integer> heard = new CompletableFuture<>();
    GATEWAY.origin().on("/chat", visit -> {
      WebSocketOrigin.accept(visit);
      heard.complete(visit.in().read());
    });
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      open(client);
      client.send(Http2Peer.RST_STREAM, 0, 1, new byte[] {0, 0, 0, CANCEL});

      Await.until(() -> assertThat(heard).isCompletedWithValue(-1));
    }
  }

  @Test
  void brokenConnectionCausesAReset() {
    GATEWAY.origin().on("/chat", visit -> {
      WebSocketOrigin.accept(visit);
      visit.reset();
    });
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      open(client);

      Frame reset = client.readUntil(WebSocketHttp2IT::isReset);
      assertThat(reset.errorCode()).isEqualTo(CANCEL);
    }
  }

  @Test
  void idleTunnelIsReset() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      open(client);

      assertThat(client.readUntil(WebSocketHttp2IT::isReset).errorCode()).isEqualTo(CANCEL);
    }
  }

  @Test
  void otherTunnelsAreNotImplemented() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.webSocket("/other").readResponse(1).status())
          .as("a route that did not consent")
          .isEqualTo(501);
      String[] unknown = Http2Peer.webSocketHead("/chat");
      unknown[3] = "connect-udp";
      assertThat(client.headers(3, false, unknown).readResponse(3).status()).isEqualTo(501);
    }
  }

  @Test
  void malformedConnectIsReset() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      String[] get = Http2Peer.webSocketHead("/chat");
      get[1] = "GET";
      client.headers(1, false, get);
      assertThat(client.readUntil(WebSocketHttp2IT::isReset).errorCode())
          .as(":protocol without CONNECT")
          .isEqualTo(PROTOCOL_ERROR);
      String[] all = Http2Peer.webSocketHead("/chat");
      String[] withoutPath = Arrays.copyOf(all, 8);
      client.headers(3, false, withoutPath);
      assertThat(client.readUntil(WebSocketHttp2IT::isReset).errorCode())
          .as("no :path")
          .isEqualTo(PROTOCOL_ERROR);
    }
  }

  @Test
  void otherStatusOfTheOriginOpensNoTunnel() {
    GATEWAY.origin().on("/chat", visit -> visit.respond(200, "page"));
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.webSocket("/chat").readResponse(1).status()).isEqualTo(502);
      GATEWAY.origin().on("/chat", visit -> visit.respond(403, "no"));
      Http2Peer.StreamResponse refused =
          client.headers(3, false, Http2Peer.webSocketHead("/chat")).readResponse(3);
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.body()).isEqualTo("no");
    }
  }

  @Test
  void clientIsHeldBackWhileTheOriginDoesNotRead() throws Exception {
    CountDownLatch readOn = new CountDownLatch(1);
    AtomicLong read = new AtomicLong();
    GATEWAY.origin().on("/chat", visit -> {
      WebSocketOrigin.accept(visit);
      Await.latch(readOn);
      read.set(count(visit.in()));
    });
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      open(client);
      Thread sending = new Thread(() -> {
        for (int i = 0; i < 4; i++) {
          client.data(1, false, new byte[16_000]);
        }
      });
      sending.start();
      sending.join();
      // 64 000 of 65 536 bytes: the socket of the origin has space for them and returns the window.
      client.readUntil(frame -> frame.type() == Http2Peer.WINDOW_UPDATE && frame.stream() == 1);
      client.data(1, true, new byte[1_000]);
      readOn.countDown();

      Await.until(() -> assertThat(read).hasValue(65_000));
    }
  }

  private static long count(InputStream in) throws IOException {
    long all = 0;
    byte[] piece = new byte[16 * 1024];
    for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
      all += n;
    }
    return all;
  }

  @Test
  void originIsHeldBackWhileTheClientDoesNotRead() throws Exception {
    AtomicLong sent = new AtomicLong();
    int all = 8 * 1024 * 1024;
    GATEWAY.origin().on("/chat", WebSocketOrigin.sending(all, sent));
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      open(client);

      long stalledAt = Await.still(sent::get, Duration.ofMillis(500));
      assertThat(stalledAt).isLessThan(7L * 1024 * 1024);
      client.windowUpdate(0, all);
      client.windowUpdate(1, all);
      long received = 0;
      Frame frame = client.read();
      while (!frame.ends()) {
        frame = client.read();
      }
      for (Frame each : client.trace()) {
        received += isData(each) ? each.payload().length : 0;
      }
      assertThat(received).isEqualTo(all);
    }
  }

  @Test
  void openTunnelsAreCounted() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      open(client);

      Await.until(() -> assertThat(metrics()).contains("lychgate_tunnels_open{protocol=\"h2\"} 1"));
      client.send(Http2Peer.RST_STREAM, 0, 1, new byte[] {0, 0, 0, CANCEL});
      Await.until(() -> assertThat(metrics()).contains("lychgate_tunnels_open{protocol=\"h2\"} 0"));
    }
  }

  private static String metrics() {
    return Commands.curl("https://127.0.0.1:" + GATEWAY.process().adminPort() + "/metrics")
        .out();
  }
}
