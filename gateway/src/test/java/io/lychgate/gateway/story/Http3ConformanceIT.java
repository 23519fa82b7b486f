package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pem.CertificateFiles;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Http3Bytes;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * RFC 9114 and RFC 9204, byte by byte, with one gateway. Malformed input ends the stream or the connection with the code in the
 * RFC, and after each case the next client is served. The cases are in {@link Http3ControlCases}, {@link Http3RequestCases} and
 * {@link QpackCases}.
 */
class Http3ConformanceIT {
  private static final ScriptedOrigin ORIGIN = ScriptedOrigin.start();

  private static final Http3Case THE_NEXT_CLIENT = Http3Case.serves("the next client", peer -> {
    peer.control();
    return peer.request(Http3Bytes.get()).end();
  });

  @TempDir
  private static Path directory;

  private static TestGateway gateway;

  @BeforeAll
  static void start() throws Exception {
    ORIGIN.on("/", visit -> {
      String body = new String(visit.body(), StandardCharsets.US_ASCII);
      visit.respond(200, body + visit.trailers());
    });
    TlsConfig tls = TlsConfig.of(CertificateFiles.write(directory, "site"));
    gateway = TestGateway.start(Http3Story.config(
        ListenerConfig.of("public", "127.0.0.1", 0, tls), ORIGIN.port(), directory));
  }

  @AfterAll
  static void stop() {
    Await.until(() -> assertThat(gateway.openConnections()).isZero());
    gateway.close();
    ORIGIN.close();
  }

  static Stream<Http3Case> controlStream() {
    return Http3ControlCases.all();
  }

  static Stream<Http3Case> requestStream() {
    return Http3RequestCases.all();
  }

  static Stream<Http3Case> qpack() {
    return QpackCases.all();
  }

  @ParameterizedTest
  @MethodSource({"controlStream", "requestStream", "qpack"})
  void reactsAsTheRfcsRequire(Http3Case now) throws Exception {
    now.playTo(gateway.port("public"));

    THE_NEXT_CLIENT.playTo(gateway.port("public"));
  }
}
