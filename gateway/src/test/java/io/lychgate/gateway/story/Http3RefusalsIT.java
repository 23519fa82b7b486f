package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Http3Bytes;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.LogLines;
import io.lychgate.gateway.testkit.OriginServer;
import io.lychgate.gateway.testkit.RawHttp3Peer;
import io.lychgate.gateway.testkit.RawHttp3Stream;
import io.netty.handler.codec.http3.Http3ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rejected HTTP/3 requests, truncated bodies and clients that leave. */
class Http3RefusalsIT extends Http3Story {
  @Test
  void clientThatPermitsNoControlStreamIsClosedWithoutATrace() throws Exception {
    try (LogLines log = LogLines.of("io.netty.channel.DefaultChannelPipeline");
        RawHttp3Peer peer = RawHttp3Peer.connectWithoutStreams(gateway.port("public"))) {
      Await.until(() ->
          assertThat(peer.closeCode()).isEqualTo(Http3ErrorCode.H3_GENERAL_PROTOCOL_ERROR.code()));
      assertThat(log.all()).isEmpty();
    }
  }

  @Test
  void resetsMalformedRequests() throws Exception {
    List<Http3Request> malformed = List.of(
        send(Http3Request.head("GET", "/").add("connection", "close")),
        send(Http3Request.head("GET", "/").add("transfer-encoding", "chunked")),
        send(Http3Request.head("GET", "/").add("te", "gzip")),
        send(Http3Request.head("GET", "/").add("Upper", "case")),
        send(Http3Request.head("GET", "/").add("x", "a\r\nb: c")),
        send(Http3Request.head("GET", "/").add("x y", "a")),
        send(Http3Request.head("GET", "/").add("host", "other")),
        send(Http3Request.head("GET", "/").add(":unknown", "a")));

    for (Http3Request request : malformed) {
      assertThat(request.await().resetCode()).isEqualTo(Http3ErrorCode.H3_MESSAGE_ERROR.code());
    }
    origin.text("/", "still here");
    assertThat(client.get("/").await().text()).isEqualTo("still here");
    assertThat(origin.requests()).hasSize(1);
  }

  @Test
  void rejectsRequestsThatItDoesNotServe() throws Exception {
    assertThat(send(Http3Request.head("G T", "/")).await().status()).isEqualTo(400);
    assertThat(send(Http3Request.head("GET", "/a b")).await().status()).isEqualTo(400);
    assertThat(send(Http3Request.head("GET", "no-slash")).await().status()).isEqualTo(400);
    assertThat(send(Http3Request.head("TRACE", "/")).await().status()).isEqualTo(501);
    assertThat(send(Http3Request.head("GET", "/" + "a".repeat(9000))).await().status())
        .isEqualTo(414);
    assertThat(send(Http3Request.head("GET", "/").add("x", "a".repeat(35_000)))
            .await()
            .status())
        .isEqualTo(431);
    assertThat(origin.requests()).isEmpty();
  }

  @Test
  void closesTheConnectionOfAClientThatResetsTwoPages() throws Exception {
    origin.text("/", "here");
    try (RawHttp3Peer peer = RawHttp3Peer.connect(gateway.port("public"))) {
      peer.control();
      // Two pages of 100 requests, and some that the budget may earn meanwhile.
      for (int page = 0; page < 3; page++) {
        List<RawHttp3Stream> requests = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
          RawHttp3Stream request = openedBefore(peer);
          if (request != null) {
            request.reset(Http3ErrorCode.H3_REQUEST_CANCELLED.code());
            requests.add(request);
          }
        }
        Await.until(() -> assertThat(peer.closeCode() != null
                || requests.stream().allMatch(request -> request.resetCode() != null))
            .isTrue());
      }

      assertThat(peer.closeCode()).isEqualTo(Http3ErrorCode.H3_EXCESSIVE_LOAD.code());
    }
  }

  /** Returns a new request; null once the gateway has closed the connection. Waits for the permission to open a stream. */
  private static @Nullable RawHttp3Stream openedBefore(RawHttp3Peer peer) {
    AtomicReference<@Nullable RawHttp3Stream> opened = new AtomicReference<>();
    Await.until(() -> {
      try {
        opened.set(peer.request(Http3Bytes.get()));
      } catch (ExecutionException refused) {
        assertThat(peer.closeCode()).as("%s", refused.getCause()).isNotNull();
      }
    });
    return opened.get();
  }

  @Test
  void rejectsABodyLongerThanItsContentLength() throws Exception {
    origin.on(
        "/",
        exchange ->
            OriginServer.respond(exchange, 200, exchange.getRequestBody().readAllBytes()));

    Http3Request request = client.open();
    request.headers(Http3Request.head("POST", "/").add("content-length", "3"), false);
    request.data("four".getBytes(StandardCharsets.UTF_8), true);

    assertThat(request.await().resetCode()).isEqualTo(Http3ErrorCode.H3_MESSAGE_ERROR.code());
  }

  @Test
  void resetsTheStreamWhenTheOriginTruncatesTheBody() throws Exception {
    origin.on("/cut", exchange -> {
      exchange.sendResponseHeaders(200, 1000);
      exchange.getResponseBody().write(new byte[10]);
      exchange.getResponseBody().flush();
      throw new IOException("cut");
    });

    Http3Request request = client.get("/cut").await();

    assertThat(request.status()).isEqualTo(200);
    assertThat(request.resetCode()).isEqualTo(Http3ErrorCode.H3_INTERNAL_ERROR.code());
    assertThat(request.isEnded()).isFalse();
  }

  @Test
  void survivesClientsThatReset() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    origin.on("/wait", exchange -> Await.latch(never)).text("/hello", "hello");

    for (int i = 0; i < 20; i++) {
      Http3Request request = client.get("/wait");
      request.reset(Http3ErrorCode.H3_REQUEST_CANCELLED.code());
    }

    assertThat(client.get("/hello").await().text()).isEqualTo("hello");
    never.countDown();
  }
}
