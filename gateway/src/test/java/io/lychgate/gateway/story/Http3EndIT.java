package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginServer;
import io.lychgate.gateway.testkit.UdpRelay;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ends of requests and responses arrive, even if packets are lost. */
final class Http3EndIT extends Http3Story {
  @Test
  void endOfARequestArrivesWithARepeatedPart() throws Exception {
    byte[] body = {'a'};
    CountDownLatch read = new CountDownLatch(1);
    origin.on("/upload", exchange -> {
      byte uploaded = (byte) exchange.getRequestBody().read();
      read.countDown();
      assertThat(exchange.getRequestBody().read()).isEqualTo(-1);
      OriginServer.respond(exchange, 200, new byte[] {uploaded});
    });
    try (UdpRelay path = UdpRelay.to(gateway.port("public"));
        Http3Client behind = Http3Client.connect(path.port())) {
      path.awaitAcknowledgements();
      // The client must repeat the request, because it knows of no part that has arrived.
      path.loseSmallerThan(UdpRelay.EACH);
      Http3Request request = behind.open();
      request.headers(Http3Request.head("POST", "/upload"), false);
      request.data(body, false);
      Await.latch(read);
      path.passOnly(0);
      request.end();
      path.awaitRetransmission();
      path.passOnly(Integer.MAX_VALUE);
      path.awaitRetransmission();
      path.loseSmallerThan(0);

      assertThat(request.await().bytes()).isEqualTo(body);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endArrivesAfterLossOfThePacketsAfterTheBody(boolean isLengthKnown) throws Exception {
    CountDownLatch lossy = new CountDownLatch(1);
    byte[] body = "all ".repeat(250).getBytes(StandardCharsets.UTF_8);
    origin.on("/slow", exchange -> {
      exchange.sendResponseHeaders(200, isLengthKnown ? body.length : 0);
      exchange.getResponseBody().flush();
      Await.latch(lossy);
      exchange.getResponseBody().write(body);
    });
    try (UdpRelay path = UdpRelay.to(gateway.port("public"));
        Http3Client behind = Http3Client.connect(path.port())) {
      Http3Request request = behind.get("/slow");
      Await.until(() -> assertThat(request.status()).isEqualTo(200));
      path.loseSmallerThan(body.length);
      lossy.countDown();
      Await.until(() -> assertThat(request.bytes()).isEqualTo(body));
      path.awaitAcknowledgements();
      path.loseSmallerThan(0);

      assertThat(request.await().resetCode()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 204, 304})
  void endArrivesAfterLossOfThePacketsAfterAHead(int status) throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch lossy = new CountDownLatch(1);
    String longField = "all ".repeat(250).strip();
    origin.on("/head", exchange -> {
      asked.countDown();
      Await.latch(lossy);
      exchange.getResponseHeaders().add("x-long", longField);
      exchange.sendResponseHeaders(status, -1);
    });
    try (UdpRelay path = UdpRelay.to(gateway.port("public"));
        Http3Client behind = Http3Client.connect(path.port())) {
      Http3Request request = behind.open();
      request.headers(Http3Request.head(status == 200 ? "HEAD" : "GET", "/head"), true);
      Await.latch(asked);
      // Huffman coding saves a quarter.
      path.loseSmallerThan(longField.length() / 2);
      lossy.countDown();
      Await.until(() -> assertThat(request.field("x-long")).isEqualTo(longField));
      path.awaitAcknowledgements();
      path.loseSmallerThan(0);

      assertThat(request.await().resetCode()).isNull();
      assertThat(request.status()).isEqualTo(status);
      assertThat(request.bytes()).isEmpty();
    }
  }
}
