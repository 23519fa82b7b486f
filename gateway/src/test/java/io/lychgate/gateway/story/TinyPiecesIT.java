package io.lychgate.gateway.story;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Bytes;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.RawHttp3Peer;
import io.lychgate.gateway.testkit.RawHttp3Stream;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.handler.codec.http3.Http3Headers;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bodies with one byte per chunk or frame. The gateway joins them before it forwards them. They arrive unchanged and take no more
 * than their connection's share of a turn of the loop.
 */
final class TinyPiecesIT {
  private static final int PIECES = 6_000;

  /** Pieces of a response that one turn of the loop decodes at most, and so the bytes of the largest joined one. */
  private static final int PIECES_OF_TURN = 256;

  /** The same for pieces of a client while other clients are active. */
  private static final int PIECES_AMONG_OTHERS = 64;

  /** Connections of which each loop gets some: the kernel distributes them by chance. */
  private static final int CONNECTIONS_TO_LOOPS = 16 * Runtime.getRuntime().availableProcessors();

  /** Limit of joined pieces: one for each turn, and turns end where reads end. */
  private static final int FEW = PIECES / 20;

  private static final int CONNECTIONS = 24;

  /** Bytes of buffers for a connection: the bytes of one read, their decoded copy, and rounding by allocators. */
  private static final long BYTES_OF_CONNECTION = 1024 * 1024;

  private static final byte[] BODY = body();

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  /** Chunks of the last request's body at the server, and bytes of the largest. */
  private final AtomicInteger chunksAtServer = new AtomicInteger();

  private final AtomicInteger largestAtServer = new AtomicInteger();

  private static byte[] body() {
    byte[] body = new byte[PIECES];
    for (int i = 0; i < PIECES; i++) {
      body[i] = (byte) ('a' + i % 23);
    }
    return body;
  }

