package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.OriginVisit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes that an upstream sends while no response is expected: they close the connection and reach no other client. */
final class SurplusBytesIT {
  private static final int ROUNDS = 8;
  private static final String HALF_HEAD =
      "HTTP/1.1 200 OK\r\nSet-Cookie: session=attacker\r\nX-Swallowed: ";
  private static final String WHOLE =
      "HTTP/1.1 200 OK\r\nSet-Cookie: session=attacker\r\nContent-Length: 7\r\n\r\nforeign";

  private static final String BY_LENGTH = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final String CHUNKED =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n";
  private static final String TRAILERS =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\n\r\n";
  private static final String NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n";
  private static final String NOT_MODIFIED =
      "HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n";
  private static final String EMPTY = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  private static final String AFTER_INTERIM =
      "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n" + BY_LENGTH;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .upstream("keepAliveIdle: 60s")
      .upstreams("one: { servers: [ 'http://127.0.0.1:${ORIGIN}' ], maxConnections: 1 }")
      .routes("- { match: { path: '/one/*' }, proxy: { upstream: one } }");

  /** One way in which an upstream sends more than its response. */
  record Surplus(String name, String request, String response, String more) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Surplus> surpluses() {
    return Stream.of(
        new Surplus("half a head after Content-Length", "GET", BY_LENGTH, HALF_HEAD),
        new Surplus("half a head after the last chunk", "GET", CHUNKED, HALF_HEAD),
        new Surplus("half a head after trailers", "GET", TRAILERS, HALF_HEAD),
        new Surplus("half a head after 204", "GET", NO_CONTENT, HALF_HEAD),
        new Surplus("half a head after 304", "GET", NOT_MODIFIED, HALF_HEAD),
        new Surplus("half a head after HEAD", "HEAD", NOT_MODIFIED, HALF_HEAD),
        new Surplus("half a head after an empty body", "GET", EMPTY, HALF_HEAD),
        new Surplus("half a head after an interim response", "GET", AFTER_INTERIM, HALF_HEAD),
        new Surplus("a body after HEAD", "HEAD", BY_LENGTH.replace("ok", ""), "ok"),
        new Surplus("a body after 304", "GET", NOT_MODIFIED, "content"),
        new Surplus("a whole response", "GET", BY_LENGTH, WHOLE),
        new Surplus("several responses", "GET", BY_LENGTH, WHOLE.repeat(30)),
        new Surplus("half a chunk", "GET", CHUNKED, "5\r\nfo"),
        new Surplus("a second last chunk", "GET", CHUNKED, "0\r\n\r\n"),
        new Surplus("an empty line", "GET", BY_LENGTH, "\r\n"),
        new Surplus("one byte", "GET", BY_LENGTH, "H"),
        new Surplus(
            "an interim response", "GET", BY_LENGTH, "HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n"),
        new Surplus("no HTTP", "GET", BY_LENGTH, "\0\1\2 nonsense \r\n\r\n"));
  }

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY
        .origin()
        .otherwise(visit -> visit.respond(200, "for " + visit.target(), "X-For: " + visit.target()))
        .on("/early", visit -> {
          // The response is sent before the body is read, with more bytes after it.
          visit.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 2\r\n\r\nno" + HALF_HEAD);
          visit.hang();
        });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("surpluses")
  void surplusBytesInTheSegmentOfTheResponseReachNoClient(Surplus surplus) {
    GATEWAY.origin().on("/surplus", visit -> visit.send(surplus.response + surplus.more));

    rounds(surplus, () -> {});
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("surpluses")
  void laterSurplusBytesReachNoClient(Surplus surplus) {
    AtomicInteger sent = new AtomicInteger();
    AtomicInteger expected = new AtomicInteger();
    GATEWAY.origin().on("/surplus", visit -> {
      visit.send(surplus.response);
      visit.send(surplus.more);
      sent.incrementAndGet();
    });

    rounds(surplus, () -> {
      int round = expected.incrementAndGet();
      while (sent.get() < round) {
        Thread.onSpinWait();
      }
    });
  }

  private static void rounds(Surplus surplus, Runnable betweenRequests) {
    double before = counted();
    try (Http1Peer first = GATEWAY.connectHttp1();
        Http1Peer next = GATEWAY.connectHttp1();
        Http2Peer http2 = GATEWAY.connectHttp2()) {
      for (int round = 0; round < ROUNDS; round++) {
        Response own = first
            .send(surplus.request + " /surplus HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .read(surplus.request.equals("HEAD"));
        assertThat(own.complete()).isTrue();
        betweenRequests.run();
        String path = "/next-" + round;
        if (round % 2 == 0) {
          Response response = next.send(
                  "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\na")
              .read();
          assertThat(response.status()).isEqualTo(200);
          assertThat(response.body()).isEqualTo("for " + path);
          assertThat(response.head()).doesNotContain("attacker");
        } else {
          int stream = round;
          Http2Peer.StreamResponse reply = http2.get(stream, path).readResponse(stream);
          assertThat(reply.status()).isEqualTo(200);
          assertThat(reply.body()).isEqualTo("for " + path);
        }
      }
    }
    Await.until(() -> assertThat(counted() - before).isEqualTo(ROUNDS));
  }

  @Test
  void queuedRequestNeverGetsSurplusBytes() {
    CountDownLatch queued = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    GATEWAY.origin().on("/one/first", visit -> {
      if (calls.incrementAndGet() % 2 == 1) {
        Await.latch(queued);
      }
      visit.send(BY_LENGTH + WHOLE);
    });
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.get(1, "/one/first");
      List<Integer> streams = new ArrayList<>();
      for (int stream = 3; stream < 43; stream += 2) {
        client.get(stream, stream % 4 == 1 ? "/one/first" : "/one/" + stream);
        streams.add(stream);
      }
      queued.countDown();

      for (int open = streams.size() + 1; open > 0; open--) {
        client.readUntil(frame -> frame.stream() > 0 && frame.ends());
      }
      assertThat(body(client, 1)).isEqualTo("ok");
      for (int stream : streams) {
        assertThat(body(client, stream)).isEqualTo(stream % 4 == 1 ? "ok" : "for /one/" + stream);
      }
    }
  }

  private static String body(Http2Peer client, int stream) {
    return client.trace().stream()
        .filter(frame -> frame.stream() == stream && frame.type() == Http2Peer.DATA)
        .map(frame -> new String(frame.payload(), StandardCharsets.ISO_8859_1))
        .collect(Collectors.joining());
  }

  @Test
  void surplusBytesAfterAnEarlyResponseReachNoClient() {
    try (Http1Peer next = GATEWAY.connectHttp1()) {
      for (int round = 0; round < ROUNDS; round++) {
        try (Http1Peer first = GATEWAY.connectHttp1()) {
          Response own = first
              .send(
                  "POST /early HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nbegin")
              .read();
          assertThat(own.status()).isEqualTo(413);
          assertThat(own.body()).isEqualTo("no");
        }
        Response response = next.send(get("/next-" + round)).read();
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("for /next-" + round);
      }
    }
  }

  /** The upstream sends a response before the next request. */
  @Test
  void responseBetweenRequestsReachesNoClient() throws IOException {
    List<OriginVisit> idle = new ArrayList<>();
    GATEWAY.origin().on("/keeps", visit -> {
      visit.respond(200, "kept");
      synchronized (idle) {
        idle.add(visit);
      }
    });
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      for (int round = 0; round < ROUNDS; round++) {
        assertThat(client.send(get("/keeps")).read().body()).isEqualTo("kept");
        Await.until(() -> assertThat(idle).hasSize(1));
        idle.remove(0).send(WHOLE);
        Response response = client.send(get("/next-" + round)).read();
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("for /next-" + round);
      }
    }
  }

  private static double counted() {
    return GATEWAY
        .process()
        .metric("lychgate_upstream_connections_surplus_total", "upstream=\"app\"");
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }
}
