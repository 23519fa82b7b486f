package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Origin;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.LogLines;
import io.lychgate.gateway.testkit.MuteServer;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Health checks of real servers, over HTTP/1.1, HTTP/2, gRPC, TCP and TLS. */
final class HealthCheckIT {
  private static final String HEALTH = "io.lychgate.gateway.upstream.health";
  private static final int HTTP_1_1_REQUIRED = 13;
  private static final String OFTEN = "interval: 100ms, fall: 2, rise: 2";

  /** Checks of healthy servers, which must not fail on a busy machine. */
  private static final String PATIENT = "timeout: 20s";

  private static final Path FILES = directory();
  private static final TlsConfig.Certificate SERVER =
      TestCertificates.write(FILES, "server", "localhost");
  private static final TlsConfig.Certificate OTHER =
      TestCertificates.write(FILES, "other", "other.example");
  private static final TlsConfig.Certificate EXPIRED = expired();

  private static final LogLines LOG = LogLines.of(HEALTH);
  private static final ScriptedOrigin CHECKED = ScriptedOrigin.start();
  private static final ScriptedOrigin BESIDE = ScriptedOrigin.start();
  private static final MuteServer MUTE = MuteServer.start();
  private static final Http2Origin PLAIN = Http2Origin.start(respondingWith("two"));
  private static final Http2Origin SECURE = origin(SERVER);
  private static final Http2Origin WRONG_NAME = origin(OTHER);
  private static final Http2Origin LATE = origin(EXPIRED);
  private static final Http2Origin MUTUAL = Http2Origin.start(
      new Http2Origin.Tls(SERVER, List.of("h2"), SERVER.chain()), respondingWith("mutual"));

  /** Takes requests over HTTP/1.1 only, although it selects HTTP/2. */
  private static final Http2Origin DEMANDING = Http2Origin.start(
      new Http2Origin.Tls(SERVER, List.of("h2", "http/1.1"), null),
      Http2Origin.responding((connection, stream, head) -> connection.send(
          Http2Peer.RST_STREAM,
          0,
          stream,
          ByteBuffer.allocate(4).putInt(HTTP_1_1_REQUIRED).array())));

  private static final AtomicInteger STATUS = new AtomicInteger(200);
  private static final AtomicReference<String> BODY = new AtomicReference<>("all is well");
  private static final Map<String, String> UPSTREAMS = new LinkedHashMap<>();

  static {
    CHECKED.on("/health", visit -> visit.respond(STATUS.get(), BODY.get()));
    CHECKED.on("/text", visit -> visit.respond(200, BODY.get()));
    CHECKED.on("/teapot", visit -> visit.respond(418, "short and stout"));
    CHECKED.on("/large", visit -> visit.respond(200, "x".repeat(200_000)));
    CHECKED.on("/reset", visit -> visit.reset());
    CHECKED.on("/slow", visit -> visit.hang());
    CHECKED.otherwise(visit -> visit.respond(200, "page"));
    BESIDE.otherwise(visit -> visit.respond(503, "beside"));
    String checked = "http://127.0.0.1:" + CHECKED.port();
    upstream("status", checked, "path: /health, host: health.example");
    upstream("text", checked, "path: /text, body: all is well");
    upstream("teapot", checked, "path: /teapot, status: [ 200-299, 418 ], " + PATIENT);
    upstream("teapot-fails", checked, "path: /teapot");
    upstream("large", checked, "path: /large, body: y");
    upstream("reset", checked, "path: /reset");
    upstream("slow", checked, "path: /slow, timeout: 200ms");
    upstream("head", checked, "path: /health-of-head, method: HEAD, " + PATIENT);
    upstream("beside", checked, "path: /, port: " + BESIDE.port());
    upstream("tcp", checked, "type: tcp, " + PATIENT);
    upstream("tcp-refused", "http://127.0.0.1:9", "type: tcp");
    upstream("mute", "http://127.0.0.1:" + MUTE.port(), "path: /, timeout: 200ms");
    upstream("two", "h2c://127.0.0.1:" + PLAIN.port(), "path: /, " + PATIENT);
    upstream("grpc-unknown", "h2c://127.0.0.1:" + PLAIN.port(), "type: grpc");
    upstream("reloaded", checked, "path: /teapot");
    tls("secure", SECURE, "trust: " + SERVER.chain(), PATIENT);
    tls("secure-tcp", SECURE, "trust: " + SERVER.chain(), "type: tcp", PATIENT);
    tls("refused-tcp", MUTUAL, "trust: " + SERVER.chain(), "type: tcp");
    tls("refused-tcp-old", MUTUAL, "maxVersion: 1.2, trust: " + SERVER.chain(), "type: tcp");
    tls(
        "mutual-tcp",
        MUTUAL,
        "trust: " + SERVER.chain() + ", certificate: " + SERVER.chain() + ", key: " + SERVER.key(),
        "type: tcp",
        PATIENT);
    UPSTREAMS.put(
        "demanding",
        "{ servers: [ 'https://localhost:" + DEMANDING.port() + "' ], tls: { trust: "
            + SERVER.chain() + ", protocols: [ h2, http/1.1 ] }, health: { active: { path: /, "
            + PATIENT + ", " + OFTEN + " } } }");
    tls("self-signed", SECURE, "minVersion: 1.2");
    tls("wrong-name", WRONG_NAME, "trust: " + OTHER.chain());
    tls("expired", LATE, "trust: " + EXPIRED.chain());
    tls("expired-tcp", LATE, "trust: " + EXPIRED.chain(), "type: tcp");
  }

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .upstreams(UPSTREAMS.entrySet().stream()
          .map(each -> each.getKey() + ": " + each.getValue())
          .toArray(String[]::new))
      .routes(UPSTREAMS.keySet().stream()
          .map(name -> "- { match: { path: '/" + name + "' }, proxy: { upstream: " + name + " } }")
          .toArray(String[]::new));

