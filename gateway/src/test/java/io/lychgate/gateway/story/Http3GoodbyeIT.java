package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.Http3Bytes;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.RawHttp3Peer;
import io.lychgate.gateway.testkit.RawHttp3Stream;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.handler.codec.http3.Http3ErrorCode;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ends of HTTP/3 connections when the gateway stops or their listener is removed: GOAWAY first (RFC 9114 section 5.2). */
class Http3GoodbyeIT extends Http3Story {
  private static final Long REJECTED = (long) Http3ErrorCode.H3_REQUEST_REJECTED.code();

  private final CountDownLatch response = new CountDownLatch(1);

  @BeforeEach
  void respondSlowly() {
    origin.text("/slow", "late", response).text("/hello", "hello");
  }

  @Test
  void rejectsRequestsAfterTheLastGoAway() throws Exception {
    try (RawHttp3Peer deaf = RawHttp3Peer.connect(gateway.port("public"))) {
      deaf.control();
      RawHttp3Stream first = deaf.request(Http3Bytes.headers(
              ":method", "GET", ":scheme", "https", ":authority", "localhost", ":path", "/slow"))
          .end();
      Http3Request inFlight = client.get("/slow");
      Await.until(() -> assertThat(origin.requests()).hasSize(2));
      Thread drain = drain();
      Await.until(() -> assertThat(client.goAways()).hasSize(2));

      // Two loops send both at the same time.
      Await.until(() -> assertThat(resetOfRequest(deaf)).isEqualTo(REJECTED));
      assertThat(first.resetCode()).isNull();
      response.countDown();
      Await.until(() -> assertThat(first.isOk() && first.isEnded()).isTrue());
      assertThat(inFlight.await().text()).isEqualTo("late");
      Await.until(() -> assertThat(deaf.closeCode()).isEqualTo(Http3ErrorCode.H3_NO_ERROR.code()));
      drain.join();
    }
  }

  @Test
  void terminatedProcessCompletesRequests() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    Files.writeString(directory.resolve("gateway.yaml"), """
        listeners:
          - name: public
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites: [ { hosts: [ "*" ], routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ] } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port()));
    try (ForkedGateway process = ForkedGateway.start(directory, Map.of()).awaitStart();
        Http3Client visitor = Http3Client.connect(process.port("public"))) {
      Http3Request inFlight = visitor.get("/slow");
      Await.until(() -> assertThat(origin.requests()).hasSize(1));

      process.terminate();

      Await.until(
          () -> assertThat(visitor.goAways()).containsExactly((1L << 62) - 4, inFlight.id() + 4));
      response.countDown();
      assertThat(inFlight.await().text()).isEqualTo("late");
      Await.until(
          () -> assertThat(visitor.closeCode()).isEqualTo(Http3ErrorCode.H3_NO_ERROR.code()));
      assertThat(process.awaitEnd()).isZero();
    }
  }

  @Test
  void completesRequestsWhenTheirListenerIsRemoved() throws Exception {
    Http3Request inFlight = client.get("/slow");
    Await.until(() -> assertThat(origin.requests()).hasSize(1));

    gateway.apply(config(ListenerConfig.of("other", "127.0.0.1", 0, tls())));

    Await.until(
        () -> assertThat(client.goAways()).containsExactly((1L << 62) - 4, inFlight.id() + 4));
    response.countDown();
    assertThat(inFlight.await().text()).isEqualTo("late");
    Await.until(() -> assertThat(client.closeCode()).isEqualTo(Http3ErrorCode.H3_NO_ERROR.code()));
  }

  @Test
  void completesRequestsWhenHttp3IsRemovedFromTheListener() throws Exception {
    Http3Request inFlight = client.get("/slow");
    Await.until(() -> assertThat(origin.requests()).hasSize(1));

    ListenerConfig all = ListenerConfig.of("public", "127.0.0.1", 0, tls());
    gateway.apply(config(new ListenerConfig(
        all.name(),
        all.host(),
        all.port(),
        EnumSet.of(Protocol.HTTP_2, Protocol.HTTP_1_1),
        all.tls(),
        all.timeouts(),
        all.limits(),
        all.altSvc(),
        all.quic())));

    Await.until(() -> assertThat(client.goAways()).hasSize(2));
    response.countDown();
    assertThat(inFlight.await().text()).isEqualTo("late");
    Await.until(() -> assertThat(client.closeCode()).isEqualTo(Http3ErrorCode.H3_NO_ERROR.code()));
  }

  @Test
  void servesAListenerThatReturnsToItsPort() throws Exception {
    int port = gateway.port("public");
    ListenerConfig other = ListenerConfig.of("other", "127.0.0.1", 0, tls());
    Http3Request inFlight = client.get("/slow");
    Await.until(() -> assertThat(origin.requests()).hasSize(1));
    gateway.apply(config(other));
    Await.until(() -> assertThat(client.goAways()).isNotEmpty());

    gateway.apply(config(ListenerConfig.of("back", "127.0.0.1", port, tls())));

    // Packets of clients of the old socket would be lost, so their connections are closed instead.
    Await.until(() -> assertThat(client.closeCode()).isEqualTo(Http3ErrorCode.H3_NO_ERROR.code()));
    assertThat(inFlight.isEnded()).isFalse();
    for (int i = 0; i < 8; i++) {
      try (Http3Client next = Http3Client.connect(port)) {
        assertThat(next.get("/hello").await().text()).isEqualTo("hello");
      }
    }
    response.countDown();
  }

  private static @Nullable Long resetOfRequest(RawHttp3Peer peer) throws Exception {
    RawHttp3Stream request = peer.request(Http3Bytes.get()).end();
    Await.until(
        () -> assertThat(request.isEnded() || request.resetCode() != null).isTrue());
    return request.resetCode();
  }
}
