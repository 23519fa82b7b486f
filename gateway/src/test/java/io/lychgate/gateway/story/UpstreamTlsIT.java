package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Origin;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http2Peer.StreamResponse;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** TLS to servers: the version of HTTP, certificates of both sides, and pins. */
final class UpstreamTlsIT {
  /** The least length of a ClientHello with the key shares that the gateway sends. */
  private static final int CLIENT_HELLO_BYTES = 200;

  private static final int HTTP_1_1_REQUIRED = 13;

  private static final Path FILES = directory();
  private static final TlsConfig.Certificate SERVER =
      TestCertificates.write(FILES, "server", "localhost");
  private static final TlsConfig.Certificate OTHER =
      TestCertificates.write(FILES, "other", "other.example");
  private static final TlsConfig.Certificate EXPIRED = expired();
  private static final TlsConfig.Certificate CLIENT =
      TestCertificates.write(FILES, "client", "gateway");

  private static final Http2Origin BOTH = origin(SERVER, null, "h2", "http/1.1");
  private static final Http2Origin ONLY_ONE = origin(SERVER, null, "http/1.1");
  private static final Http2Origin WITHOUT_ALPN = origin(SERVER, null);
  private static final Http2Origin WRONG_NAME = origin(OTHER, null, "h2");
  private static final Http2Origin LATE = origin(EXPIRED, null, "h2");

  /** Takes requests over HTTP/1.1 only. The first connection of HTTP/2 ends with a GOAWAY. */
  private static final Http2Origin DEMANDING = demanding(false);

  private static final Http2Origin DEMANDING_AT_ONCE = demanding(true);
  private static final Http2Origin MUTUAL = origin(SERVER, CLIENT.chain(), "h2");
  private static final Http2Origin MUTUAL_HTTP1 = origin(SERVER, CLIENT.chain(), "http/1.1");

  /** Reads the first bytes of each connection. */
  private static final ServerSocket LISTENING = listening();

