package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.github.luben.zstd.ZstdInputStream;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.BrotliBytes;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http1Peer.Response;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that the gateway compresses for real clients, over each protocol. */
@EachJdk
final class CompressionIT {
  private static final String TEXT =
      "All work and no play makes a gateway a dull proxy. ".repeat(200);
  private static final String HTML = "Content-Type: text/html";
  private static final long IN_SOCKETS = 48 << 20;
  private static final Duration QUIET = Duration.ofMillis(500);

  @TempDir
  static Path directory;

  private static final Map<String, CountDownLatch> LATCHES = new ConcurrentHashMap<>();
  private static final AtomicLong SENT = new AtomicLong();

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  private static String yaml(String compress) {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            policies: { compress: %s }
            routes:
              - { match: { path: "/files/*" }, static: { root: public } }
              - { match: { path: "/fixed" }, respond: { body: "%s", headers: { Content-Type: text/html } } }
              - { match: { path: "/off" }, proxy: { upstream: app }, policies: { off: [ compress ] } }
              - match: { path: "/alone" }
                proxy: { upstream: app }
                policies: { compress: { upstreamCodings: false, codings: [ br ] } }
              - match: { path: "/edited" }
                proxy: { upstream: app }
                headers: { response: { add: { X-Coding: none }, remove: [ Vary ] } }
              - match: { path: "/decoded" }
                proxy: { upstream: app }
                policies: { compress: { decode: true } }
              - { match: { path: "/*" }, proxy: { upstream: app } }
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port(), compress, TEXT);
  }

  @BeforeAll
  static void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    Files.createDirectories(directory.resolve("public/files"));
    Files.writeString(directory.resolve("public/files/plain.txt"), TEXT);
    Files.writeString(directory.resolve("public/files/twin.txt"), TEXT);
    Files.write(directory.resolve("public/files/twin.txt.gz"), gzip(TEXT));
    Files.writeString(directory.resolve("public/files/large.txt"), TEXT.repeat(400));
    origin = ScriptedOrigin.start()
        .on(
            "/page",
            visit -> visit.respond(200, TEXT, HTML, "ETag: \"v1\"", "Accept-Ranges: bytes"))
        .on("/off", visit -> visit.respond(200, TEXT, HTML))
        .on("/edited", visit -> visit.respond(200, TEXT, HTML))
        .on(
            "/alone",
            visit -> visit.respond(200, TEXT, HTML, "X-Seen: " + visit.field("accept-encoding")))
        .on("/tagged", CompressionIT::tagged)
        .on("/events", CompressionIT::events)
        .on("/trailers", CompressionIT::trailers)
        .on("/cut", CompressionIT::cut)
        .on("/endless", CompressionIT::endless)
        .on("/decoded", CompressionIT::alreadyCoded)
        .on("/coded", CompressionIT::alreadyCoded);
    gateway = GatewayProcess.start(directory, yaml("{}"), Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  @AfterEach
  void everyCoderIsReleased() {
    Await.until(() -> assertThat(gateway.metric("lychgate_compress_open")).isZero());
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  // Origin.

  private static void tagged(OriginVisit visit) throws IOException {
    // Compares the texts of tags, as some servers do.
    if (visit.field("if-none-match").contains(", \"v1\"")) {
      visit.send("HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\n\r\n");
    } else {
      visit.respond(200, TEXT, HTML, "ETag: \"v1\"", "X-Range: " + visit.field("range"));
    }
  }

  private static void events(OriginVisit visit) throws IOException {
    visit.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n");
    visit.send("Transfer-Encoding: chunked\r\n\r\n");
    CountDownLatch next = LATCHES.get(visit.target());
    for (int i = 1; i <= 3; i++) {
      visit.send("f\r\ndata: event " + i + "\n\n\r\n");
      Await.latch(next);
    }
    visit.send("0\r\n\r\n");
  }

  private static void trailers(OriginVisit visit) throws IOException {
    visit.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTrailer: X-End\r\n");
    visit.send("Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-End: yes\r\n\r\n");
  }

  private static void cut(OriginVisit visit) throws IOException {
    visit.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 90000\r\n\r\n" + TEXT);
    visit.reset();
  }

  /** Sends random bytes, of which compression saves nothing, until the connection ends. */
  private static void endless(OriginVisit visit) throws IOException {
    visit.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n");
    byte[] piece = new byte[64 * 1024];
    Random random = new Random(1);
    while (true) {
      random.nextBytes(piece);
      visit.send(piece, piece.length);
      SENT.addAndGet(piece.length);
    }
  }

  private static void alreadyCoded(OriginVisit visit) throws IOException {
    byte[] body = gzip(TEXT);
    visit.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
        + "Content-Length: " + body.length + "\r\n\r\n");
    visit.send(body, body.length);
  }

  // Client.

  private static String request(String method, String path, String... fields) {
    StringBuilder text =
        new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
    for (String field : fields) {
      text.append(field).append("\r\n");
    }
    return text.append("\r\n").toString();
  }

  private static Response get(String path, String... fields) {
    return send("GET", path, fields);
  }

  private static Response send(String method, String path, String... fields) {
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      return client.send(request(method, path, fields)).read(method.equals("HEAD"));
    }
  }

  private static String decoded(String coding, byte[] body) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(body);
    try (InputStream decoder = switch (coding) {
      case "gzip" -> new GZIPInputStream(in);
      case "br" -> new ByteArrayInputStream(BrotliBytes.decoded(body));
      case "zstd" -> new ZstdInputStream(in);
      default -> in;
    }) {
      return new String(decoder.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static byte[] bytes(Response response) {
    return response.body().getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @CsvSource({
    "zstd, --http1.1",
    "br, --http1.1",
    "gzip, --http1.1",
    "zstd, --http2",
    "br, --http2",
    "gzip, --http2"
  })
  void curlReadsEachCoding(String coding, String version) {
    Commands.Result curl = Commands.curl(
            version,
            "-i",
            "--compressed",
            "-H",
            "Accept-Encoding: " + coding,
            "https://localhost:" + gateway.port("tls") + "/page")
        .expectSuccess();

    assertThat(curl.out())
        .containsIgnoringCase("content-encoding: " + coding)
        .containsIgnoringCase("vary: accept-encoding")
        .containsIgnoringCase("etag: W/\"v1\"")
        .doesNotContainIgnoringCase("accept-ranges")
        .endsWith(TEXT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zstd", "br", "gzip"})
  void http3ClientReadsEachCoding(String coding) throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"))) {
      Http3Request request = client.open();
      request.headers(Http3Request.head("GET", "/page").set("accept-encoding", coding), true);
      request.await();

      assertThat(request.field("content-encoding")).isEqualTo(coding);
      assertThat(request.bytes().length).isLessThan(TEXT.length() / 10);
      assertThat(decoded(coding, request.bytes())).isEqualTo(TEXT);
    }
  }

  @Test
  void clientWithoutCodingsGetsThePlainResponseWithVary() {
    Response response = get("/page");

    assertThat(response.body()).isEqualTo(TEXT);
    assertThat(response.head())
        .containsIgnoringCase("vary: accept-encoding")
        .containsIgnoringCase("etag: \"v1\"")
        .containsIgnoringCase("accept-ranges: bytes")
        .containsIgnoringCase("content-length: " + TEXT.length());
  }

  @Test
  void headHasTheFieldsOfGet() {
    String withDate = "(?i)(\ndate: [^\n]*|\ntransfer-encoding: chunked)";
    String get = get("/page", "Accept-Encoding: br").head().replaceAll(withDate, "");

    assertThat(send("HEAD", "/page", "Accept-Encoding: br").head().replaceAll(withDate, ""))
        .isEqualTo(get);
  }

  @ParameterizedTest
  @CsvSource({
    "/files/plain.txt, zstd",
    "/files/twin.txt, gzip",
    "/files/large.txt, br",
    "/fixed, zstd"
  })
  void filesAndFixedResponsesAreCompressedOnce(String path, String coding) throws IOException {
    Response response = get(path, "Accept-Encoding: gzip, " + coding);

    assertThat(response.head()).containsOnlyOnce("content-encoding: " + coding);
    assertThat(response.complete()).isTrue();
    assertThat(decoded(coding, bytes(response))).startsWith(TEXT);
  }

  @Test
  void storedFileIsRevalidatedByItsWeakTag() {
    Response stored = get("/files/plain.txt", "Accept-Encoding: br");
    String tag = stored
        .head()
        .lines()
        .filter(line -> line.startsWith("etag: "))
        .findFirst()
        .orElse("");

    Response again =
        get("/files/plain.txt", "Accept-Encoding: br", "If-None-Match: " + tag.substring(6));

    assertThat(tag).startsWith("etag: W/\"");
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.head()).contains(tag).containsIgnoringCase("vary: accept-encoding");
  }

  @Test
  void serverThatComparesTextsFindsItsTag() {
    Response again = get("/tagged", "Accept-Encoding: br", "If-None-Match: W/\"v1\"");

    assertThat(again.status()).isEqualTo(304);
    assertThat(again.head()).containsIgnoringCase("etag: W/\"v1\"");
  }

  @Test
  void rangeOnAWeakTagGetsTheWholeResponse() {
    Response response =
        get("/tagged", "Accept-Encoding: br", "Range: bytes=5-9", "If-Range: W/\"v1\"");

    assertThat(response.status()).isEqualTo(200);
    assertThat(response.head())
        .containsIgnoringCase("x-range: \n")
        .contains("content-encoding: br");
  }

  @Test
  void routeSwitchesCompressionOff() {
    Response response = get("/off", "Accept-Encoding: br");

    assertThat(response.body()).isEqualTo(TEXT);
    assertThat(response.head()).doesNotContainIgnoringCase("vary");
  }

  @Test
  void upstreamSeesNoCodingsIfTheGatewayAloneCompresses() throws IOException {
    Response response = get("/alone", "Accept-Encoding: gzip, br, zstd");

    assertThat(response.head()).containsIgnoringCase("x-seen: \n").contains("content-encoding: br");
    assertThat(decoded("br", bytes(response))).isEqualTo(TEXT);
  }

  @Test
  void headerEditsComeAfterCompression() throws IOException {
    Response response = get("/edited", "Accept-Encoding: gzip");

    assertThat(response.head())
        .containsIgnoringCase("x-coding: none")
        .contains("content-encoding: gzip")
        .doesNotContainIgnoringCase("vary");
    assertThat(decoded("gzip", bytes(response))).isEqualTo(TEXT);
  }

  @Test
  void responseWithACodingPassesAsItIs() throws IOException {
    Response response = get("/coded", "Accept-Encoding: br");

    assertThat(response.head()).containsOnlyOnce("content-encoding: gzip");
    assertThat(decoded("gzip", bytes(response))).isEqualTo(TEXT);
  }

  @Test
  void responseInACodingThatTheClientDoesNotAcceptIsDecoded() throws IOException {
    assertThat(get("/decoded", "Accept-Encoding: br").body()).isEqualTo(TEXT);
    assertThat(decoded("gzip", bytes(get("/decoded", "Accept-Encoding: gzip")))).isEqualTo(TEXT);
  }

  @Test
  void requestOfAnotherSiteWithACookieIsNotCompressed() {
    Response response =
        get("/page", "Accept-Encoding: br", "Cookie: id=1", "Sec-Fetch-Site: cross-site");

    assertThat(response.body()).isEqualTo(TEXT);
    assertThat(get("/page", "Accept-Encoding: br", "Cookie: id=1", "Sec-Fetch-Site: same-origin")
            .head())
        .contains("content-encoding: br");
  }

  @Test
  void tenThousandCodingsGetThePlainResponse() {
    assertThat(get("/page", "Accept-Encoding: gzip" + ",x".repeat(5_000)).body())
        .isEqualTo(TEXT);
  }

  @Test
  void trailersFollowTheCompressedBody() throws IOException {
    Response response = get("/trailers", "TE: trailers", "Accept-Encoding: gzip");

    assertThat(decoded("gzip", bytes(response))).isEqualTo("hello");
    assertThat(response.trailers()).containsIgnoringCase("x-end: yes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zstd", "br", "gzip"})
  void eventReachesTheClientAtOnce(String coding) throws IOException {
    CountDownLatch next = new CountDownLatch(3);
    LATCHES.put("/events?" + coding, next);
    String request =
        request("GET", "/events?" + coding, "Accept-Encoding: " + coding, "Connection: close");
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send(request);
      InputStream plain = decoder(coding, new Chunks(client.socket().getInputStream()));

      assertThat(text(plain, 15)).isEqualTo("data: event 1\n\n");
      next.countDown();
      next.countDown();
      next.countDown();
      assertThat(text(plain, 30)).isEqualTo("data: event 2\n\ndata: event 3\n\n");
    }
  }

  /** Reads byte by byte: Brotli's stream waits for the next byte at the end of each read. */
  private static String text(InputStream in, int length) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append((char) in.read());
    }
    return text.toString();
  }

  private static InputStream decoder(String coding, InputStream in) throws IOException {
    return switch (coding) {
      case "gzip" -> new GZIPInputStream(in, 1);
      case "br" -> {
        BrotliInputStream brotli = new BrotliInputStream(in, 1);
        brotli.enableEagerOutput();
        yield brotli;
      }
      default -> new ZstdInputStream(in).setContinuous(true);
    };
  }

  /** The content of a chunked response, without its head. A read returns what is there. */
  private static final class Chunks extends InputStream {
    private final InputStream in;
    private int left;

    Chunks(InputStream in) throws IOException {
      this.in = in;
      while (!line().isEmpty()) {
        // The head.
      }
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int c = in.read(); c != '\n'; c = in.read()) {
        line.append(c == '\r' ? "" : (char) c);
      }
      return line.toString();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      if (left == 0) {
        left = Integer.parseInt(line(), 16);
        if (left == 0) {
          return -1;
        }
      }
      int read = in.read(bytes, from, Math.min(left, length));
      left -= read;
      if (left == 0) {
        line();
      }
      return read;
    }
  }

  @Test
  void serverThatDiesInTheBodyLeavesAnIncompleteResponse() {
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      Http2Peer.StreamResponse response =
          client.get(1, "/cut", "accept-encoding", "gzip").readResponse(1);

      assertThat(response.head()).contains("content-encoding: gzip");
      assertThat(response.ended()).isFalse();
    }
  }

  private static long gatewayMemory() {
    var metric = ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric();
    return metric.usedDirectMemory() + metric.usedHeapMemory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"zstd", "br", "gzip"})
  void slowReaderHoldsBackTheServer(String coding) throws IOException {
    long before = gatewayMemory();
    SENT.set(0);
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send(request("GET", "/endless", "Accept-Encoding: " + coding));

      long held = Await.still(SENT::get, QUIET);
      assertThat(held).isBetween(1L, IN_SOCKETS);
      assertThat(gatewayMemory() - before).isLessThan(IN_SOCKETS);

      InputStream body = new Chunks(client.socket().getInputStream());
      while (SENT.get() == held) {
        assertThat(body.read(new byte[64 * 1024])).isPositive();
      }
    }
  }

  @Test
  void clientThatResetsItsStreamEndsAnEndlessResponse() {
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      client.windowUpdate(0, 1 << 20).get(1, "/endless", "accept-encoding", "br");
      client.readUntil(frame -> frame.type() == Http2Peer.DATA);
      assertThat(gateway.metric("lychgate_compress_open", "coding=\"br\"")).isEqualTo(1);
      client.send(Http2Peer.RST_STREAM, 0, 1, new byte[] {0, 0, 0, 8});

      Await.until(() -> assertThat(gateway.metric("lychgate_compress_open")).isZero());
      assertThat(client.get(3, "/fixed").readResponse(3).body()).isEqualTo(TEXT);
    }
  }

  @Test
  void reloadDoesNotDisturbAResponseInProgress() throws IOException {
    CountDownLatch next = new CountDownLatch(3);
    LATCHES.put("/events?reload", next);
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send(request("GET", "/events?reload", "Accept-Encoding: gzip", "Connection: close"));
      InputStream plain = new GZIPInputStream(new Chunks(client.socket().getInputStream()), 1);
      assertThat(plain.readNBytes(15)).hasSize(15);

      gateway.apply(yaml("{ codings: [ br ] }"));
      assertThat(get("/page", "Accept-Encoding: gzip").head()).doesNotContain("content-encoding");
      gateway.apply(yaml("{}"));
      next.countDown();
      next.countDown();
      next.countDown();

      assertThat(plain.readAllBytes()).hasSize(30);
    }
  }

  @Test
  void decisionsAndBytesAreCounted() {
    double inBefore = bytes("in");
    double outBefore = bytes("out");
    get("/page", "Accept-Encoding: br");
    get("/page");

    assertThat(gateway.metric("lychgate_compress_responses_total", "outcome=\"br\""))
        .isPositive();
    assertThat(gateway.metric("lychgate_compress_responses_total", "outcome=\"not_accepted\""))
        .isPositive();
    // Other tests have responses that end at any place.
    Await.until(() -> assertThat(bytes("in") - inBefore).isEqualTo(TEXT.length()));
    assertThat(bytes("out") - outBefore).isBetween(1.0, TEXT.length() / 10.0);
    assertThat(gateway.metric("lychgate_compress_cpu_seconds_total", "coding=\"br\""))
        .isPositive();
  }

  private static double bytes(String direction) {
    return gateway.metric(
        "lychgate_compress_bytes_total", "coding=\"br\"", "direction=\"" + direction + "\"");
  }
}
