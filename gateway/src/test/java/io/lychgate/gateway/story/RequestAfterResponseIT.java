package io.lychgate.gateway.story;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import io.lychgate.gateway.testkit.Http2Peer.StreamResponse;
import io.lychgate.gateway.testkit.Http3Bytes;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http3.Http3Headers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Responses that complete before their request, from clients whose remaining request is well-formed, malformed or missing (RFC 9113
 * section 8.1, RFC 9114 section 4.1, RFC 9112 section 9.6).
 */
final class RequestAfterResponseIT {
  private static final byte[] PIECE = new byte[16 * 1024];

  /** Streams that a client may have open: more than the default. */
  private static final int STREAMS = 300;

  /** The initial flow-control window of a connection in bytes (RFC 9113 section 6.9.2). */
  private static final int FIRST_WINDOW = 65_535;

  private static final int FIELDS = 120;

  /** Capacity of the socket buffers on both sides, plus the bytes read during the close. */
  private static final long MOST_BYTES = 64L * 1024 * 1024;

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    Files.writeString(
        Files.createDirectories(directory.resolve("public/assets")).resolve("small.txt"), "small");
    origin = ScriptedOrigin.start()
        .on("/ok", visit -> visit.respond(200, "ok"))
        .on("/upload", visit -> visit.respond(200, "received " + visit.body().length))
        // These read the body, as the next request of the connection follows it.
        .on("/early", visit -> visit.respond(200, "early"))
        .on("/empty", visit -> visit.send("HTTP/1.1 204 No Content\r\n\r\n"))
        .on("/moved", visit -> visit.respond(302, "", "Location: /ok"));
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - name: plain
            address: 127.0.0.1:0
            limits: { maxConcurrentStreams: %d }
            timeouts: { requestBodyIdle: 5m }
          - name: small
            address: 127.0.0.1:0
            limits: { maxRequestBodySize: 40KiB }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { path: "/assets/*" }, static: { root: public } }
              - { match: { path: "/*" }, proxy: { upstream: app } }
        admin: { enabled: false }
        """.formatted(STREAMS, origin.port()), Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  /** Requests whose responses do not wait for the body. */
  enum Source {
    FILE("GET", "/assets/small.txt", 200),
    NO_FILE("GET", "/assets/none", 404),
    NOT_ALLOWED("POST", "/assets/small.txt", 405),
    OTHER_HOST("POST", "/ok", 421),
    TOO_MANY_FIELDS("POST", "/ok", 431),
    UPSTREAM("POST", "/early", 200),
    UPSTREAM_EMPTY("POST", "/empty", 204),
    UPSTREAM_REDIRECT("POST", "/moved", 302);

    final String method;
    final String path;
    final int status;

    Source(String method, String path, int status) {
      this.method = method;
      this.path = path;
      this.status = status;
    }

    String authority() {
      return this == OTHER_HOST ? "elsewhere" : "localhost";
    }

    int moreFields() {
      return this == TOO_MANY_FIELDS ? FIELDS : 0;
    }
  }

  // HTTP/2.

  private static Http2Peer open(Http2Peer client, int stream, Source source, String... more) {
    List<String> fields = new ArrayList<>(List.of(":method", source.method, ":scheme", "http"));
    fields.addAll(List.of(":authority", source.authority(), ":path", source.path));
    fields.addAll(List.of(more));
    for (int i = 0; i < source.moreFields(); i++) {
      fields.addAll(List.of("x-" + i, ""));
    }
    return client.headers(stream, false, fields.toArray(String[]::new));
  }

  private static void assertComplete(Http2Peer client, int stream, Source source) {
    StreamResponse response = client.readResponse(stream);
    assertThat(response.status()).isEqualTo(source.status);
    assertThat(response.ended()).isTrue();
  }

  private static void assertReset(Http2Peer client, int stream, Http2Error code) {
    Frame frame = client.readUntil(
        read -> read.type() == Http2Peer.RST_STREAM || read.type() == Http2Peer.GOAWAY);
    assertThat(frame.type()).as("%s", frame).isEqualTo(Http2Peer.RST_STREAM);
    assertThat(frame.stream()).isEqualTo(stream);
    assertThat(frame.errorCode()).isEqualTo((int) code.code());
  }

  private static void assertServes(Http2Peer client, int stream) {
    assertThat(client.get(stream, "/ok").readResponse(stream).body()).isEqualTo("ok");
  }

  private static List<Frame> resets(Http2Peer client) {
    return client.trace().stream()
        .filter(frame -> frame.type() == Http2Peer.RST_STREAM)
        .toList();
  }

  /** Uploads on stream 1 after the complete response, until the gateway asks the client to stop. */
  private static void sendUntilReset(Http2Peer client, Source source) {
    open(client, 1, source);
    assertComplete(client, 1, source);
    for (int i = 0; i < 5; i++) {
      client.data(1, false, PIECE);
    }
    assertReset(client, 1, Http2Error.NO_ERROR);
  }

  @ParameterizedTest
  @EnumSource
  void http2ClientThatContinuesSendingIsAskedToStop(Source source) {
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      sendUntilReset(client, source);

      // They were sent before the reset arrived.
      client.data(1, false, PIECE).headers(1, true, "x-trailer", "1");
      assertServes(client, 3);
      assertThat(resets(client)).hasSize(1);
    }
  }

  /** The HTTP client of Java 17 shows a response only when its request has been sent, and ignores the reset. */
  @ParameterizedTest
  @EnumSource
  void http2ClientThatIgnoresTheResetMaySendTheRest(Source source) {
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      sendUntilReset(client, source);

      int room = client.trace().stream()
          .filter(frame -> frame.type() == Http2Peer.WINDOW_UPDATE && frame.stream() == 1)
          .mapToInt(frame -> ByteBuffer.wrap(frame.payload()).getInt())
          .sum();
      assertThat(room).isGreaterThan(Integer.MAX_VALUE / 2);
      for (int i = 0; i < 1_000; i++) {
        client.data(1, i == 999, PIECE);
      }
      assertServes(client, 3);
      assertThat(resets(client)).hasSize(1);
    }
  }

  @Test
  void http2StreamsOfASilentClientAreClosed() {
    Source[] sources = Source.values();
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      for (int i = 0; i < sources.length; i++) {
        open(client, 2 * i + 1, sources[i]);
      }

      for (int i = 0; i < sources.length; i++) {
        Frame reset = client.readUntil(frame -> frame.type() == Http2Peer.RST_STREAM);
        assertThat(reset.errorCode()).isEqualTo((int) Http2Error.NO_ERROR.code());
      }

      assertThat(client.trace()).filteredOn(Frame::ends).hasSameSizeAs(sources);
      assertServes(client, 2 * sources.length + 1);
    }
  }

  /** A client must not keep a hundred objects of each connection in memory by requests that it leaves open. */
  @Test
  void http2ClientThatLeavesManyRequestsOpenIsAskedToStopTheOldest() {
    int streams = 50;
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      for (int stream = 1; stream < 2 * streams; stream += 2) {
        open(client, stream, Source.NOT_ALLOWED);
        assertComplete(client, stream, Source.NOT_ALLOWED);
      }
      int last = 2 * streams - 1;
      client.data(last, true, PIECE);
      assertServes(client, last + 2);

      assertThat(resets(client))
          .extracting(Frame::stream)
          .contains(1, 3, 5, streams + 1)
          .doesNotContain(last);
    }
  }

  @ParameterizedTest
  @EnumSource
  void http2RequestThatEndsAfterItsResponseIsNotReset(Source source) {
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      open(client, 1, source);
      assertComplete(client, 1, source);
      client.data(1, true, PIECE);
      assertServes(client, 3);

      open(client, 5, source);
      assertComplete(client, 5, source);
      client.headers(5, true, "x-trailer", "1");
      assertServes(client, 7);

      assertThat(resets(client)).isEmpty();
    }
  }

  /** Faults in the rest of a request. */
  enum Fault {
    FORBIDDEN_TRAILER {
      @Override
      void send(Http2Peer client) {
        client.headers(1, true, "content-length", "5");
      }
    },
    TRAILERS_WITHOUT_END {
      @Override
      void send(Http2Peer client) {
        client.headers(1, false, "x-trailer", "1");
      }
    },
    PSEUDO_FIELD_IN_TRAILERS {
      @Override
      void send(Http2Peer client) {
        client.headers(1, true, ":path", "/ok");
      }
    },
    UPPER_CASE_NAME {
      @Override
      void send(Http2Peer client) {
        client.headers(1, true, "X-Trailer", "1");
      }
    },
    MORE_THAN_CONTENT_LENGTH {
      @Override
      void send(Http2Peer client) {
        client.data(1, false, PIECE);
      }
    },
    LESS_THAN_CONTENT_LENGTH {
      @Override
      void send(Http2Peer client) {
        client.data(1, true, new byte[3]);
      }
    },
    TRAILERS_BEFORE_CONTENT_LENGTH {
      @Override
      void send(Http2Peer client) {
        client.headers(1, true, "x-trailer", "1");
      }
    };

    abstract void send(Http2Peer client);
  }

  @ParameterizedTest
  @EnumSource
  void http2MalformedRestIsAStreamError(Fault fault) {
    for (Source source : Source.values()) {
      try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
        open(client, 1, source, "content-length", "5");
        assertComplete(client, 1, source);

        fault.send(client);

        assertReset(client, 1, Http2Error.PROTOCOL_ERROR);
        assertServes(client, 3);
        assertThat(resets(client)).hasSize(1);
      }
    }
  }

  /** The client reads its response first, then ends its request. */
  @Test
  void http2FrameAfterTheClientsOwnResetIsAStreamError() {
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      open(client, 1, Source.FILE);
      assertComplete(client, 1, Source.FILE);

      client.send(Http2Peer.RST_STREAM, 0, 1, new byte[4]).data(1, true, PIECE);

      assertReset(client, 1, Http2Error.STREAM_CLOSED);
    }
  }

  /** A well-formed body does not hide a fault after it. */
  @Test
  void http2FaultBehindABodyIsAStreamError() {
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      open(client, 1, Source.UPSTREAM);
      assertComplete(client, 1, Source.UPSTREAM);

      client.data(1, false, PIECE).headers(1, false, "x-trailer", "1");

      assertReset(client, 1, Http2Error.PROTOCOL_ERROR);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FILE", "OTHER_HOST", "UPSTREAM"})
  void http2WindowOfTheConnectionIsReturned(Source source) {
    int pieces = 4;
    int streams = 40;
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      for (int stream = 1; stream < 2 * streams; stream += 2) {
        open(client, stream, source);
        // Half of it before the response, the other half after it.
        client.data(stream, false, PIECE).data(stream, false, PIECE);
        assertComplete(client, stream, source);
        client.data(stream, false, PIECE).data(stream, false, PIECE);
      }
      assertServes(client, 2 * streams + 1);

      long sent = (long) streams * pieces * PIECE.length;
      long given = client.trace().stream()
          .filter(frame -> frame.type() == Http2Peer.WINDOW_UPDATE && frame.stream() == 0)
          .mapToLong(frame -> ByteBuffer.wrap(frame.payload()).getInt())
          .sum();
      assertThat(FIRST_WINDOW + given).isGreaterThan(sent);
    }
  }

  /** The gateway itself rejects the body midway, while the upstream still waits for more. */
  @Test
  void http2BodyAboveTheLimitIsNoErrorOfTheConnection() {
    try (Http2Peer client = Http2Peer.connect(gateway.port("small"))) {
      client.headers(
          1,
          false,
          ":method",
          "POST",
          ":scheme",
          "http",
          ":authority",
          "localhost",
          ":path",
          "/upload");
      for (int i = 0; i < 3; i++) {
        client.data(1, false, PIECE);
      }

      StreamResponse response = client.readResponse(1);

      assertThat(response.status()).isEqualTo(413);
      assertThat(response.ended()).isTrue();
      assertServes(client, 3);
    }
  }

  /** All open streams of a client can be reset before it receives the first reset. */
  @Test
  void http2FramesThatCrossedManyResetsAreIgnored() {
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      int last = 2 * STREAMS - 1;
      for (int stream = 1; stream <= last; stream += 2) {
        open(client, stream, Source.OTHER_HOST);
      }
      for (int i = 0; i < STREAMS; i++) {
        client.readUntil(frame -> frame.type() == Http2Peer.RST_STREAM);
      }
      for (int stream = 1; stream <= last; stream += 2) {
        client.data(stream, true, new byte[1]);
      }

      assertServes(client, last + 2);
      assertThat(resets(client)).hasSize(STREAMS);
    }
  }

  /** The server gets the next request on another connection, as this one still waits for a body. */
  @Test
  void http2RestReachesNoOtherRequest() {
    for (int round = 0; round < 20; round++) {
      try (Http2Peer client = Http2Peer.connect(gateway.port("plain"));
          Http2Peer other = Http2Peer.connect(gateway.port("plain"))) {
        open(client, 1, Source.UPSTREAM, "content-length", "40");
        assertComplete(client, 1, Source.UPSTREAM);
        client.data(1, false, "GET /smuggled HTTP/1.1\r\n".getBytes(US_ASCII));

        assertServes(other, 1);

        assertThat(origin.requestsFor("/smuggled")).isEmpty();
      }
    }
  }

  // HTTP/3.

  private static Http3Request open(Http3Client client, Source source) throws Exception {
    Http3Request request = client.open();
    Http3Headers head = Http3Request.head(source.method, source.path).authority(source.authority());
    for (int i = 0; i < source.moreFields(); i++) {
      head.add("x-" + i, "");
    }
    request.headers(head, false);
    return request;
  }

  private static void assertComplete(Http3Request request, Source source) {
    request.await();
    assertThat(request.status()).isEqualTo(source.status);
    assertThat(request.isEnded()).isTrue();
    assertThat(request.resetCode()).isNull();
  }

  @ParameterizedTest
  @EnumSource
  void http3ClientThatContinuesSendingIsAskedToStop(Source source) throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request request = open(client, source);
      assertComplete(request, source);

      Await.until(() -> assertThat(request.isStopped()).isTrue());
      // The client may already have sent more.
      request.data(PIECE, true);

      assertThat(client.get("/ok").await().text()).isEqualTo("ok");
      assertThat(client.isOpen()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void http3MalformedRestDoesNotCloseTheConnection(Source source) throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      Http3Request request = open(client, source);
      assertComplete(request, source);

      request.raw(Http3Bytes.frame(Http3Bytes.HEADERS, new byte[] {0, 0, (byte) 0xd1}));

      assertThat(client.get("/ok").await().text()).isEqualTo("ok");
      assertThat(client.isOpen()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FILE", "OTHER_HOST", "UPSTREAM"})
  void http3WindowOfTheConnectionIsReturned(Source source) throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      for (int i = 0; i < 100; i++) {
        Http3Request request = open(client, source);
        for (int piece = 0; piece < 4; piece++) {
          request.data(PIECE, false);
        }
        assertComplete(request, source);
      }

      Http3Request upload = client.open();
      upload.headers(Http3Request.head("POST", "/upload"), false);
      upload.data(new byte[8 * PIECE.length], true);

      assertThat(upload.await().text()).isEqualTo("received " + 8 * PIECE.length);
    }
  }

  // HTTP/1.1.

  @ParameterizedTest
  @EnumSource(names = {"NO_FILE", "NOT_ALLOWED", "OTHER_HOST", "TOO_MANY_FIELDS"})
  void http1ConnectionIsClosedAfterAnEarlyError(Source source) {
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send(source.method + " " + source.path + " HTTP/1.1\r\nHost: " + source.authority()
          + "\r\nContent-Length: 100\r\n" + "x-a: b\r\n".repeat(source.moreFields()) + "\r\n");

      Http1Peer.Response response = client.read();

      assertThat(response.status()).isEqualTo(source.status);
      assertThat(response.complete()).isTrue();
      assertThat(response.head().toLowerCase(Locale.ROOT)).contains("connection: close");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FILE", "UPSTREAM", "UPSTREAM_EMPTY", "UPSTREAM_REDIRECT"})
  void http1ShortRestIsDroppedAndTheConnectionStaysOpen(Source source) {
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send(source.method + " " + source.path
          + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + PIECE.length + "\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(source.status);

      client.send(PIECE).send("GET /ok HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(client.read().body()).isEqualTo("ok");
    }
  }

  /** The upstream reads nothing, so the client is held back when the response arrives. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void http1LongRestEndsTheConnectionSoon(boolean isChunked) throws Exception {
    AtomicLong sent = new AtomicLong();
    origin.on("/held", visit -> {
      long unused = Await.still(sent::get, Duration.ofMillis(200));
      visit.in();
      visit.respond(200, "early");
      visit.hang();
    });
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send("POST /held HTTP/1.1\r\nHost: localhost\r\n"
          + (isChunked ? "Transfer-Encoding: chunked" : "Content-Length: " + (MOST_BYTES + 1))
          + "\r\n\r\n");
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(() -> sendUntilClosed(client, isChunked, sent));

      assertThat(client.read().body()).isEqualTo("early");

      assertThat(sending).succeedsWithin(Duration.ofSeconds(30));
      assertThat(sent).hasValueLessThan(MOST_BYTES);
    }
  }

  /** The client is not held back, because the upstream has already responded. */
  @Test
  void http1EndlessRestIsNotReadForever() {
    AtomicLong sent = new AtomicLong();
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send("POST /early HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
      assertThat(client.read().body()).isEqualTo("early");

      sendUntilClosed(client, true, sent);

      assertThat(sent).hasValueLessThan(MOST_BYTES);
    }
  }

  private static void sendUntilClosed(Http1Peer client, boolean isChunked, AtomicLong sent) {
    try {
      while (sent.get() < MOST_BYTES) {
        if (isChunked) {
          client.send(Integer.toHexString(PIECE.length) + "\r\n").send(PIECE).send("\r\n");
        } else {
          client.send(PIECE);
        }
        sent.addAndGet(PIECE.length);
      }
    } catch (UncheckedIOException closed) {
      // Closed by the gateway.
    }
  }

  /** A reset could discard the response. */
  @Test
  void http1MalformedRestClosesTheConnectionWithoutAReset() throws Exception {
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send("POST /early HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
      assertThat(client.read().body()).isEqualTo("early");

      client.send("no size\r\n");

      InputStream in = client.socket().getInputStream();
      assertThat(in.read()).isEqualTo(-1);
    }
  }
}
