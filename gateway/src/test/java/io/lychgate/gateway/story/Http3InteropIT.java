package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.CertificateFiles;
import io.lychgate.gateway.config.ListenerConfig;
import io.lychgate.gateway.config.TlsConfig;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.ManifestReader;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The HTTP/3 clients of other people: quic-go (Go) and aioquic (Python), both fetched and built here. Each plays the same visits by a
 * program in {@code src/test/e2e/http3} and prints what it saw.
 */
class Http3InteropIT {
  private static final Path CLIENTS = Path.of("src/test/e2e/http3").toAbsolutePath();
  private static final byte[] LARGE = new byte[1024 * 1024];

  /** As the clients have it. */
  private static final String UPLOAD = "x".repeat(300_000);

  private static final String AIOQUIC = "aioquic==1.7.2";
  private static final long PATIENCE_MINUTES = 5;

  private static final ScriptedOrigin ORIGIN = ScriptedOrigin.start();

  @TempDir
  private static Path directory;

  private static TestGateway gateway;

  @BeforeAll
  static void start() throws Exception {
    ORIGIN
        .on("/small", visit -> visit.respond(200, "small"))
        .on("/large", Http3InteropIT::large)
        .on("/echo", visit -> visit.respond(200, text(visit.body())))
        .on("/page", visit -> {
          // Time for the hints to be first.
          TimeUnit.MILLISECONDS.sleep(300);
          visit.respond(200, "page", "Content-Type: text/html");
        })
        .on("/trailers", Http3InteropIT::trailers);
    TlsConfig tls = TlsConfig.of(CertificateFiles.write(directory, "site"));
    gateway = TestGateway.start(Http3Story.config(
        ListenerConfig.of("public", "127.0.0.1", 0, tls), ORIGIN.port(), directory));
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
    gateway.close();
    ORIGIN.close();
  }

  @Test
  void quicGo() throws Exception {
    assumeTrue(isOnPath("go"), "go: not on PATH (expected: Go 1.26 or newer, to build quic-go)");
    Path module = CLIENTS.resolve("quic-go");
    Ended fetched = run(module, "go", "mod", "download");
    assumeTrue(fetched.isGood(), "quic-go: cannot be fetched: " + fetched.said());
    Path client = directory.resolve("quic-go");
    run(module, "go", "build", "-o", client.toString(), ".").expectGood();

    // It sends no trailers of its own.
    assertVisited(run(directory, client.toString(), base()), "body|");
  }

  @Test
  void aioquic() throws Exception {
    assumeTrue(
        isOnPath("python3"), "python3: not on PATH (expected: Python 3.10 or newer with pip)");
    Path python = directory.resolve("venv/bin/python");
    Ended made = run(directory, "python3", "-m", "venv", "venv");
    assumeTrue(made.isGood(), "python3 -m venv: " + made.said());
    Ended fetched = run(directory, python.toString(), "-m", "pip", "install", "-q", AIOQUIC);
    assumeTrue(fetched.isGood(), AIOQUIC + ": cannot be fetched: " + fetched.said());

    Ended visited =
        run(directory, python.toString(), CLIENTS.resolve("client.py").toString(), base());

    assertVisited(visited, "body|x-sent: yes");
  }

  private static void assertVisited(Ended visited, String trailersBody) throws Exception {
    visited.expectGood();
    assertThat(visited.said().lines())
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
  }

  private static String base() {
    return "https://127.0.0.1:" + gateway.port("public");
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.US_ASCII);
  }

  private static String sum(byte[] body) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static Ended run(Path folder, String... command) throws Exception {
    Path log = Files.createTempFile(directory, "said", ".txt");
    ProcessBuilder program = new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile());
    program
        .environment()
        .putAll(Map.of("GOTOOLCHAIN", "local", "PIP_DISABLE_PIP_VERSION_CHECK", "1"));
    Process process = program.start();
    process.getOutputStream().close();
    if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return new Ended(-1, "no end within " + PATIENCE_MINUTES + " minutes");
    }
    return new Ended(process.exitValue(), Files.readString(log));
  }

  /** How a program ended, and what it said. */
  private record Ended(int exitCode, String said) {
    boolean isGood() {
      return exitCode == 0;
    }

    void expectGood() {
      assertThat(isGood()).as("exit code %d: %s", exitCode, said).isTrue();
    }
  }
}
