package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway whose configuration is spread over files, while these change. */
final class SplitConfigurationIT {
  @TempDir
  Path directory;

  private int port;

  private static String site(String host, String body) {
    return """
        sites:
          - hosts: [ %s ]
            routes: [ { match: { path: / }, respond: { body: "%s" } } ]
        """.formatted(host, body);
  }

  private String body(String version, String host) {
    return Commands.curl(version, "-H", "Host: " + host, "https://127.0.0.1:" + port + "/")
        .out();
  }

  private int status(String host) {
    return Integer.parseInt(Commands.curl(
            "-o",
            "/dev/null",
            "-w",
            "%{http_code}",
            "-H",
            "Host: " + host,
            "https://127.0.0.1:" + port + "/")
        .out());
  }

  @Test
  void filesAndSecretsThatChangeAreAppliedAndBrokenOnesChangeNothing() throws Exception {
    port = FreePort.find();
    var certificate = TestCertificates.write(directory, "site", "a.test");
    Path folder = Files.createDirectories(directory.resolve("conf.d"));
    Path secret = Files.writeString(folder.resolve("greeting"), "first\n");
    Files.writeString(
        folder.resolve("a.yaml"), site("localhost, 127.0.0.1, a.test", "${file:greeting}"));
    Path file = Files.writeString(directory.resolve("gateway.yaml"), """
        include: [ conf.d/*.yaml ]
        listeners:
          - name: public
            address: "127.0.0.1:%d"
            tls: { certificates: [ { chain: "%s", key: "%s" } ] }
        defaults: { routes: { headers: { response: { set: { X-Default: inherited } } } } }
        admin: { enabled: false }
        """.formatted(
            port, certificate.chain(), certificate.key()));
    CountDownLatch started = new CountDownLatch(1);
    ForegroundGateway gateway = new ForegroundGateway(
            file,
            null,
            new PrintWriter(new StringWriter()),
            new PrintWriter(System.err, true, java.nio.charset.StandardCharsets.UTF_8))
        .whenStarted(running -> started.countDown());
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(() -> {
      try {
        gateway.run();
      } catch (InterruptedException | RuntimeException e) {
        failure.set(e);
      }
    });
    thread.start();
    try {
      assertThat(started.await(60, TimeUnit.SECONDS)).as("%s", failure).isTrue();
      assertThat(body("--http1.1", "a.test")).isEqualTo("first");
      assertThat(body("--http2", "a.test")).isEqualTo("first");
      try (Http3Client client = Http3Client.connect(port)) {
        var response = client.get("/").await();
        assertThat(response.text()).isEqualTo("first");
        assertThat(response.field("x-default")).isEqualTo("inherited");
      }

      // A new file that matches the pattern.
      replace(folder.resolve("b.yaml"), site("b.test", "b"));
      Await.until(() -> assertThat(body("--http2", "b.test")).isEqualTo("b"));

      // A broken file: everything stays, the other changes, too.
      replace(folder.resolve("b.yaml"), "sites: [ { hosts: [ a.test ], routes: [] } ]\n");
      replace(secret, "second\n");
      Await.still(() -> body("--http2", "b.test").length(), java.time.Duration.ofSeconds(1));
      assertThat(body("--http2", "b.test")).isEqualTo("b");
      assertThat(body("--http2", "a.test")).isEqualTo("first");

      // Its correction, and the secret.
      replace(folder.resolve("b.yaml"), site("c.test", "c"));
      Await.until(() -> assertThat(body("--http2", "c.test")).isEqualTo("c"));
      Await.until(() -> assertThat(body("--http2", "a.test")).isEqualTo("second"));
      assertThat(status("b.test")).isEqualTo(421);

      replace(secret, "third\n");
      Await.until(() -> assertThat(body("--http2", "a.test")).isEqualTo("third"));

      Files.delete(folder.resolve("b.yaml"));
      Await.until(() -> assertThat(status("c.test")).isEqualTo(421));
    } finally {
      gateway.stop();
      thread.join(30_000);
    }
  }

  /** Replaces the file at once, as editors do. */
  private static void replace(Path file, String text) throws IOException {
    Path next = Files.writeString(file.resolveSibling(file.getFileName() + ".next"), text);
    Files.move(next, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }
}
