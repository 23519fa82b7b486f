package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.UdpRelay;
import io.lychgate.gateway.testkit.WebSocketOrigin;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tunnels for WebSockets over HTTP/3 (RFC 9220). */
final class WebSocketHttp3IT {
  @TempDir
  Path directory;

  private ScriptedOrigin origin;
  private GatewayProcess gateway;
  private Http3Client client;

  @BeforeEach
  void start() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    origin = ScriptedOrigin.start();
    origin.on("/chat", WebSocketOrigin::echoBytes);
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
            timeouts: { tunnelIdle: 2s }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { path: "/chat" }, proxy: { upstream: app, webSocket: true } }
              - { match: { path: "/*" }, proxy: { upstream: app } }
        admin: { enabled: false }
        """.formatted(origin.port()), Map.of());
    client = Http3Client.connect(gateway.port("tls"), "localhost");
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    gateway.close();
    origin.close();
  }

  private static Http3Headers connect(String path, String protocol) {
    return Http3Request.head("CONNECT", path)
        .add(":protocol", protocol)
        .add("sec-websocket-version", "13");
  }

  private Http3Request send(Http3Headers headers) throws Exception {
    Http3Request request = client.open();
    request.headers(headers, false);
    return request;
  }

  private Http3Request tunnel() throws Exception {
    Http3Request request = send(connect("/chat", "websocket"));
    Await.until(() -> assertThat(request.status()).isEqualTo(200));
    return request;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void bytesFlowBothWaysAndAClientThatHasEndedGetsItsEcho() throws Exception {
    Http3Request tunnel = tunnel();
    assertThat(tunnel.field("sec-websocket-accept")).isNull();

    tunnel.data(ascii("one"), false);
    Await.until(() -> assertThat(tunnel.text()).isEqualTo("one"));
    assertThat(tunnel.isEnded()).isFalse();
    tunnel.data(ascii(" two"), true);

    assertThat(tunnel.await().text()).isEqualTo("one two");
    assertThat(tunnel.resetCode()).isNull();
    assertThat(origin.requestsFor("/chat").get(0))
        .startsWith("GET /chat HTTP/1.1\n")
        .contains("upgrade: websocket\n", "via: 3 lychgate\n");
  }

  @Test
  void bodyLargerThanAWindowIsForwarded() throws Exception {
    byte[] much = new byte[2 * 1024 * 1024];
    new Random(1).nextBytes(much);

    Http3Request tunnel = tunnel();
    tunnel.data(much, true);

    assertThat(tunnel.await().bytes()).isEqualTo(much);
  }

  @Test
  void endOfTheOriginEndsTheTunnelAndTheClientMayStillEndItsSide() throws Exception {
    origin.on("/chat", visit -> {
      WebSocketOrigin.accept(visit);
      visit.send("last words");
      visit.close();
    });

    Http3Request tunnel = tunnel();
    assertThat(tunnel.await().text()).isEqualTo("last words");
    tunnel.data(ascii("a close frame"), true);

    assertThat(client.get("/other").await().status()).isEqualTo(404);
    assertThat(tunnel.resetCode()).isNull();
  }

  @Test
  void endOfTheOriginArrivesAfterLossOfTheLastPackets() throws Exception {
    CountDownLatch lossy = new CountDownLatch(1);
    String words = "last words ".repeat(100);
    origin.on("/chat", visit -> {
      WebSocketOrigin.accept(visit);
      Await.latch(lossy);
      visit.send(words);
      visit.close();
    });
    try (UdpRelay path = UdpRelay.to(gateway.port("tls"));
        Http3Client behind = Http3Client.connect(path.port(), "localhost")) {
      Http3Request tunnel = behind.open();
      tunnel.headers(connect("/chat", "websocket"), true);
      Await.until(() -> assertThat(tunnel.status()).isEqualTo(200));
      path.loseSmallerThan(words.length());
      lossy.countDown();
      Await.until(() -> assertThat(tunnel.text()).isEqualTo(words));
      path.awaitAcknowledgements();
      path.loseSmallerThan(0);

      assertThat(tunnel.await().resetCode()).isNull();
    }
  }

  @Test
  void resetOfTheClientClosesTheConnectionToTheOrigin() throws Exception {
    CompletableFuture<Integer> heard = new CompletableFuture<>();
    origin.on("/chat", visit -> {
      WebSocketOrigin.accept(visit);
      heard.complete(visit.in().read());
    });

    tunnel().reset(Http3ErrorCode.H3_REQUEST_CANCELLED.code());

    Await.until(() -> assertThat(heard).isCompletedWithValue(-1));
  }

  @Test
  void brokenConnectionCausesAReset() throws Exception {
    origin.on("/chat", visit -> {
      WebSocketOrigin.accept(visit);
      visit.reset();
    });

    assertThat(tunnel().await().resetCode())
        .isEqualTo((long) Http3ErrorCode.H3_REQUEST_CANCELLED.code());
  }

  @Test
  void idleTunnelIsReset() throws Exception {
    assertThat(tunnel().await().resetCode())
        .isEqualTo((long) Http3ErrorCode.H3_REQUEST_CANCELLED.code());
    assertThat(client.isOpen()).isTrue();
  }

  @Test
  void originIsHeldBackWhileTheClientDoesNotRead() throws Exception {
    AtomicLong sent = new AtomicLong();
    int all = 8 * 1024 * 1024;
    origin.on("/chat", WebSocketOrigin.sending(all, sent));

    Http3Request tunnel = client.open();
    tunnel.reading(false);
    tunnel.headers(connect("/chat", "websocket"), false);
    long stalledAt = Await.still(sent::get, Duration.ofMillis(500));
    assertThat(stalledAt).isLessThan(7L * 1024 * 1024);
    tunnel.reading(true);

    assertThat(tunnel.await(Duration.ofMinutes(2)).bytes().length)
        .as(tunnel.toString())
        .isEqualTo(all);
  }

  @Test
  void otherTunnelsAreNotImplemented() throws Exception {
    assertThat(send(connect("/other", "websocket")).await().status()).isEqualTo(501);
    assertThat(send(connect("/chat", "connect-udp")).await().status()).isEqualTo(501);
  }

  @Test
  void malformedConnectIsReset() throws Exception {
    Http3Headers get = connect("/chat", "websocket").method("GET");

    assertThat(send(get).await().resetCode())
        .isEqualTo((long) Http3ErrorCode.H3_MESSAGE_ERROR.code());
  }

  @Test
  void tunnelsAreNotAnnouncedWithoutARouteForThem() throws Exception {
    gateway.apply("""
        listeners:
          - name: tls
            address: 127.0.0.1:0
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { enabled: false }
        """.formatted(origin.port()));

    try (Http3Client later = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request request = later.open();
      request.headers(connect("/chat", "websocket"), false);
      assertThat(request.await().resetCode())
          .isEqualTo((long) Http3ErrorCode.H3_MESSAGE_ERROR.code());
    }
    assertThat(send(connect("/chat", "websocket")).await().status()).isEqualTo(501);
  }
}
