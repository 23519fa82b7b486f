package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginServer;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

/** Requests over HTTP/3 through a whole gateway to an origin. */
@EachJdk
class Http3IT extends Http3Story {
  private static final int MEBIBYTE = 1024 * 1024;

  @Test
  void proxiesAGet() throws Exception {
    origin.text("/hello", "hello");

    Http3Request response = client.get("/hello?a=b").await();

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.text()).isEqualTo("hello");
    assertThat(response.field("via")).contains("lychgate");
    assertThat(origin.requests()).containsExactly("GET /hello?a=b");
  }

  @Test
  void servesClientsThatSendAServerName() throws Exception {
    origin.text("/hello", "hello");

    try (Http3Client named = Http3Client.connect(gateway.port("public"), "localhost")) {
      assertThat(named.get("/hello").await().text()).isEqualTo("hello");
    }
  }

  @Test
  void proxiesManyRequestsOnOneConnection() throws Exception {
    origin.on(
        "/",
        exchange -> OriginServer.respond(
            exchange, 200, exchange.getRequestURI().getPath().getBytes(StandardCharsets.UTF_8)));

    Http3Request[] requests = new Http3Request[80];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = client.get("/" + i);
    }

    for (int i = 0; i < requests.length; i++) {
      assertThat(requests[i].await().text()).isEqualTo("/" + i);
    }
  }

  @Test
  void proxiesABodyUpAndDown() throws Exception {
    origin.on("/echo", exchange -> {
      byte[] body = exchange.getRequestBody().readAllBytes();
      OriginServer.respond(exchange, 200, body);
    });
    byte[] body = new byte[3 * MEBIBYTE + 17];
    new Random(1).nextBytes(body);

    Http3Request request = client.open();
    request.headers(Http3Request.head("POST", "/echo"), false);
    for (int from = 0; from < body.length; from += 100_000) {
      int to = Math.min(body.length, from + 100_000);
      request.data(Arrays.copyOfRange(body, from, to), to == body.length);
    }

    request.await();
    assertThat(request.status()).isEqualTo(200);
    assertThat(request.bytes()).isEqualTo(body);
  }

  @Test
  void proxiesABodyOfUnknownLength() throws Exception {
    origin.on("/chunks", exchange -> {
      exchange.sendResponseHeaders(200, 0);
      for (int i = 0; i < 100; i++) {
        exchange.getResponseBody().write(new byte[1000]);
        exchange.getResponseBody().flush();
      }
    });

    Http3Request response = client.get("/chunks").await();

    assertThat(response.resetCode()).isNull();
    assertThat(response.bytes()).hasSize(100_000);
  }

  @Test
  void sendsInterimResponses() throws Exception {
    origin.on(
        "/",
        exchange ->
            OriginServer.respond(exchange, 200, exchange.getRequestBody().readAllBytes()));

    Http3Request request = client.open();
    request.headers(Http3Request.head("POST", "/").add("expect", "100-continue"), false);
    Await.until(() -> assertThat(request.informational()).hasSize(1));
    request.data("body".getBytes(StandardCharsets.UTF_8), true);

    assertThat(request.await().text()).isEqualTo("body");
    assertThat(request.informational().get(0).status()).hasToString("100");
  }

  @Test
  void hintsThePageAssetsBeforeTheOriginResponds() throws Exception {
    CountDownLatch reply = new CountDownLatch(1);
    origin.text("/", "page", reply);
    String manifest = """
        rules:
          - match: { path: "/" }
            assets:
              - { url: /site.css, as: style }
        """;
    PushManifest read = new ManifestReader().read(manifest, "shop").value();
    gateway.publish(ManifestIndex.of(List.of(read), 1, ManifestIndex.EMPTY));

    Http3Request page = send(Http3Request.head("GET", "/")
        .add("sec-fetch-mode", "navigate")
        .add("sec-fetch-dest", "document"));

    Await.until(() -> assertThat(page.informational()).hasSize(1));
    assertThat(page.informational().get(0).status()).hasToString("103");
    assertThat(page.informational().get(0).get("link"))
        .hasToString("</site.css>; rel=preload; as=style");
    reply.countDown();
    assertThat(page.await().text()).isEqualTo("page");
  }

  @Test
  void isAdvertisedToTcpClients() throws Exception {
    origin.text("/hello", "hello");
    int port = gateway.port("public");
    SSLContext trusting = SSLContext.getInstance("TLS");
    trusting.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    SSLSocket socket = (SSLSocket)
        trusting.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    try (socket) {
      byte[] get = "GET /hello HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
          .getBytes(StandardCharsets.UTF_8);
      socket.getOutputStream().write(get);
      String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(reply).containsIgnoringCase("alt-svc: h3=\":" + port + "\"; ma=86400");
    }
  }

  @Test
  void respondsToHeadWithoutABody() throws Exception {
    origin.on("/page", exchange -> {
      exchange.getResponseHeaders().add("content-length", "5");
      exchange.sendResponseHeaders(200, -1);
    });

    Http3Request request = client.open();
    request.headers(Http3Request.head("HEAD", "/page"), true);

    request.await();
    assertThat(request.status()).isEqualTo(200);
    assertThat(request.bytes()).isEmpty();
  }

  @Test
  void holdsTheOriginBackWhileAClientDoesNotRead() throws Exception {
    int size = 16 * MEBIBYTE;
    AtomicLong sent = new AtomicLong();
    origin.on("/big", exchange -> {
      exchange.sendResponseHeaders(200, size);
      OutputStream out = exchange.getResponseBody();
      byte[] piece = new byte[64 * 1024];
      for (int at = 0; at < size; at += piece.length) {
        out.write(piece);
        sent.addAndGet(piece.length);
      }
    });

    Http3Request request = client.open();
    request.reading(false);
    request.headers(Http3Request.head("GET", "/big"), true);
    long stalledAt = Await.still(sent::get, Duration.ofMillis(500));
    assertThat(stalledAt).isLessThan(14L * MEBIBYTE);
    request.reading(true);

    request.await();
    assertThat(request.bytes()).hasSize(size);
  }

  @Test
  void holdsAClientBackWhileTheOriginDoesNotRead() throws Exception {
    CountDownLatch readOn = new CountDownLatch(1);
    AtomicLong read = new AtomicLong();
    origin.on("/slow", exchange -> {
      InputStream in = exchange.getRequestBody();
      Await.latch(readOn);
      byte[] piece = new byte[64 * 1024];
      for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
        read.addAndGet(n);
      }
      OriginServer.respond(exchange, 200, "done".getBytes(StandardCharsets.UTF_8));
    });
    int size = 16 * MEBIBYTE;
    AtomicLong taken = new AtomicLong();

    Http3Request request = client.open();
    request.headers(Http3Request.head("POST", "/slow"), false);
    byte[] piece = new byte[64 * 1024];
    for (int at = 0; at < size; at += piece.length) {
      request
          .data(piece, at + piece.length == size)
          .addListener(done -> taken.addAndGet(piece.length));
    }
    long stalledAt = Await.still(taken::get, Duration.ofMillis(500));
    assertThat(stalledAt).isLessThan(14L * MEBIBYTE);
    readOn.countDown();

    assertThat(request.await().text()).isEqualTo("done");
    assertThat(read.get()).isEqualTo(size);
  }

  @Test
  void acceptsPriorityUpdatesAndRejectsThoseWithoutARequest() throws Exception {
    origin.text("/hello", "hello");
    // PRIORITY_UPDATE (0xF0700) for stream 0, and one for stream 4, which is not open yet.
    client.control(priorityUpdate(0, "u=1, i"));
    client.control(priorityUpdate(4, "u=7"));
    assertThat(client.get("/hello").await().text()).isEqualTo("hello");
    assertThat(client.get("/hello").await().text()).isEqualTo("hello");

    client.control(priorityUpdate(3, "u=1"));

    Await.until(() -> assertThat(client.closeCode()).isEqualTo(Http3ErrorCode.H3_ID_ERROR.code()));
  }

  @Test
  void sendsGoAwayInADrain() throws Exception {
    CountDownLatch reply = new CountDownLatch(1);
    origin.text("/slow", "late", reply);
    Http3Request inFlight = client.get("/slow");
    Await.until(() -> assertThat(origin.requests()).hasSize(1));

    Thread drain = drain();
    Await.until(
        () -> assertThat(client.goAways()).containsExactly((1L << 62) - 4, inFlight.id() + 4));
    reply.countDown();

    assertThat(inFlight.await().text()).isEqualTo("late");
    Await.until(() -> assertThat(client.closeCode()).isEqualTo(Http3ErrorCode.H3_NO_ERROR.code()));
    drain.join();
  }

  private static byte[] priorityUpdate(int streamId, String field) {
    byte[] value = field.getBytes(StandardCharsets.US_ASCII);
    byte[] frame = new byte[4 + 1 + 1 + value.length];
    frame[0] = (byte) 0x80;
    frame[1] = 0x0f;
    frame[2] = 0x07;
    frame[4] = (byte) (1 + value.length);
    frame[5] = (byte) streamId;
    System.arraycopy(value, 0, frame, 6, value.length);
    return frame;
  }
}
