package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A slow receiver holds back only its own sender. */
@EachJdk
final class BackPressureIT {
  private static final long MIB = 1024 * 1024;
  private static final long WHOLE = 200 * MIB;

  /** Bytes that sockets of this system may hold: some MiB of send and receive buffer at two hops. */
  private static final long IN_SOCKETS = 48 * MIB;

  private static final Duration QUIET = Duration.ofMillis(700);
  private static final int INITIAL_WINDOW_SIZE = 4;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .listeners("limits: { maxRequestBodySize: 1GiB }")
      .file("public/assets/site.css", "body {}");

  private static long gatewayMemory() {
    var metric = ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric();
    return metric.usedDirectMemory() + metric.usedHeapMemory();
  }

  @Test
  void http1ClientThatDoesNotReadPausesTheOrigin() throws IOException {
    long before = gatewayMemory();
    AtomicLong sent = new AtomicLong();
    GATEWAY.origin().on("/big1", Scripts.big(WHOLE, sent));
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      client.send("GET /big1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

      assertThat(Await.still(sent::get, QUIET)).isBetween(1L, IN_SOCKETS);
      assertThat(gatewayMemory() - before).isLessThan(IN_SOCKETS);

      assertThat(readAll(client.socket().getInputStream())).isGreaterThan(WHOLE);
      assertThat(sent).hasValue(WHOLE);
    }
  }

  private static long readAll(InputStream in) throws IOException {
    byte[] piece = new byte[256 * 1024];
    long all = 0;
    for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
      all += length;
    }
    return all;
  }

  @Test
  void http2ClientThatDoesNotReadPausesTheOrigin() {
    long before = gatewayMemory();
    AtomicLong sent = new AtomicLong();
    GATEWAY.origin().on("/big2", Scripts.big(WHOLE, sent));
    // Windows so wide that only TCP holds the gateway back.
    try (Http2Peer client = GATEWAY.connectHttp2(INITIAL_WINDOW_SIZE, Integer.MAX_VALUE)) {
      client.windowUpdate(0, Integer.MAX_VALUE - 65_535).get(1, "/big2");

      assertThat(Await.still(sent::get, QUIET)).isBetween(1L, IN_SOCKETS);
      assertThat(gatewayMemory() - before).isLessThan(IN_SOCKETS);
    }
  }

  @Test
  void streamWithoutWindowDoesNotBlockAnother() {
    AtomicLong sent = new AtomicLong();
    GATEWAY.origin().on("/big3", Scripts.big(WHOLE, sent));
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      client.windowUpdate(0, 1 << 20).get(1, "/big3");
      client.readUntil(frame -> frame.type() == Http2Peer.DATA);

      assertThat(Await.still(sent::get, QUIET)).isBetween(1L, IN_SOCKETS);
      assertThat(client.get(3, "/assets/site.css").readResponse(3).body()).isEqualTo("body {}");
    }
  }

  @Test
  void originThatDoesNotReadPausesTheUpload() throws InterruptedException {
    long before = gatewayMemory();
    CountDownLatch mayRead = new CountDownLatch(1);
    AtomicLong received = new AtomicLong();
    GATEWAY.origin().on("/upload", visit -> {
      mayRead.await();
      InputStream in = visit.in();
      byte[] piece = new byte[64 * 1024];
      for (int count = 0; received.get() < WHOLE && count >= 0; ) {
        count = in.read(piece);
        received.addAndGet(Math.max(0, count));
      }
      visit.respond(200, "thank you");
    });
    AtomicLong sent = new AtomicLong();
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      Thread upload = new Thread(() -> upload(client, sent), "upload");
      upload.start();

      assertThat(Await.still(sent::get, QUIET)).isBetween(1L, IN_SOCKETS);
      assertThat(gatewayMemory() - before).isLessThan(IN_SOCKETS);

      mayRead.countDown();
      upload.join();
      assertThat(client.read().body()).isEqualTo("thank you");
      assertThat(received).hasValue(WHOLE);
    }
  }

  private static void upload(Http1Peer client, AtomicLong sent) {
    String head =
        "POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + WHOLE + "\r\n\r\n";
    client.send(head.getBytes(StandardCharsets.US_ASCII));
    byte[] piece = new byte[64 * 1024];
    for (long left = WHOLE; left > 0; left -= piece.length) {
      client.send(piece);
      sent.addAndGet(piece.length);
    }
  }
}
