package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.EachJdk;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.ListenerYaml;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Findings of {@code lychgate doctor h3} against a real gateway. */
@EachJdk
final class DoctorIT {
  private static final String ALL = "[h3, h2, http/1.1]";

  @TempDir
  Path directory;

  private @Nullable GatewayProcess gateway;

  @BeforeEach
  void site() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    Files.createDirectories(directory.resolve("root"));
    Files.writeString(directory.resolve("root/page.txt"), "page");
  }

  @AfterEach
  void stop() {
    if (gateway != null) {
      gateway.close();
    }
  }

  private void serve(String protocols, String ofListener, String ofSite) {
    String yaml = ListenerYaml.advertising(0, protocols, ofListener) + """
        sites:
          - hosts: [ localhost ]
            %s
            routes: [ { match: { path: "/*" }, static: { root: root } } ]
        admin: { enabled: false }
        """.formatted(ofSite);
    gateway = GatewayProcess.start(directory, yaml, Map.of());
  }

  /** Returns the steps by name after a run with this exit code. */
  private Steps diagnose(int exitCode, String... options) {
    int port = gateway == null ? 0 : gateway.port("tls");
    return diagnose(exitCode, port, options);
  }

  private static Steps diagnose(int exitCode, int port, String... options) {
    return visit(exitCode, "https://localhost:" + port + "/page.txt", options);
  }

  private static Steps visit(int exitCode, String url, String... options) {
    List<String> arguments = new ArrayList<>(List.of("doctor", "h3", url, "--json"));
    arguments.addAll(List.of("--timeout", "3s"));
    arguments.addAll(List.of(options));
    StringWriter out = new StringWriter();
    CommandLine commandLine = Main.commandLine().setOut(new PrintWriter(out, true));
    assertThat(commandLine.execute(arguments.toArray(String[]::new)))
        .as(out.toString())
        .isEqualTo(exitCode);
    return new Steps(JsonMapper.shared().readTree(out.toString()));
  }

  private String trusted() {
    return "--ca=" + directory.resolve("site.pem");
  }

  private record Steps(JsonNode document) {
    /** Returns status, finding and advice. */
    String of(String step) {
      return StreamSupport.stream(document.path("steps").spliterator(), false)
          .filter(one -> one.path("step").asString().equals(step))
          .map(one -> one.path("status").asString() + " " + one.path("found").asString() + " -> "
              + one.path("advice").asString())
          .findFirst()
          .orElse("none");
    }
  }

  @Test
  void reportsNoProblemForAWorkingGateway() {
    serve(ALL, "", "");

    Steps steps = diagnose(0, trusted(), "-c", directory.resolve("gateway.yaml").toString());

    assertThat(steps.document().path("ok").asBoolean()).isTrue();
    assertThat(steps.of("configuration")).startsWith("ok listener tls speaks h3");
    assertThat(steps.of("tcp")).startsWith("ok HTTP/2, status 200");
    // Browsers do not use HTTP/3 with a private root. The doctor warns, but this is no failure
    // here.
    assertThat(steps.of("certificate")).startsWith("warn localhost until ");
    assertThat(steps.of("alt-svc")).startsWith("ok h3=\":").contains("ma=86400");
    assertThat(steps.of("udp")).startsWith("ok 127.0.0.1:").contains("speaks QUIC version 1");
    assertThat(steps.of("handshake")).startsWith("ok h3 in ");
    assertThat(steps.of("settings")).startsWith("ok 0x6=");
    assertThat(steps.of("request")).startsWith("ok GET returns 200");
    assertThat(steps.of("resumption")).startsWith("ok second handshake resumed");
    assertThat(steps.of("https-record")).contains("IN HTTPS 1 localhost. alpn=\"h3,h2\"");
    assertThat(steps.of("browser"))
        .startsWith("warn the first visit is HTTP/2")
        .contains("Chromium follows no Alt-Svc from localhost");
  }

  /** A chunked body of no bytes confuses some servers, such as that of Python. */
  @Test
  void requestOverHttp3HasNoBody() {
    try (ScriptedOrigin origin =
        ScriptedOrigin.start().otherwise(visit -> visit.respond(200, "served"))) {
      gateway = GatewayProcess.start(
          directory, ListenerYaml.advertising(0, ALL, "") + """
              upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
              sites:
                - { hosts: [ localhost ], routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ] }
              admin: { enabled: false }
              """.formatted(origin.port()), Map.of());

      assertThat(diagnose(0, trusted()).of("request")).startsWith("ok GET returns 200");

      assertThat(origin.requests())
          .hasSize(2)
          .allSatisfy(head -> assertThat(head)
              .doesNotContainIgnoringCase("transfer-encoding")
              .doesNotContainIgnoringCase("content-length"));
    }
  }

  @Test
  void reportsQpackTablesEnabledByAReload() throws IOException {
    serve(ALL, "", "");
    assertThat(diagnose(0, trusted()).of("settings")).doesNotContain("0x1=");

    Path file = directory.resolve("gateway.yaml");
    String yaml = Files.readString(file);
    GatewayProcess running = Objects.requireNonNull(gateway);
    running.apply(
        yaml.replace("protocols:", "quic: { qpack: { dynamicTable: requests } }\n    protocols:"));

    assertThat(diagnose(0, trusted()).of("settings")).contains("0x1=4096");
  }

  @Test
  void reportsEarlyData() throws IOException {
    serve(ALL, "", "");
    assertThat(diagnose(0, trusted()).of("resumption")).contains("; 0-RTT not offered");

    Path file = directory.resolve("gateway.yaml");
    GatewayProcess running = Objects.requireNonNull(gateway);
    running.apply(
        Files.readString(file).replace("protocols:", "quic: { earlyData: true }\n    protocols:"));

    assertThat(diagnose(0, trusted()).of("resumption")).contains("; 0-RTT offered");
  }

  @Test
  void distinguishesAClosedUdpPortFromASilentOne() throws IOException {
    try (DatagramSocket silent = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      serve(ALL, "port: " + silent.getLocalPort(), "");

      Steps steps = diagnose(1, trusted());

      assertThat(steps.of("udp")).startsWith("fail ").contains("is silent for 3000 ms");
      assertThat(steps.of("handshake")).startsWith("skip ");
    }
    Steps closed = diagnose(1, trusted());

    assertThat(closed.of("udp")).startsWith("fail ").contains("refuses");
    assertThat(closed.of("browser")).contains("because of: udp");
  }

  @Test
  void reportsDisabledHttp3() {
    serve("[h2, http/1.1]", "", "");

    Steps steps = diagnose(1, trusted(), "-c", directory.resolve("gateway.yaml").toString());

    assertThat(steps.of("configuration")).startsWith("fail listener tls does not speak h3");
    assertThat(steps.of("alt-svc")).startsWith("fail the response over TCP has no Alt-Svc field");
    assertThat(steps.of("udp")).startsWith("fail ").contains("refuses");
    assertThat(steps.of("request")).isEqualTo("none");
  }

  @Test
  void reportsAMissingAltSvcField() {
    serve(ALL, "", "altSvc: omit");

    Steps steps = diagnose(1, trusted(), "-c", directory.resolve("gateway.yaml").toString());

    assertThat(steps.of("configuration")).startsWith("fail the site of localhost has altSvc: omit");
    assertThat(steps.of("alt-svc")).startsWith("fail the response over TCP has no Alt-Svc field");
    assertThat(steps.of("request")).startsWith("ok ");
    assertThat(steps.of("browser")).contains("because of: configuration, alt-svc");
  }

  @Test
  void reportsAnAltSvcFieldThatClears() {
    serve(ALL, "clear: true", "");

    assertThat(diagnose(1, trusted()).of("alt-svc")).startsWith("fail clear -> ");
  }

  @Test
  void reportsACertificateForAnotherName() {
    TestCertificates.write(directory, "site", "www.example.com", "example.com");
    serve(ALL, "", "");

    assertThat(diagnose(1, trusted()).of("certificate"))
        .startsWith("fail for www.example.com, example.com and not for localhost");
  }

  @Test
  void reportsAnExpiredCertificate() {
    TestCertificates.write(
        directory, "site", Instant.now().minus(1, ChronoUnit.HOURS), "localhost");
    serve(ALL, "", "");

    assertThat(diagnose(1, trusted()).of("certificate")).startsWith("fail expired on ");
  }

  @Test
  void reportsAnUntrustedCertificate() {
    serve(ALL, "", "");

    Steps steps = diagnose(1);

    assertThat(steps.of("certificate"))
        .startsWith("fail issued by CN=localhost, which leads to no root of Java: ")
        .doesNotContain("Exception");
    assertThat(steps.of("request")).startsWith("ok ");
  }

  @Test
  void reportsAClosedTcpPort() throws IOException {
    int port = FreePort.find();

    Steps steps = diagnose(1, port);

    assertThat(steps.of("tcp")).startsWith("fail localhost:" + port + ": no connection");
    assertThat(steps.of("udp")).contains("refuses");
  }

  @Test
  void reportsAnUnknownHostName() {
    StringWriter out = new StringWriter();

    int exitCode = Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .execute("doctor", "h3", "https://unknown.invalid/");

    assertThat(exitCode).isEqualTo(1);
    assertThat(out.toString().lines())
        .anyMatch(line -> line.startsWith("fail  dns           unknown.invalid is not known -> "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost/",
        "https://localhost:65536/",
        "https://localhost:0/",
        "localhost"
      })
  void rejectsAUrlWithoutHttps(String url) {
    assertThat(refusal("doctor", "h3", url))
        .startsWith("lychgate: URL: " + url + " (expected: https://host[:port]/path)");
  }

  @Test
  void rejectsAFileWithoutCertificates() throws IOException {
    Path notOne = Files.writeString(directory.resolve("not.pem"), "certificate");

    assertThat(refusal("doctor", "h3", "https://localhost/", "--ca", "none.pem"))
        .startsWith("lychgate: --ca: none.pem (expected: a PEM file of certificates)");
    assertThat(refusal("doctor", "h3", "https://localhost/", "--ca", notOne.toString()))
        .startsWith("lychgate: --ca: " + notOne + " (expected: a PEM file of certificates)");
  }

  private static String refusal(String... arguments) {
    StringWriter err = new StringWriter();

    int exitCode = Main.commandLine().setErr(new PrintWriter(err, true)).execute(arguments);

    assertThat(exitCode).isEqualTo(2);
    return err.toString();
  }

  @Test
  void reportsAServerWithoutTls() throws Exception {
    Steps steps = diagnose(visitor -> {
      visitor.getOutputStream().write("HTTP/1.1 400 \r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      visitor.shutdownOutput();
      visitor.getInputStream().transferTo(OutputStream.nullOutputStream());
    });

    assertThat(steps.of("tcp")).startsWith("fail ").contains("without TLS");
  }

  @Test
  void reportsAConnectionClosedDuringTheHandshake() throws Exception {
    // Unread bytes turn the close into a reset.
    Steps steps = diagnose(visitor -> visitor.getInputStream().read());

    assertThat(steps.of("tcp")).startsWith("fail ").contains("without TLS");
  }

  /** The server's action on a client before it closes the connection. */
  private interface ServerAction {
    void towards(Socket visitor) throws IOException;
  }

  private Steps diagnose(ServerAction conduct) throws IOException {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread server = new Thread(() -> {
        try (Socket visitor = plain.accept()) {
          conduct.towards(visitor);
        } catch (IOException gone) {
          // The doctor's result is tested, not this connection.
        }
      });
      server.setDaemon(true);
      server.start();
      return diagnose(1, plain.getLocalPort());
    }
  }

  @Test
  void reportsAServerThatSendsNoHandshake() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Steps steps = diagnose(1, silent.getLocalPort());

      assertThat(steps.of("tcp")).startsWith("fail ").contains("without TLS");
    }
  }

  @Test
  void printsIpv6AddressesInBracketsAndNoRecordsForThem() throws IOException {
    int port = FreePort.find();

    Steps steps = visit(1, "https://[::1]:" + port + "/");

    assertThat(steps.of("tcp")).startsWith("fail [::1]:" + port + ": no connection");
    assertThat(steps.of("udp")).startsWith("fail [::1]:" + port + " refuses");
    assertThat(steps.of("https-record")).startsWith("skip ");
  }

  @Test
  void checksTheLocalMachineAndTheConfiguration() throws IOException {
    serve(ALL, "", "");
    StringWriter out = new StringWriter();
    CommandLine commandLine = Main.commandLine().setOut(new PrintWriter(out, true));
    Path file = directory.resolve("gateway.yaml");

    assertThat(commandLine.execute("doctor", "-c", file.toString())).isZero();
    assertThat(out.toString().lines())
        .anyMatch(line -> line.matches("(ok  |warn)  java .*"))
        .anyMatch(line -> line.equals("ok    quic-library  loaded"))
        .anyMatch(line -> line.equals("ok    configuration " + file + " can be used"))
        .anyMatch(line -> line.startsWith("ok    certificate   ") && line.contains(" until "));

    Files.writeString(file, "listeners: []\n");
    assertThat(commandLine.execute("doctor", "-c", file.toString())).isEqualTo(1);
    assertThat(out.toString()).contains("fail  configuration " + file + ":1:");
  }
}
