package io.lychgate.gateway.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/**
 * An authority of ACME for tests, pebble, with its DNS server, which has the loopback address for every name. Their version is in {@code
 * go.mod}. It demands external account binding with the key {@link #EAB_KEY}.
 */
public final class Pebble implements AutoCloseable {
  public static final String EAB_KEY_ID = "kid-1";
  public static final String EAB_KEY =
      "zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W";

  /** A name that it refuses. */
  public static final String BLOCKED = "blocked.example";

  private static final Path MODULE = Path.of("src/test/e2e/acme").toAbsolutePath();
  private static final String PACKAGE = "github.com/letsencrypt/pebble/v2/cmd/";

  private final List<Process> processes = new ArrayList<>();
  private final HttpClient http = HttpClient.newBuilder()
      .sslContext(TestCertificates.trustingAll())
      .connectTimeout(Duration.ofSeconds(5))
      .build();
  private final Path directory;
  private final int port;
  private final int management;
  private final int dnsManagement;

  private Pebble(Path directory, int port, int management, int dnsManagement) {
    this.directory = directory;
    this.port = port;
    this.management = management;
    this.dnsManagement = dnsManagement;
  }

  /**
   * Builds and starts it.
   *
   * @param httpPort the port at which it looks for HTTP-01
   * @param tlsPort the port at which it looks for TLS-ALPN-01
   */
  public static Pebble start(Path folder, int httpPort, int tlsPort) throws Exception {
    assumeTrue(
        Program.isOnPath("go"), "go: not on PATH (expected: Go 1.26 or newer, to build pebble)");
    Program.Ended fetched = Program.run(MODULE, "go", "mod", "download");
    assumeTrue(fetched.isGood(), "pebble: cannot be fetched: " + fetched.output());
    Path directory = Files.createDirectories(folder.resolve("pebble")).toAbsolutePath();
    Program.run(
            MODULE,
            "go",
            "build",
            "-o",
            directory + "/",
            PACKAGE + "pebble",
            PACKAGE + "pebble-challtestsrv")
        .expectGood();
    TestCertificates.write(directory, "pebble", "localhost");
    Pebble pebble = new Pebble(directory, FreePort.find(), FreePort.find(), FreePort.find());
    int dns = FreePort.find();
    Files.writeString(directory.resolve("config.json"), """
        { "pebble": {
            "listenAddress": "127.0.0.1:%d", "managementListenAddress": "127.0.0.1:%d",
            "certificate": "pebble.pem", "privateKey": "pebble.key",
            "httpPort": %d, "tlsPort": %d, "ocspResponderURL": "",
            "externalAccountBindingRequired": true,
            "externalAccountMACKeys": { "%s": "%s" },
            "domainBlocklist": [ "%s" ],
            "retryAfter": { "authz": 1, "order": 1 },
            "profiles": { "default": { "description": "ninety days", "validityPeriod": 7776000 } } } }
        """.formatted(
            pebble.port, pebble.management, httpPort, tlsPort, EAB_KEY_ID, EAB_KEY, BLOCKED));
    pebble.run(
        "pebble-challtestsrv",
        "-dnsserver",
        "127.0.0.1:" + dns,
        "-http01",
        "",
        "-https01",
        "",
        "-tlsalpn01",
        "",
        "-doh",
        "",
        "-management",
        "127.0.0.1:" + pebble.dnsManagement,
        "-defaultIPv6",
        "");
    pebble.run("pebble", "-config", "config.json", "-strict", "-dnsserver", "127.0.0.1:" + dns);
    Await.until(() -> {
      try {
        pebble.get("https://localhost:" + pebble.port + "/dir");
      } catch (UncheckedIOException notYet) {
        throw new AssertionError(pebble.log(), notYet);
      }
    });
    return pebble;
  }

  private void run(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(directory.resolve(program).toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve(program + ".log").toFile());
    builder.environment().putAll(Map.of("PEBBLE_VA_NOSLEEP", "1", "PEBBLE_AUTHZREUSE", "0"));
    processes.add(builder.start());
  }

  /** Returns the URL of the directory. */
  public String url() {
    return "https://localhost:" + port + "/dir";
  }

  /** Returns the file with the certificate of the directory. */
  public Path trust() {
    return directory.resolve("pebble.pem");
  }

  /** Returns the address at which DNS records are changed. */
  public String dnsManagement() {
    return "http://127.0.0.1:" + dnsManagement;
  }

  /** Returns the root of the certificates that it issues. */
  public String root() {
    return get("https://localhost:" + management + "/roots/0");
  }

  /** Advises that the certificate is renewed between these times (RFC 9773). */
  public void adviseRenewal(String certificate, String begin, String end) {
    String advice = "{\"suggestedWindow\":{\"start\":\"" + begin + "\",\"end\":\"" + end + "\"}}";
    String body = JsonMapper.shared()
        .writeValueAsString(Map.of("certificate", certificate, "ariResponse", advice));
    send(
        HttpRequest.newBuilder(URI.create("https://localhost:" + management + "/set-renewal-info/"))
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  /** Returns its log, which names each request of a gateway and of its own look at names. */
  public String log() {
    try {
      return Files.readString(directory.resolve("pebble.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String get(String url) {
    return send(HttpRequest.newBuilder(URI.create(url)).GET().build());
  }

  private String send(HttpRequest request) {
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new AssertionError(request.uri() + ": " + response.statusCode() + response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    for (Process process : processes) {
      process.destroy();
      try {
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
