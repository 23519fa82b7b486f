package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pem.CertificateFiles;
import io.lychgate.gateway.message.ForwardingExchange;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.route.PolicyChain;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters that change the length of a body: a slow client still holds back its origin, and every byte arrives. */
final class FilterIT {
  private static final int WHOLE = 64 << 20;

  /** Bytes that sockets and windows of this system may hold. */
  private static final long IN_SOCKETS = 48 << 20;

  private static final Duration QUIET = Duration.ofMillis(500);

  @TempDir
  Path directory;

  private final AtomicLong sent = new AtomicLong();
  private final ScriptedOrigin origin = ScriptedOrigin.start().on("/big", Scripts.big(WHOLE, sent));
  private TestGateway gateway;

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private void start(ResponseFilter filter) throws IOException {
    TlsConfig tls = TlsConfig.of(CertificateFiles.write(directory, "site"));
    gateway = TestGateway.start(
        Http3Story.config(
            ListenerConfig.of("public", "127.0.0.1", 0, tls), origin.port(), directory),
        route -> new Route(
            route.number(),
            route.siteNumber(),
            route.config(),
            route.altSvc(),
            new PolicyChain(
                route.chain().policies(),
                route.chain().steps(),
                List.of(filter),
                route.chain().responder())));
  }

  /** Sends each byte twice, or every second byte. */
  private static final class Resizing extends ForwardingExchange {
    private final boolean isDoubling;
    private boolean isOdd;

    Resizing(ResponseSink next, boolean isDoubling) {
      super(next);
      this.isDoubling = isDoubling;
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      head.fields().remove(HttpHeaderNames.CONTENT_LENGTH);
      next().head(head, end);
    }

    @Override
    public void data(ByteBuf data, boolean end) {
      byte[] bytes = ByteBufUtil.getBytes(data);
      data.release();
      // Not byte by byte through a buffer: the leak detector of tests records each access.
      byte[] resized = new byte[2 * bytes.length];
      int length = 0;
      for (byte b : bytes) {
        isOdd = !isOdd;
        if (isDoubling || isOdd) {
          resized[length++] = b;
        }
        if (isDoubling) {
          resized[length++] = b;
        }
      }
      next().data(Unpooled.wrappedBuffer(resized, 0, length), end);
    }
  }

  private static long gatewayMemory() {
    var metric = ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric();
    return metric.usedDirectMemory() + metric.usedHeapMemory();
  }

  @ParameterizedTest(name = "HTTP/{0}, doubling: {1}")
  @CsvSource({"1, true", "1, false", "2, true", "2, false"})
  void slowClientHoldsBackItsOriginThroughAFilter(int version, boolean isDoubling)
      throws Exception {
    start((context, next) -> new Resizing(next, isDoubling));
    long before = gatewayMemory();
    HttpClient client = HttpClient.newBuilder()
        .version(version == 2 ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
        .sslContext(TestCertificates.trustingAll())
        .build();
    HttpRequest request = HttpRequest.newBuilder(
            URI.create("https://localhost:" + gateway.port("public") + "/big"))
        .build();

    try (InputStream body =
        client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body()) {
      assertThat(Await.still(sent::get, QUIET)).isBetween(1L, IN_SOCKETS);
      assertThat(gatewayMemory() - before).isLessThan(IN_SOCKETS);

      assertThat(lengthOf(body)).isEqualTo(isDoubling ? 2L * WHOLE : WHOLE / 2);
    }
    assertThat(sent).hasValue(WHOLE);
  }

  private static long lengthOf(InputStream in) throws IOException {
    byte[] piece = new byte[256 * 1024];
    long all = 0;
    for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
      all += length;
    }
    return all;
  }

  @ParameterizedTest(name = "HTTP/3, doubling: {0}")
  @CsvSource({"true", "false"})
  void slowHttp3ClientHoldsBackItsOriginThroughAFilter(boolean isDoubling) throws Exception {
    start((context, next) -> new Resizing(next, isDoubling));
    long before = gatewayMemory();
    try (Http3Client client = Http3Client.connect(gateway.port("public"))) {
      Http3Request request = client.open();
      request.reading(false);
      request.headers(Http3Request.head("GET", "/big"), true);
      assertThat(Await.still(sent::get, QUIET)).isBetween(1L, IN_SOCKETS);
      assertThat(gatewayMemory() - before).isLessThan(IN_SOCKETS);

      request.reading(true);
      request.await(Duration.ofMinutes(2));

      assertThat(request.bytes()).hasSize(isDoubling ? 2 * WHOLE : WHOLE / 2);
    }
  }
}