  private static ServerSocket listening() {
    try {
      return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static TlsConfig.Certificate expired() {
    return TestCertificates.write(FILES, "expired", Instant.now().minusSeconds(3600), "localhost");
  }

  private static final Map<String, String> UPSTREAMS = new LinkedHashMap<>();

  static {
    String trust = "trust: " + SERVER.chain();
    String both = ", protocols: [ h2, http/1.1 ]";
    UPSTREAMS.put("default", upstream(BOTH, trust));
    UPSTREAMS.put("both", upstream(BOTH, trust + both));
    UPSTREAMS.put("one", upstream(ONLY_ONE, trust + both));
    UPSTREAMS.put("pinned-version", upstream(ONLY_ONE, trust + ", protocols: [ h2 ]"));
    UPSTREAMS.put("pinned-version-old", upstream(WITHOUT_ALPN, trust + ", protocols: [ h2 ]"));
    UPSTREAMS.put("without", upstream(WITHOUT_ALPN, trust + both));
    UPSTREAMS.put("untrusted", upstream(BOTH, "protocols: [ h2 ]"));
    UPSTREAMS.put("unverified", upstream(BOTH, "verify: false, protocols: [ h2 ]"));
    UPSTREAMS.put("wrong-name", upstream(WRONG_NAME, "protocols: [ h2 ], trust: " + OTHER.chain()));
    UPSTREAMS.put(
        "named",
        upstream(
            WRONG_NAME, "protocols: [ h2 ], serverName: other.example, trust: " + OTHER.chain()));
    UPSTREAMS.put("expired", upstream(LATE, "protocols: [ h2 ], trust: " + EXPIRED.chain()));
    UPSTREAMS.put("required", upstream(DEMANDING, trust + both));
    UPSTREAMS.put("required-at-once", upstream(DEMANDING_AT_ONCE, trust + both));
    UPSTREAMS.put("required-pinned", upstream(DEMANDING, trust + ", protocols: [ h2 ]"));
    String identity = ", certificate: " + CLIENT.chain() + ", key: " + CLIENT.key();
    UPSTREAMS.put("mutual", upstream(MUTUAL, trust + ", protocols: [ h2 ]" + identity));
    UPSTREAMS.put(
        "mutual-old", upstream(MUTUAL, trust + ", protocols: [ h2 ], maxVersion: 1.2" + identity));
    UPSTREAMS.put("anonymous", upstream(MUTUAL, trust + ", protocols: [ h2 ]"));
    UPSTREAMS.put(
        "anonymous-old", upstream(MUTUAL, trust + ", protocols: [ h2 ], maxVersion: 1.2"));
    UPSTREAMS.put("anonymous-http1", upstream(MUTUAL_HTTP1, trust));
    UPSTREAMS.put(
        "one-label",
        "{ servers: [ 'https://localhost:" + LISTENING.getLocalPort()
            + "' ], retry: { attempts: 1 } }");
    UPSTREAMS.put("pinned", upstream(BOTH, trust + both + ", pins: [ " + pin(SERVER) + " ]"));
    UPSTREAMS.put("pinned-other", upstream(BOTH, trust + both + ", pins: [ " + pin(OTHER) + " ]"));
  }

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .upstreams(UPSTREAMS.entrySet().stream()
          .map(each -> each.getKey() + ": " + each.getValue())
          .toArray(String[]::new))
      .routes(UPSTREAMS.keySet().stream()
          .map(name -> "- { match: { path: '/" + name + "' }, proxy: { upstream: " + name + " } }")
          .toArray(String[]::new));

  private static Path directory() {
    try {
      return Files.createTempDirectory("lychgate-upstream-tls");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Http2Origin origin(
      TlsConfig.Certificate identity, @Nullable Path clients, String... protocols) {
    return Http2Origin.start(
        new Http2Origin.Tls(identity, List.of(protocols), clients),
        Http2Origin.responding(
            (connection, stream, head) -> Http2Origin.respond(connection, stream, 200, "h2")));
  }

  /** @param byGoaway true for a GOAWAY, false for a reset of each stream */
  private static Http2Origin demanding(boolean byGoaway) {
    return Http2Origin.start(
        new Http2Origin.Tls(SERVER, List.of("h2", "http/1.1"), null),
        Http2Origin.responding((connection, stream, head) -> {
          ByteBuffer payload = ByteBuffer.allocate(byGoaway ? 8 : 4);
          if (byGoaway) {
            payload.putInt(0);
          }
          payload.putInt(HTTP_1_1_REQUIRED);
          connection.send(
              byGoaway ? Http2Peer.GOAWAY : Http2Peer.RST_STREAM,
              0,
              byGoaway ? 0 : stream,
              payload.array());
        }));
  }

  private static String upstream(Http2Origin origin, String tls) {
    return "{ servers: [ 'https://localhost:" + origin.port() + "' ], tls: { " + tls + " } }";
  }

  private static String pin(TlsConfig.Certificate certificate) {
    try {
      byte[] key =
          PemIdentity.readChain(certificate.chain()).get(0).getPublicKey().getEncoded();
      return "sha256/"
          + Base64.getEncoder()
              .encodeToString(MessageDigest.getInstance("SHA-256").digest(key));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterAll
  static void close() throws IOException {
    LISTENING.close();
    for (Http2Origin each : List.of(
        BOTH,
        ONLY_ONE,
        WITHOUT_ALPN,
        WRONG_NAME,
        LATE,
        DEMANDING,
        DEMANDING_AT_ONCE,
        MUTUAL,
        MUTUAL_HTTP1)) {
      each.close();
    }
  }

  private static StreamResponse get(String upstream) {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      return client.get(1, "/" + upstream).readResponse(1);
    }
  }

  /** Names of containers and of services in a cluster have no dot. */
  @Test
  void nameOfOneLabelIsSentToTheServer() throws Exception {
    Future<String> hello = CompletableFuture.supplyAsync(() -> {
      try (Socket accepted = LISTENING.accept()) {
        return new String(
            accepted.getInputStream().readNBytes(CLIENT_HELLO_BYTES), StandardCharsets.ISO_8859_1);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });

    assertThat(get("one-label").status()).isEqualTo(502);

    assertThat(hello.get()).contains("localhost");
  }

  record Version(String upstream, String version) {}

  static Stream<Version> versions() {
    return Stream.of(
        // Without protocols an upstream has HTTP/1.1, as before there was a choice.
        new Version("default", "http/1.1"),
        new Version("both", "h2"),
        new Version("one", "http/1.1"),
        new Version("without", "http/1.1"),
        new Version("unverified", "h2"),
        new Version("named", "h2"),
        new Version("mutual", "h2"),
        new Version("mutual-old", "h2"),
        new Version("pinned", "h2"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("versions")
  void serverSelectsTheVersion(Version expected) {
    for (int i = 0; i < 3; i++) {
      StreamResponse response = get(expected.upstream());

      assertThat(response.status()).isEqualTo(200);
      assertThat(response.body()).isEqualTo(expected.version());
    }
  }

  record Failure(String upstream, String token) {}

  static Stream<Failure> failures() {
    return Stream.of(
        // A server with ALPN sends an alert if it has no HTTP/2, another one just selects nothing.
        new Failure("pinned-version", "tls_alert_received"),
        new Failure("pinned-version-old", "tls_protocol_error"),
        new Failure("untrusted", "tls_certificate_error"),
        new Failure("wrong-name", "tls_certificate_error"),
        new Failure("expired", "tls_certificate_error"),
        new Failure("pinned-other", "tls_certificate_error"),
        // TLS 1.3 servers send the alert after the handshake.
        new Failure("anonymous", "tls_alert_received"),
        new Failure("anonymous-old", "tls_alert_received"),
        new Failure("anonymous-http1", "tls_alert_received"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"anonymous", "anonymous-http1"})
  void alertIsReportedAlthoughAWriteFailsBeforeItIsRead(String upstream) {
    // The server closes while the gateway writes. Of 50 connections some are reset first.
    for (int i = 0; i < 50; i++) {
      assertThat(get(upstream).head()).contains("error=tls_alert_received");
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("failures")
  void failureNamesTheReasonAndNothingIsSent(Failure expected) {
    StreamResponse response = get(expected.upstream());

    assertThat(response.status()).isEqualTo(502);
    assertThat(response.head()).contains("error=" + expected.token());
    assertThat(response.body()).contains(expected.token()).doesNotContain("localhost:");
  }

  static Stream<Failure> certificateProblems() {
    return Stream.of(
        new Failure("untrusted", "the certificate is self-signed (CN=localhost)"),
        new Failure("wrong-name", "the certificate is for other.example (expected: localhost)"),
        new Failure("expired", "the certificate has expired"),
        new Failure("pinned-other", "its key is none of tls.pins"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("certificateProblems")
  void certificateProblemIsNamedInTheLog(Failure expected) {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger failures = (Logger) LoggerFactory.getLogger("failures");
    log.start();
    failures.addAppender(log);
    try {
      // A kind of failure has one line in a second.
      Await.until(() -> {
        get(expected.upstream());
        assertThat(List.copyOf(log.list))
            .anyMatch(line -> line.getFormattedMessage().contains(expected.token()));
      });
    } finally {
      failures.detachAppender(log);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"required", "required-at-once"})
  void requestThatNeedsHttp1IsServedOverItAndTheServerIsRemembered(String upstream) {
    Http2Origin origin = upstream.equals("required") ? DEMANDING : DEMANDING_AT_ONCE;
    try (Http2Peer client = GATEWAY.connectHttp2()) {
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
          "/" + upstream,
          "content-length",
          "5");
      client.data(1, true, "order".getBytes(StandardCharsets.US_ASCII));

      StreamResponse first = client.readResponse(1);

      assertThat(first.status()).as(first.toString()).isEqualTo(200);
      assertThat(first.body()).isEqualTo("http/1.1");
      int connections = origin.connections();
      for (int stream = 3; stream < 9; stream += 2) {
        assertThat(client.get(stream, "/" + upstream).readResponse(stream).body())
            .isEqualTo("http/1.1");
      }
      assertThat(origin.connections()).isEqualTo(connections);
    }
  }

  @Test
  void serverThatRequiresHttp1IsNamedWhereOnlyHttp2IsPermitted() {
    StreamResponse response = get("required-pinned");

    assertThat(response.status()).isEqualTo(502);
    assertThat(response.head()).contains("error=http_upgrade_failed");
  }

  @Test
  void requestsOfABurstFollowTheSelectionOfHttp1() {
    try (Http2Peer client = GATEWAY.connectHttp2()) {
      for (int i = 0; i < 20; i++) {
        client.get(2 * i + 1, "/one");
      }
      for (int ended = 0; ended < 20; ended++) {
        client.readUntil(Http2Peer.Frame::ends);
      }

      assertThat(client.trace()).noneMatch(frame -> frame.fields().startsWith(":status: 5"));
    }
  }
}