  @BeforeAll
  static void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    Files.writeString(
        Files.createDirectories(directory.resolve("public/assets")).resolve("small.txt"), "small");
    origin = ScriptedOrigin.start();
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [ h3, h2, http/1.1 ]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - name: plain
            address: 127.0.0.1:0
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { path: "/assets/*" }, static: { root: public } }
              - { match: { path: "/*" }, proxy: { upstream: app } }
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port()), Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  @BeforeEach
  void script() {
    origin.on("/upload", this::upload).on("/drip", TinyPiecesIT::drip);
  }

  /** Responds with the received body and trailers. */
  private void upload(OriginVisit visit) throws IOException {
    Chunks read = Chunks.read(visit.in());
    chunksAtServer.set(read.count());
    largestAtServer.set(read.largest());
    visit.respond(200, read.text() + read.trailers());
  }

  /** All chunks leave with one write. */
  private static void drip(OriginVisit visit) throws IOException {
    visit.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + new String(chunks(), US_ASCII) + "X-Sum: whole\r\n\r\n");
  }

  /** Returns the body in chunks of one byte, up to its trailer section. */
  private static byte[] chunks() {
    StringBuilder text = new StringBuilder(PIECES * 6);
    for (byte piece : BODY) {
      text.append("1\r\n").append((char) piece).append("\r\n");
    }
    return text.append("0\r\n").toString().getBytes(US_ASCII);
  }

  /** A chunked body as received over the wire. */
  private record Chunks(int count, int largest, String text, String trailers) {
    static Chunks read(InputStream in) throws IOException {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      int count = 0;
      int largest = 0;
      for (int size = size(in); size > 0; size = size(in)) {
        text.writeBytes(in.readNBytes(size));
        line(in);
        count++;
        largest = Math.max(largest, size);
      }
      StringBuilder trailers = new StringBuilder();
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        trailers.append(' ').append(line);
      }
      return new Chunks(count, largest, text.toString(ISO_8859_1), trailers.toString());
    }

    private static int size(InputStream in) throws IOException {
      return Integer.parseInt(line(in), 16);
    }

    private static String line(InputStream in) throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new EOFException(line.toString());
        } else if (next != '\r') {
          line.append((char) next);
        }
      }
      return line.toString();
    }
  }

  private static double turnsSpent(String protocol) {
    return gateway.metric("lychgate_turns_spent_total", "protocol=\"" + protocol + "\"");
  }

  private static String whole(String trailers) {
    return new String(BODY, US_ASCII) + trailers;
  }

  // Requests.

  /** Makes each client active on all loops, one client after the other. A share is sized by who was active in the client's last turn. */
  private static void areActive(String... addresses) {
    for (String address : addresses) {
      for (int i = 0; i < CONNECTIONS_TO_LOOPS; i++) {
        try (Http2Peer client = Http2Peer.connectFrom(address, gateway.port("plain"))) {
          assertThat(client.get(1, "/assets/small.txt").readResponse(1).body()).isEqualTo("small");
        }
      }
    }
  }

  @Test
  void chunksOfAnHttp1RequestAreJoined() throws IOException {
    areActive("127.0.0.1", "127.0.0.2", "127.0.0.1");
    double before = turnsSpent("h1");
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send(Http3Bytes.join(
          "POST /upload HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
              .getBytes(US_ASCII),
          chunks(),
          "X-Sum: whole\r\n\r\nGET /assets/small.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
              .getBytes(US_ASCII)));
      Http1Peer.Response uploaded = client.read();
      assertThat(uploaded.status()).isEqualTo(200);
      assertThat(uploaded.body()).isEqualToIgnoringCase(whole(" x-sum: whole"));
      assertThat(client.read().body()).isEqualTo("small");
    }
    assertThat(chunksAtServer.get()).isBetween(1, FEW);
    assertThat(largestAtServer.get()).isLessThanOrEqualTo(PIECES_AMONG_OTHERS);
    assertThat(turnsSpent("h1") - before).isGreaterThan(PIECES / (2.0 * PIECES_AMONG_OTHERS));
  }

  @Test
  void dataFramesOfAnHttp2RequestAreJoined() {
    areActive("127.0.0.1", "127.0.0.2", "127.0.0.1");
    double before = turnsSpent("h2");
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      ByteArrayOutputStream frames = new ByteArrayOutputStream();
      for (byte piece : BODY) {
        frames.writeBytes(Http2Peer.frame(Http2Peer.DATA, 0, 1, new byte[] {piece}));
      }
      frames.writeBytes(Http2Peer.frame(
          Http2Peer.HEADERS,
          Http2Peer.END_HEADERS | Http2Peer.END_STREAM,
          1,
          Http2Peer.section("x-sum", "whole")));
      client
          .headers(
              1,
              false,
              ":method",
              "POST",
              ":scheme",
              "http",
              ":authority",
              "localhost",
              ":path",
              "/upload")
          .sendRaw(frames.toByteArray());
      assertThat(client.readResponse(1).body()).isEqualToIgnoringCase(whole(" x-sum: whole"));
      assertThat(client.get(3, "/assets/small.txt").readResponse(3).body()).isEqualTo("small");
    }
    assertThat(chunksAtServer.get()).isBetween(1, FEW);
    assertThat(largestAtServer.get()).isLessThanOrEqualTo(PIECES_AMONG_OTHERS);
    assertThat(turnsSpent("h2") - before).isGreaterThan(PIECES / (2.0 * PIECES_AMONG_OTHERS));
  }

  @Test
  void dataFramesOfAnHttp3RequestAreJoined() throws Exception {
    double before = turnsSpent("h3");
    try (Http3Client client = Http3Client.connect(gateway.port("tls"))) {
      Http3Request upload = client.open();
      Http3Headers head = Http3Request.head("POST", "/upload");
      upload.headers(head, false);
      ByteArrayOutputStream frames = new ByteArrayOutputStream();
      for (byte piece : BODY) {
        frames.writeBytes(Http3Bytes.frame(Http3Bytes.DATA, new byte[] {piece}));
      }
      upload.raw(frames.toByteArray());
      upload.data(new byte[0], true);
      assertThat(upload.await().text()).isEqualTo(whole(""));
    }
    assertThat(chunksAtServer.get()).isBetween(1, FEW);
    assertThat(turnsSpent("h3")).isGreaterThan(before);
  }

  /** One client with many connections: most of them have input and wait for their turn. */
  @Test
  void connectionsThatWaitForTheirTurnAreNotReadFrom() throws Exception {
    byte[] requests = "GET /assets/small.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
        .repeat(2_000)
        .getBytes(US_ASCII);
    long before = bufferBytes();
    AtomicBoolean done = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      Socket client = TestCertificates.trustingAll()
          .getSocketFactory()
          .createSocket(InetAddress.getLoopbackAddress(), gateway.port("tls"));
      clients.add(client);
      threads.add(started(() -> {
        while (!done.get()) {
          client.getOutputStream().write(requests);
        }
      }));
      threads.add(started(() -> {
        InputStream in = client.getInputStream();
        byte[] dropped = new byte[64 * 1024];
        while (in.read(dropped) >= 0) {
          // Reads until the end.
        }
      }));
    }
    long most = 0;
    for (int look = 0; look < 20; look++) {
      TimeUnit.MILLISECONDS.sleep(100);
      most = Math.max(most, bufferBytes() - before);
    }
    done.set(true);
    for (Socket client : clients) {
      client.close();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(most).isLessThan(CONNECTIONS * BYTES_OF_CONNECTION);
  }

  private interface Work {
    void run() throws IOException;
  }

  private static Thread started(Work work) {
    Thread thread = new Thread(() -> {
      try {
        work.run();
      } catch (IOException closed) {
        // The test has ended.
      }
    });
    thread.start();
    return thread;
  }

  private static long bufferBytes() {
    var metric = ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT).metric();
    return metric.usedDirectMemory() + metric.usedHeapMemory();
  }

  // Responses.

  @Test
  void chunksOfAResponseAreJoinedForAnHttp1Client() throws IOException {
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send("GET /drip HTTP/1.1\r\nHost: localhost\r\n\r\n");
      InputStream in = client.socket().getInputStream();
      String line = Chunks.line(in);
      while (!line.isEmpty()) {
        line = Chunks.line(in);
      }
      Chunks read = Chunks.read(in);
      assertThat(read.text()).isEqualTo(whole(""));
      assertThat(read.trailers()).isEqualToIgnoringCase(" x-sum: whole");
      assertThat(read.count()).isLessThan(FEW);
      assertThat(read.largest()).isLessThanOrEqualTo(PIECES_OF_TURN);
    }
  }

  @Test
  void chunksOfAResponseAreJoinedForAnHttp2Client() {
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      Http2Peer.StreamResponse response = client.get(1, "/drip").readResponse(1);
      assertThat(response.body()).isEqualTo(whole(""));
      assertThat(response.ended()).isTrue();
      assertThat(client.trace())
          .filteredOn(frame -> frame.type() == Http2Peer.DATA)
          .hasSizeLessThan(FEW);
    }
  }

  @Test
  void chunksOfAResponseAreJoinedForAnHttp3Client() throws Exception {
    try (RawHttp3Peer client = RawHttp3Peer.connect(gateway.port("tls"))) {
      client.control();
      RawHttp3Stream stream =
          client.request(Http3Bytes.requestFor("/drip", "GET")).end();
      Await.until(() -> assertThat(stream.isEnded()).isTrue());
      // A frame for each byte would triple the size of the body.
      assertThat(stream.received().length).isBetween(PIECES, PIECES + PIECES / 4);
    }
  }

  @Test
  void singlePieceIsForwardedAtOnce() throws Exception {
    origin.on("/talk", visit -> {
      visit.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n!\r\n");
      InputStream in = visit.in();
      for (int i = 0; i < 3; i++) {
        Chunks.line(in);
        String piece = Chunks.line(in);
        visit.send("1\r\n" + piece + "\r\n");
      }
      visit.send("0\r\n\r\n");
    });
    try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
      client.send("POST /talk HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
      InputStream in = client.socket().getInputStream();
      String line = Chunks.line(in);
      while (!line.isEmpty()) {
        line = Chunks.line(in);
      }
      assertThat(Chunks.line(in) + Chunks.line(in)).isEqualTo("1!");
      for (String piece : new String[] {"a", "b", "c"}) {
        // The server responds to each piece; the client sends the next one after that response.
        client.send("1\r\n" + piece + "\r\n");
        assertThat(Chunks.line(in) + Chunks.line(in)).isEqualTo("1" + piece);
      }
      client.send("0\r\n\r\n");
      assertThat(Chunks.line(in)).isEqualTo("0");
    }
  }
}