  private static void upstream(String name, String server, String check) {
    UPSTREAMS.put(
        name,
        "{ servers: [ '" + server + "' ], health: { active: { " + check + ", " + OFTEN + " } } }");
  }

  private static void tls(String name, Http2Origin origin, String tls, String... check) {
    UPSTREAMS.put(
        name,
        "{ servers: [ 'https://localhost:" + origin.port() + "' ], tls: { protocols: [ h2 ], " + tls
            + " }, health: { active: { " + String.join(", ", check)
            + (check.length == 0 ? "" : ", ") + OFTEN + " } } }");
  }

  private static TlsConfig.Certificate expired() {
    return TestCertificates.write(FILES, "expired", Instant.now().minusSeconds(3600), "localhost");
  }

  private static Path directory() {
    try {
      return Files.createTempDirectory("lychgate-health");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Http2Origin.Script respondingWith(String body) {
    return Http2Origin.responding(
        (connection, stream, head) -> Http2Origin.respond(connection, stream, 200, body));
  }

  private static Http2Origin origin(TlsConfig.Certificate identity) {
    return Http2Origin.start(
        new Http2Origin.Tls(identity, List.of("h2"), null), respondingWith("secure"));
  }

  @AfterAll
  static void close() {
    LOG.close();
    CHECKED.close();
    BESIDE.close();
    MUTE.close();
    for (Http2Origin each : List.of(PLAIN, SECURE, WRONG_NAME, LATE, MUTUAL, DEMANDING)) {
      each.close();
    }
  }

  private static int status(String path) {
    try (Http1Peer client = GATEWAY.connectHttp1()) {
      return client
          .send("GET /" + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
          .read()
          .status();
    }
  }

  private static double servers(String upstream, String status) {
    return GATEWAY
        .process()
        .metric(
            "lychgate_upstream_server_status",
            "upstream=\"" + upstream + "\"",
            "status=\"" + status + "\"");
  }

  private static double checks(String upstream, String outcome) {
    return GATEWAY
        .process()
        .metric(
            "lychgate_upstream_server_checks_total",
            "upstream=\"" + upstream + "\"",
            "outcome=\"" + outcome + "\"");
  }

  private static void awaitDown(String upstream, String why) {
    Await.until(() -> assertThat(servers(upstream, "down")).isEqualTo(1));
    assertThat(LOG.with("upstream " + upstream + ":"))
        .first()
        .asString()
        .contains(": down: 2 checks failed, the last one: " + why);
    assertThat(status(upstream)).isEqualTo(503);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"teapot", "head", "tcp", "two", "secure", "secure-tcp", "mutual-tcp", "demanding"})
  void healthyServerStaysUp(String upstream) {
    Await.until(() -> assertThat(checks(upstream, "healthy")).isGreaterThanOrEqualTo(3));

    assertThat(checks(upstream, "unhealthy") + checks(upstream, "timeout")).isZero();
    assertThat(servers(upstream, "up")).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "teapot-fails | status 418 (expected: 200-299)",
        "large | the body of 65536 bytes lacks a text (expected: y)",
        "reset | ",
        "slow | no response within the timeout of the check",
        "mute | no response within the timeout of the check",
        "beside | status 503 (expected: 200-299)",
        "tcp-refused | ",
        "grpc-unknown | no grpc-status (expected: a response of gRPC)",
        "self-signed | the certificate is self-signed (CN=localhost) and not in tls.trust",
        "wrong-name | the certificate is for other.example (expected: localhost)",
        "expired | the certificate has expired",
        "expired-tcp | the certificate has expired",
        "refused-tcp | TLS: ",
        "refused-tcp-old | TLS handshake: "
      })
  void unhealthyServerGoesDownAndTheReasonIsLogged(String upstream, @Nullable String why) {
    awaitDown(upstream, why == null ? "" : why);
  }

  @Test
  void statusOfTheCheckDecidesInBothDirections() {
    Await.until(() -> assertThat(checks("status", "healthy")).isPositive());
    assertThat(status("status")).isEqualTo(200);
    assertThat(CHECKED.requestsFor("/health")).first().asString().contains("health.example");

    STATUS.set(500);
    awaitDown("status", "status 500 (expected: 200-299)");
    STATUS.set(202);
    Await.until(() -> assertThat(servers("status", "up")).isEqualTo(1));

    assertThat(status("status")).isEqualTo(200);
    assertThat(LOG.with("upstream status:")).last().asString().endsWith(": up: 2 checks succeeded");
  }

  @Test
  void textInTheBodyDecides() {
    Await.until(() -> assertThat(checks("text", "healthy")).isPositive());

    BODY.set("nothing is well");

    awaitDown("text", "the body of 15 bytes lacks a text (expected: all is well)");
    BODY.set("today all is well indeed");
    Await.until(() -> assertThat(servers("text", "up")).isEqualTo(1));
  }

  @Test
  void checksOpenOneConnectionAtATimeAndCloseIt() {
    int before = PLAIN.connections();
    Await.until(() -> assertThat(PLAIN.connections()).isGreaterThan(before + 10));

    assertThat(PLAIN.openConnections()).isLessThan(6);
  }

  @Test
  void downOutlivesAReloadAndEndsWithTheChecks() {
    Await.until(() -> assertThat(servers("reloaded", "down")).isEqualTo(1));
    String yaml = GATEWAY.yaml();
    String check = "path: /teapot, " + OFTEN;
    int from = yaml.indexOf("reloaded:");

    GATEWAY
        .process()
        .apply(yaml.substring(0, from)
            + yaml.substring(from).replace(check, "path: /teapot, timeout: 1s, interval: 50ms"));
    assertThat(servers("reloaded", "down")).isEqualTo(1);
    GATEWAY
        .process()
        .apply(yaml.substring(0, from)
            + yaml.substring(from)
                .replace("health: { active: { " + check + " } }", "maxPending: 100"));

    Await.until(() -> assertThat(servers("reloaded", "up")).isEqualTo(1));
    assertThat(status("reloaded")).isEqualTo(200);
  }

  /** Go compiles gRPC first, which takes minutes of a processor on a new machine. */
  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void stateOfAServiceOfGrpcDecides() throws Exception {
    assumeTrue(Program.isOnPath("go"), "go: not on PATH (expected: Go, to build a gRPC server)");
    Path module = Path.of("src/test/e2e/grpc/health").toAbsolutePath();
    Program.Ended fetched = Program.run(module, "go", "mod", "download");
    assumeTrue(fetched.isGood(), "grpc-go: cannot be fetched: " + fetched.output());
    String program = FILES.resolve("grpc-health").toString();
    Program.run(module, "go", "build", "-o", program, ".").expectGood();
    Process server = new ProcessBuilder(program)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
    try (Writer states = server.outputWriter(StandardCharsets.US_ASCII)) {
      String port = server.inputReader().readLine();
      String server1 = "h2c://127.0.0.1:" + port;
      upstream("grpc", server1, "type: grpc");
      upstream("grpc-service", server1, "type: grpc, service: shop.Cart");
      GATEWAY
          .process()
          .apply(GATEWAY
              .yaml()
              .replace(
                  "\nsites:",
                  "\n  grpc: " + UPSTREAMS.get("grpc") + "\n  grpc-service: "
                      + UPSTREAMS.get("grpc-service") + "\nsites:"));

      Await.until(() -> assertThat(checks("grpc", "healthy")).isGreaterThan(2));
      Await.until(() -> assertThat(servers("grpc-service", "down")).isEqualTo(1));
      assertThat(LOG.with("upstream grpc-service:"))
          .first()
          .asString()
          .contains("grpc-status 5: the server has no service \"shop.Cart\"");

      states.write("shop.Cart SERVING\n");
      states.flush();
      Await.until(() -> assertThat(servers("grpc-service", "up")).isEqualTo(1));
      states.write("shop.Cart NOT_SERVING\n");
      states.flush();
      Await.until(() -> assertThat(servers("grpc-service", "down")).isEqualTo(1));
      assertThat(LOG.with("upstream grpc-service:"))
          .last()
          .asString()
          .endsWith("NOT_SERVING (expected: SERVING)");
      assertThat(servers("grpc", "up")).isEqualTo(1);
    } finally {
      server.destroy();
      server.waitFor();
    }
  }
}
