package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.testkit.Aioquic;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.OtherClients;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.Python;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * HTTP/3 clients of other projects, downloaded and built here: quic-go (Go), quinn with h3 (Rust), aioquic (Python) and curl (as a
 * library for Python). A program in {@code src/test/e2e/http3} makes the same visits with each and prints the results.
 */
class Http3InteropIT {
  private static final Path CLIENTS = Path.of("src/test/e2e/http3").toAbsolutePath();
  private static final byte[] LARGE = new byte[1024 * 1024];

  /** The same value as in the clients. */
  private static final String UPLOAD = "x".repeat(300_000);

  /** Debian's curl has no HTTP/3; this installs libcurl 8.21 with ngtcp2 and nghttp3. */
  private static final String CURL = "curl_cffi==0.16.3";

  private static final ScriptedOrigin ORIGIN = ScriptedOrigin.start();

  @TempDir
  private static Path directory;

  private static TestGateway gateway;
  private static Handshakes handshakes;

  @BeforeAll
  static void start() throws Exception {
    ORIGIN
        .on("/small", visit -> visit.respond(200, "small"))
        .on("/large", Http3InteropIT::large)
        .on("/echo", visit -> visit.respond(200, text(visit.body())))
        .on("/page", visit -> visit.respond(200, "page", "Content-Type: text/html"))
        .on("/trailers", Http3InteropIT::trailers);
    TlsConfig tls = TlsConfig.of(TestCertificates.write(directory, "site", "localhost"));
    gateway = TestGateway.start(Http3Story.config(
        ListenerConfig.of("public", "127.0.0.1", 0, tls), ORIGIN.port(), directory));
    handshakes = new Handshakes(gateway);
    String manifest = """
        rules:
          - match: { path: "/page" }
            assets:
              - { url: /site.css, as: style }
        """;
    gateway.publish(ManifestIndex.of(
        List.of(new ManifestReader().read(manifest, "shop").value()), 1, ManifestIndex.EMPTY));
  }

  private static void large(OriginVisit visit) throws IOException {
    visit.send("HTTP/1.1 200 OK\r\nContent-Length: " + LARGE.length + "\r\n\r\n");
    visit.send(LARGE, LARGE.length);
  }

  private static void trailers(OriginVisit visit) throws IOException {
    String body = text(visit.body()) + "|" + visit.trailers().strip();
    visit.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-checksum\r\n\r\n"
        + Integer.toHexString(body.length()) + "\r\n" + body + "\r\n"
        + "0\r\nx-checksum: abc\r\n\r\n");
  }

  @AfterAll
  static void stop() {
    handshakes.close();
    gateway.close();
    ORIGIN.close();
  }

  @Test
  void quicGo() throws Exception {
    String client = OtherClients.quicGo(directory);

    // It cannot send trailers.
    assertVisits("body|", client, base());
  }

  @Test
  void quinn() throws Exception {
    assertVisits("body|x-sent: yes", OtherClients.quinn(), base(), certificate());
  }

  @Test
  void aioquic() throws Exception {
    assertVisits(
        "body|x-sent: yes", Aioquic.python(), CLIENTS.resolve("client.py").toString(), base());
  }

  @Test
  void curl() throws Exception {
    String python = Python.with(CURL);

    // It cannot send trailers.
    assertVisits("body|", python, CLIENTS.resolve("curl.py").toString(), base(), certificate());
  }

  /**
   * Runs a client.
   *
   * @param trailersBody bytes that the origin receives with trailers: the body, a bar, the trailers
   */
  private static void assertVisits(String trailersBody, String... command) throws Exception {
    double full = handshakes.full("h3");
    double resumed = handshakes.resumed("h3");
    Program.Ended visited = Program.run(directory, command);
    visited.expectGood();
    assertThat(visited.output().lines())
        .containsExactly(
            "small HTTP/3.0 200 " + sum("small".getBytes(StandardCharsets.US_ASCII)),
            "large HTTP/3.0 200 " + sum(LARGE),
            "echo HTTP/3.0 200 " + sum(UPLOAD.getBytes(StandardCharsets.US_ASCII)),
            "page HTTP/3.0 200 " + sum("page".getBytes(StandardCharsets.US_ASCII)),
            "early-hints </site.css>; rel=preload; as=style",
            "trailers HTTP/3.0 200 " + sum(trailersBody.getBytes(StandardCharsets.US_ASCII)),
            "trailer abc",
            "again HTTP/3.0 200 " + sum("small".getBytes(StandardCharsets.US_ASCII)),
            "resumed true");
    assertThat(handshakes.full("h3") - full).isEqualTo(1);
    assertThat(handshakes.resumed("h3") - resumed).isEqualTo(1);
  }

  private static String base() {
    return "https://127.0.0.1:" + gateway.port("public");
  }

  private static String certificate() {
    return directory.resolve("site.pem").toString();
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.US_ASCII);
  }

  private static String sum(byte[] body) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
  }
}
