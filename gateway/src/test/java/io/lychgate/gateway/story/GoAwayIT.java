package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Bytes;
import io.lychgate.gateway.testkit.Http3Request;
import io.netty.handler.codec.http3.Http3ErrorCode;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The last GOAWAY before a connection ends names the last served stream (RFC 9113 section 6.8, RFC 9114 section 5.2). */
class GoAwayIT extends Http3Story {
  private static final int ANY_STREAM = Integer.MAX_VALUE;

  private final CountDownLatch response = new CountDownLatch(1);

  @BeforeEach
  void respondSlowly() {
    origin.text("/slow", "late", response).text("/hello", "hello");
  }

  private static int lastStream(Http2Peer.Frame goAway) {
    return ByteBuffer.wrap(goAway.payload()).getInt();
  }

  private static Http2Peer.Frame goAway(Http2Peer peer) {
    return peer.readUntil(frame -> frame.type() == Http2Peer.GOAWAY);
  }

  @Test
  void http2DrainAnnouncesThenNamesTheLastStream() throws Exception {
    try (Http2Peer peer = Http2Peer.connectTls(gateway.port("public"))) {
      peer.get(1, "/hello").readResponse(1);
      peer.get(3, "/slow");
      Await.until(() -> assertThat(origin.requests()).hasSize(2));

      Thread drain = drain();

      assertThat(lastStream(goAway(peer))).isEqualTo(ANY_STREAM);
      assertThat(lastStream(goAway(peer))).isEqualTo(3);
      response.countDown();
      assertThat(peer.readResponse(3).body()).isEqualTo("late");
      drain.join();
    }
  }

  @Test
  void http2ConnectionErrorNamesTheLastStream() {
    try (Http2Peer peer = Http2Peer.connectTls(gateway.port("public"))) {
      peer.get(1, "/hello").readResponse(1);

      peer.send(Http2Peer.DATA, 0, 0, new byte[1]);

      Http2Peer.Frame goAway = goAway(peer);
      assertThat(goAway.errorCode()).isPositive();
      assertThat(lastStream(goAway)).isOne();
    }
  }

  @Test
  void http3ConnectionErrorNamesTheNextStream() throws Exception {
    Http3Request served = client.get("/hello");
    assertThat(served.await().text()).isEqualTo("hello");

    // This frame may be sent only once.
    client.control(Http3Bytes.settings());

    Await.until(
        () -> assertThat(client.closeCode()).isEqualTo(Http3ErrorCode.H3_FRAME_UNEXPECTED.code()));
    assertThat(client.goAways()).containsExactly(served.id() + 4);
  }

  @Test
  void http3ConnectionClosedWithoutADrainNamesTheNextStream() throws Exception {
    Http3Request served = client.get("/hello");
    assertThat(served.await().text()).isEqualTo("hello");

    gateway.close();

    Await.until(() -> assertThat(client.closeCode()).isEqualTo(Http3ErrorCode.H3_NO_ERROR.code()));
    assertThat(client.goAways()).last().isEqualTo(served.id() + 4);
  }
}
