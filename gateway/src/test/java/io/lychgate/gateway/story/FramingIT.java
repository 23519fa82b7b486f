package io.lychgate.gateway.story;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.SentBytes;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ends of heads, bodies and trailers, for any split by the network and any sender. */
final class FramingIT {
  private static final String HOST = "Host: localhost\r\n";

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension();

  @RegisterExtension
  static final GatewayExtension IMPATIENT =
      new GatewayExtension().timeouts("requestHead: 1s", "requestBodyIdle: 1s");

  @BeforeAll
  static void scriptOrigin() {
    GATEWAY
        .origin()
        .on("/echo", visit -> visit.respond(200, new String(visit.body(), US_ASCII)))
        .on("/trailers", FramingIT::respondWithTrailers)
        .on("/nothing", visit -> visit.send("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n"))
        .on("/chatty", visit -> {
          visit.send("HTTP/1.1 102 Processing\r\n\r\n".repeat(100));
          visit.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        });
  }

  private static void respondWithTrailers(OriginVisit visit) throws IOException {
    visit.body();
    visit.respond(200, visit.trailers());
  }

  @Test
  void acceptsABodyThatStartsWithASpace() throws IOException {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      client.send("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 6\r\n");
      SentBytes.awaitTaken(client.socket());
      client.send("\r\n\n\tabcd");

      assertThat(client.read().body()).isEqualTo("\n\tabcd");
    }
  }

  @Test
  void rejectsAFoldedLineAtTheStartOfASegment() throws IOException {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      client.send("GET /echo HTTP/1.1\r\n" + HOST + "X: a\r\n");
      SentBytes.awaitTaken(client.socket());
      client.send(" b\r\n\r\n");

      assertThat(client.read().status()).isEqualTo(400);
    }
  }

  @Test
  void doesNotWaitForABodyThatEndedWithTrailers() {
    CountDownLatch complete = new CountDownLatch(1);
    CountDownLatch thought = new CountDownLatch(1);
    IMPATIENT.origin().on("/never", OriginVisit::hang).on("/thinks", visit -> {
      visit.body();
      complete.countDown();
      Await.latch(thought);
      visit.respond(200, "thought");
    });
    try (Http1Peer client = IMPATIENT.connectHttp1();
        Http1Peer unfinished = IMPATIENT.connectHttp1()) {
      client.send("POST /thinks HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n"
          + "2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n");
      Await.latch(complete);
      unfinished.send("POST /never HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\n\r\na");

      assertThat(unfinished.read().status()).isEqualTo(408);
      thought.countDown();
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  @Test
  void keepsTheLengthOfAResponseWithoutContent() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      Http2Peer.StreamResponse response = client.get(1, "/nothing").readResponse(1);

      assertThat(response.status()).isEqualTo(204);
      assertThat(response.head()).doesNotContain("content-length");
    }
  }

  @Test
  void closesAnOriginThatSendsOnlyInterimResponses() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      assertThat(client.get(1, "/chatty").readUntil(frame -> frame.ends()).flags())
          .isNotZero();
      assertThat(client.trace().toString()).contains("502");
    }
  }

  @Test
  void closesTheConnectionOfASilentClient() {
    try (Http1Peer silent = IMPATIENT.connectHttp1();
        Http1Peer undecided = IMPATIENT.connectHttp1().send("PRI * HT")) {
      long start = System.nanoTime();

      assertThat(silent.isEnded()).isTrue();
      assertThat(undecided.isEnded()).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    }
  }
}
