package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The 103 to a near client waits until the client has read on, at most until the final head. */
final class EarlyHintsHoldIT {
  private static final int ENABLE_PUSH = 2;
  private static final byte[] PROBE = "lychgate".getBytes(StandardCharsets.US_ASCII);

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("shop.yaml", """
          rules:
            - { match: { path: "/first" }, assets: [ { url: /a.css, as: style } ] }
            - { match: { path: "/waiting" }, assets: [ { url: /b.css, as: style } ] }
            - { match: { path: "/quick" }, assets: [ { url: /c.css, as: style } ] }
          """)
      .more("push: { manifests: [ shop.yaml ], casper: { mode: \"off\" },"
          + " earlyHints: { hold: 20ms } }\n");

  private static CountDownLatch page = new CountDownLatch(1);

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY
        .origin()
        .on("/first", visit -> visit.respond(200, "<p>", "Content-Type: text/html"))
        .on("/quick", visit -> visit.respond(200, "<p>", "Content-Type: text/html"))
        .on("/waiting", visit -> {
          assertThat(page.await(20, TimeUnit.SECONDS)).isTrue();
          visit.respond(200, "<p>", "Content-Type: text/html");
        });
  }

  @BeforeEach
  void holdThePage() {
    page = new CountDownLatch(1);
  }

  @Test
  void hintWaitsForThePingAcknowledgement() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/first").readResponse(1);
      client.get(3, "/waiting");

      Frame probe = client.readUntil(frame -> frame.type() == Http2Peer.PING);
      assertThat(probe.payload()).isEqualTo(PROBE);
      assertThat(hints(client, 3)).as("before the PING acknowledgement").isEmpty();
      client.send(Http2Peer.PING, Http2Peer.ACK, 0, PROBE);
      client.readUntil(frame -> frame.stream() == 3 && frame.type() == Http2Peer.HEADERS);

      assertThat(hints(client, 3)).hasSize(1);
      page.countDown();
      assertThat(client.readResponse(3).status()).isEqualTo(200);
      assertThat(hints(client, 3)).hasSize(1);
    }
  }

  @Test
  void finalHeadDoesNotWaitAndFollowsTheHint() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/first").readResponse(1);

      // The client never acknowledges the PING.
      assertThat(client.get(3, "/quick").readResponse(3).status()).isEqualTo(200);

      List<String> heads = client.trace().stream()
          .filter(frame -> frame.stream() == 3 && frame.type() == Http2Peer.HEADERS)
          .map(frame -> frame.fields().substring(0, ":status: 200".length()))
          .toList();
      assertThat(heads).containsExactly(":status: 103", ":status: 200");
    }
  }

  @Test
  void hintIsSentAfterATimeoutWithoutAcknowledgement() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/first").readResponse(1);
      client.get(3, "/waiting");

      client.readUntil(frame -> frame.stream() == 3 && frame.type() == Http2Peer.HEADERS);

      assertThat(hints(client, 3)).hasSize(1);
      page.countDown();
      client.readResponse(3);
    }
  }

  @Test
  void resetRequestGetsNoHint() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/first").readResponse(1);
      client.get(3, "/waiting");
      client.readUntil(frame -> frame.type() == Http2Peer.PING);
      client.send(Http2Peer.RST_STREAM, 0, 3, new byte[] {0, 0, 0, 8});
      client.send(Http2Peer.PING, Http2Peer.ACK, 0, PROBE);

      assertThat(client.get(5, "/quick").readResponse(5).status()).isEqualTo(200);
      assertThat(hints(client, 3)).isEmpty();
      page.countDown();
    }
  }

  private static List<Frame> hints(Http2Peer client, int stream) {
    return client.trace().stream()
        .filter(frame -> frame.stream() == stream && frame.fields().startsWith(":status: 103"))
        .toList();
  }
}
