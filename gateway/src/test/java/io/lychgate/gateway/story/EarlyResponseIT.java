package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An upstream responds while the request's body is still being sent, and closes: its response reaches the client. */
final class EarlyResponseIT {
  private static final int ROUNDS = 4;
  private static final byte[] PIECE = new byte[16 * 1024];
  private static final String TEXT = "larger than this server takes";

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "site", "localhost");
    origin = ScriptedOrigin.start();
    for (Ending ending : Ending.values()) {
      origin.on("/" + ending, ending::play);
    }
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - name: plain
            address: 127.0.0.1:0
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ], responseHeadTimeout: 10s } }
        sites:
          - hosts: [ localhost ]
            routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { enabled: false }
        """.formatted(origin.port()), Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  /** Behaviours of an upstream that rejects a body early. */
  enum Ending {
    /** Unread input makes the kernel send a RST after the response. */
    CLOSE {
      @Override
      void play(OriginVisit visit) throws IOException {
        visit.in().readNBytes(8);
        visit.send(HEAD + "Content-Length: " + TEXT.length() + "\r\n\r\n" + TEXT);
        visit.close();
      }
    },
    RESET {
      @Override
      void play(OriginVisit visit) throws IOException {
        visit.in().readNBytes(8);
        visit.send(HEAD + "Content-Length: " + TEXT.length() + "\r\n\r\n" + TEXT);
        visit.reset();
      }
    },
    CHUNKED {
      @Override
      void play(OriginVisit visit) throws IOException {
        visit.send(HEAD + "Transfer-Encoding: chunked\r\n\r\n1d\r\n" + TEXT + "\r\n0\r\n\r\n");
        visit.close();
      }
    },
    WITHOUT_LENGTH {
      @Override
      void play(OriginVisit visit) throws IOException {
        visit.in().readNBytes(8);
        visit.send(HEAD + "Connection: close\r\n\r\n" + TEXT);
        visit.close();
      }
    },
    /** The body is sent after the connection has accepted more of the request. */
    IN_TWO_PARTS {
      @Override
      void play(OriginVisit visit) throws IOException {
        visit.send(HEAD + "Content-Length: " + TEXT.length() + "\r\n\r\n");
        visit.in().readNBytes(PIECE.length);
        visit.send(TEXT);
        visit.close();
      }
    };

    private static final String HEAD = "HTTP/1.1 413 Content Too Large\r\n";

    abstract void play(OriginVisit visit) throws IOException;
  }

  static Stream<Ending> endings() {
    return Arrays.stream(Ending.values());
  }

  @ParameterizedTest
  @MethodSource("endings")
  void earlyResponseReachesAnHttp1Client(Ending ending) {
    for (int round = 0; round < ROUNDS; round++) {
      try (Http1Peer client = Http1Peer.connect(gateway.port("plain"))) {
        client.send("POST /" + ending + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
            + 64 * PIECE.length + "\r\n\r\n");
        sendUntilClosed(client);
        Http1Peer.Response response = client.read();
        assertThat(response.status()).isEqualTo(413);
        assertThat(response.body()).isEqualTo(TEXT);
        assertThat(response.complete()).isTrue();
      }
    }
  }

  private static void sendUntilClosed(Http1Peer client) {
    try {
      for (int i = 0; i < 40; i++) {
        client.send(PIECE);
      }
    } catch (UncheckedIOException closed) {
      // The gateway has ended the connection after its response.
    }
  }

  @ParameterizedTest
  @MethodSource("endings")
  void earlyResponseReachesAnHttp2Client(Ending ending) {
    for (int round = 0; round < ROUNDS; round++) {
      try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
        client.headers(
            1,
            false,
            ":method",
            "POST",
            ":scheme",
            "http",
            ":path",
            "/" + ending,
            ":authority",
            "localhost");
        // The first window allows this many bytes.
        for (int i = 0; i < 3; i++) {
          client.data(1, false, PIECE);
        }
        Http2Peer.StreamResponse reply = client.readResponse(1);
        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.body()).isEqualTo(TEXT);
        assertThat(reply.ended()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("endings")
  void earlyResponseReachesAnHttp3Client(Ending ending) throws Exception {
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      for (int round = 0; round < ROUNDS; round++) {
        Http3Request request = client.open();
        request.headers(Http3Request.head("POST", "/" + ending), false);
        for (int i = 0; i < 8; i++) {
          request.data(PIECE, false);
        }
        request.await();
        assertThat(request.status()).isEqualTo(413);
        assertThat(request.text()).isEqualTo(TEXT);
        assertThat(request.isEnded()).isTrue();
      }
    }
  }

  /** A response that ends with its connection is incomplete if a RST cuts it. */
  @Test
  void responseWithoutLengthCutByAResetIsIncomplete() {
    origin.on("/cut-by-reset", visit -> {
      visit.send("HTTP/1.1 200 OK\r\n\r\nonly this");
      Await.until(() -> assertThat(visit.in().available()).isZero());
      visit.reset();
    });
    try (Http2Peer client = Http2Peer.connect(gateway.port("plain"))) {
      for (int stream = 1; stream < 20; stream += 2) {
        Http2Peer.StreamResponse reply = client.get(stream, "/cut-by-reset").readResponse(stream);
        assertThat(reply.ended()).isFalse();
        assertThat(reply.resetCode()).isPositive();
      }
    }
  }
}
