package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.ForkedJava;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OtlpCollector;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.SmallDisk;
import io.lychgate.gateway.testkit.SyslogReceiver;
import io.lychgate.gateway.testkit.TestCertificates;
import io.opentelemetry.proto.logs.v1.LogRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Access logs with chosen fields: forms, redaction, samples, rotation, signals, syslog, collectors, a full disk and reloads. */
final class AccessLogFieldsIT {
  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;

  @BeforeAll
  static void start() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    origin = ScriptedOrigin.start()
        .on("/broken", visit -> visit.respond(500, "broken"))
        .on("/slow", visit -> {
          visit.think(Duration.ofMillis(150));
          visit.respond(200, "slow");
        })
        .otherwise(visit -> visit.respond(
            200, "ok", "Set-Cookie: sid=s3cret; Path=/", "X-Total: 7", "Content-Type: text/plain"));
    gateway = GatewayProcess.start(directory, yaml("""
        accessLog:
          - to: json.log
            fields: [ time, listener, client, protocol, tls, method, scheme, host, path, status, duration_us, route, request_id,
                request.user-agent, request.cookie, request.authorization, request.referer, request.via, response.set-cookie, response.x-total ]
          - { to: text.log, format: text, fields: [ status, method, path, request.x-own, request_id ], redact: [ query.token ] }
          - { to: sample.log, fields: [ path, status ], sample: { share: 0, slow: 100ms } }
          - plain.log
        """), Map.of());
  }

  private static String yaml(String logs) {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            policies: { requestId: { accept: always } }
            routes:
              - { id: all, match: { path: "/*" }, proxy: { upstream: app } }
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port()) + logs;
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  private static List<String> lines(String file) throws IOException {
    Path log = directory.resolve(file);
    String text = Files.exists(log) ? Files.readString(log) : "";
    // The last line may be under way.
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  private static JsonNode awaitLine(String file, String text) throws IOException {
    Await.until(
        () -> assertThat(lines(file)).anySatisfy(line -> assertThat(line).contains(text)));
    return JsonMapper.shared()
        .readTree(
            lines(file).stream().filter(line -> line.contains(text)).findFirst().orElseThrow());
  }

  private static void get(int port, String path, String... fields) {
    try (Http1Peer peer = Http1Peer.on(new Socket(InetAddress.getLoopbackAddress(), port))) {
      StringBuilder head = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
      Stream.of(fields).forEach(field -> head.append(field).append("\r\n"));
      peer.send(head + "\r\n").read();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void get(String path, String... fields) {
    get(gateway.port("plain"), path, fields);
  }

  private static void send(String version, String path) throws Exception {
    if (version.equals("h3")) {
      try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
        var head = Http3Request.head("GET", path);
        head.add("user-agent", "test").add("cookie", "a=1").add("cookie", "b=2");
        head.add("authorization", "Bearer s3cret").add("referer", "https://x/?code=s3cret");
        Http3Request request = client.open();
        request.headers(head, true);
        request.await();
      }
      return;
    }
    Commands.curl(
            version.equals("h2") ? "--http2" : "--http1.1",
            "-A",
            "test",
            "-H",
            "Cookie: a=1; b=2",
            "-H",
            "Authorization: Bearer s3cret",
            "-H",
            "Referer: https://x/?code=s3cret",
            "https://localhost:" + gateway.port("tls") + path)
        .expectSuccess();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http/1.1", "h2", "h3"})
  void chosenFieldsAreThereWithoutSecrets(String version) throws Exception {
    String path = "/chosen-" + version.replace("/", "");
    send(version, path + "?token=s3cret");

    JsonNode line = awaitLine("json.log", path + "?");
    assertThat(line.propertyNames())
        .startsWith("time", "listener", "client", "protocol", "tls", "method", "scheme", "host")
        .endsWith("response.set-cookie", "response.x-total");
    assertThat(line.path("protocol").asString())
        .isEqualTo(version.equals("http/1.1") ? "h1" : version);
    assertThat(line.path("listener").asString()).isEqualTo("tls");
    assertThat(line.path("scheme").asString()).isEqualTo("https");
    assertThat(line.path("path").asString()).isEqualTo(path + "?token=REDACTED");
    assertThat(line.path("request.user-agent").asString()).isEqualTo("test");
    assertThat(line.path("request.cookie").asString()).isEqualTo("a=REDACTED; b=REDACTED");
    assertThat(line.path("request.authorization").asString()).isEqualTo("Bearer REDACTED");
    assertThat(line.path("request.referer").asString()).isEqualTo("https://x/?code=REDACTED");
    assertThat(line.path("response.set-cookie").asString()).isEqualTo("sid=REDACTED");
    assertThat(line.path("response.x-total").asString()).isEqualTo("7");
    assertThat(line.has("request.via"))
        .as("fields that the gateway adds are not the client's")
        .isFalse();
    assertThat(Files.readString(directory.resolve("json.log"))).doesNotContain("s3cret");
  }

  @Test
  void plainFormHasTheDefaultLineAsBefore() throws Exception {
    get("/as-before?a=1");

    JsonNode line = awaitLine("plain.log", "/as-before?a=1");
    assertThat(line.propertyNames())
        .containsExactly(
            "time",
            "client",
            "connection",
            "protocol",
            "method",
            "host",
            "path",
            "status",
            "bytes",
            "duration_us",
            "route",
            "request_id",
            "upstream",
            "upstream_us",
            "revision");
  }

  @Test
  void noRequestBreaksOutOfItsLine() throws Exception {
    get(
        "/inject%0d%0astatus=500?token=a&x=%22",
        "X-Own: \" status=500 \\\t\u00e9\u0080{\"status\":500}",
        "X-Request-Id: a\" status=500",
        "User-Agent: \"}{\"status\":500}");

    String text = awaitText("/inject");
    assertThat(text)
        .startsWith(
            "status=200 method=\"GET\" path=\"/inject%0d%0astatus=500?token=REDACTED&x=%22\"")
        .contains("request.x-own=\"\\\" status=500 \\\\\\t");
    for (String file : List.of("json.log", "text.log")) {
      assertThat(lines(file))
          .allSatisfy(line ->
              assertThat(line.chars().allMatch(c -> c >= ' ' && c <= '~')).isTrue());
    }
    JsonNode line = awaitLine("json.log", "/inject");
    assertThat(line.path("status").asInt()).isEqualTo(200);
    assertThat(line.path("request.user-agent").asString()).isEqualTo("\"}{\"status\":500}");
    assertThat(line.path("request_id").asString())
        .as("an id with other characters is replaced")
        .hasSize(36);
  }

  private static String awaitText(String part) throws IOException {
    Await.until(
        () -> assertThat(lines("text.log")).anySatisfy(l -> assertThat(l).contains(part)));
    return lines("text.log").stream().filter(l -> l.contains(part)).findFirst().orElseThrow();
  }

  @Test
  void sampleLeavesOutAllButErrorsAndSlowRequests() throws Exception {
    double before = gateway.metric("lychgate_access_log_left_out_total");
    get("/fast");
    get("/missing-host", "Host: other");
    get("/broken");
    get("/slow");

    awaitLine("sample.log", "/slow");
    assertThat(awaitLine("sample.log", "/broken").path("status").asInt()).isEqualTo(500);
    awaitLine("plain.log", "/fast");
    assertThat(lines("sample.log")).noneSatisfy(line -> assertThat(line).contains("/fast"));
    assertThat(gateway.metric("lychgate_access_log_left_out_total")).isGreaterThan(before);
  }

  @Test
  void requestIsFoundByItsIdOverTheApi() throws Exception {
    get("/api-search?a=1", "X-Request-Id: api-search-id");
    awaitLine("json.log", "/api-search");
    awaitText("/api-search");
    awaitLine("plain.log", "/api-search");

    JsonNode found = AdminPeer.login(gateway.adminPort()).get("/log?id=api-search-id");

    assertThat(found.path("complete").asBoolean()).isTrue();
    assertThat(found.path("lines").valueStream().map(line -> line.path("file").asString()))
        .containsExactlyInAnyOrder("json.log", "text.log", "plain.log");
    assertThat(found.path("lines").valueStream())
        .allSatisfy(
            line -> assertThat(line.path("values").path("status").asString()).isEqualTo("200"));
  }

  @Test
  void headerBombCostsNoMoreThanItsLimit() throws Exception {
    get("/bomb", "Cookie: " + "a=b;".repeat(7000), "User-Agent: " + "\u00ff".repeat(3000));

    JsonNode line = awaitLine("json.log", "/bomb");
    assertThat(line.path("request.cookie").asString().length()).isLessThanOrEqualTo(4096);
    assertThat(line.path("request.cookie").asString()).doesNotContain("a=b");
  }

  @ParameterizedTest
  @EnumSource(
      value = SyslogReceiver.Transport.class,
      names = "MUTE",
      mode = EnumSource.Mode.EXCLUDE)
  void syslogReceiverGetsMessagesOfRfc5424(SyslogReceiver.Transport transport) throws Exception {
    Path folder = Files.createDirectories(directory.resolve("syslog-" + transport));
    TestCertificates.write(folder, "site", "localhost");
    try (SyslogReceiver receiver = SyslogReceiver.start(transport, folder.resolve("s"));
        GatewayProcess own =
            GatewayProcess.start(folder, yaml("""
            accessLog:
              to: { syslog: { address: "%s", facility: daemon, app: edge } }
              fields: [ path, status, request_id ]
            """.formatted(receiver.address())), Map.of())) {
      get(own.port("plain"), "/syslog?a=b", "X-Request-Id: id-1");
      get(own.port("plain"), "/second");

      Await.until(() -> assertThat(receiver.messages()).hasSize(2));
      // Each event loop sends its own lines.
      assertThat(receiver.messages())
          .anyMatch(
              message -> message.matches(
                  "<30>1 \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z \\S+ edge \\d+ access - "
                      + "\\{\"path\":\"/syslog\\?a=REDACTED\",\"status\":200,\"request_id\":\"id-1\"}"));
    }
  }

  @Test
  void receiverThatIsAwayCostsLinesOnlyAndIsUsedAgain() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("away"));
    TestCertificates.write(folder, "site", "localhost");
    SyslogReceiver first = SyslogReceiver.start(SyslogReceiver.Transport.TCP, folder.resolve("s"));
    try (GatewayProcess own = GatewayProcess.start(
        folder,
        yaml("accessLog: { to: { syslog: \"" + first.address() + "\" }, fields: [ path ] }\n"),
        Map.of())) {
      get(own.port("plain"), "/one");
      Await.until(() -> assertThat(first.messages()).hasSize(1));
      first.close();
      Await.until(() -> {
        get(own.port("plain"), "/lost");
        assertThat(own.metric("lychgate_access_log_dropped_total")).isPositive();
      });
      try (SyslogReceiver again = first.again()) {
        Await.until(() -> {
          get(own.port("plain"), "/again");
          assertThat(again.messages()).isNotEmpty();
        });
      }
    }
  }

  @Test
  void collectorGetsLogRecords() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("otlp"));
    TestCertificates.write(folder, "site", "localhost");
    try (OtlpCollector collector = OtlpCollector.start();
        GatewayProcess own =
            GatewayProcess.start(folder, yaml("""
            accessLog:
              - { to: { otlp: "%1$s" }, fields: [ time, path, status, request_id ] }
              - { to: { otlp: { endpoint: "%1$s", protocol: grpc } }, fields: [ path ] }
            """.formatted(collector.url())), Map.of())) {
      get(own.port("plain"), "/broken", "X-Request-Id: id-7");

      Await.until(() -> assertThat(collector.logs()).hasSize(2));
      assertThat(collector.protocols())
          .contains("h2c /opentelemetry.proto.collector.logs.v1.LogsService/Export")
          .anyMatch(each -> each.endsWith("/v1/logs"));
      LogRecord record = collector.logs().stream()
          .filter(each -> each.getAttributesCount() == 4)
          .findFirst()
          .orElseThrow();
      assertThat(OtlpCollector.texts(record.getAttributesList()))
          .containsEntry("path", "/broken")
          .containsEntry("status", "500")
          .containsEntry("request_id", "id-7");
      assertThat(record.getBody().getStringValue()).startsWith("{\"time\":");
      assertThat(record.getSeverityText()).isEqualTo("ERROR");
    }
  }

  @Test
  void reloadChangesTheLogsOfOpenConnections() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("reload"));
    TestCertificates.write(folder, "site", "localhost");
    try (GatewayProcess own = GatewayProcess.start(
            folder, yaml("accessLog: { to: one.log, fields: [ path ] }\n"), Map.of());
        Http1Peer peer = Http1Peer.connect(own.port("plain"))) {
      String request = "GET %s HTTP/1.1\r\nHost: localhost\r\nX-Own: v\r\n\r\n";
      peer.send(request.formatted("/before")).read();
      own.apply(
          yaml("accessLog: { to: two.log, fields: [ path, request.x-own ], format: text }\n"));
      peer.send(request.formatted("/after")).read();
      Await.until(() -> assertThat(folder.resolve("two.log"))
          .content()
          .isEqualTo("path=\"/after\" request.x-own=\"v\"\n"));
      assertThat(folder.resolve("one.log")).content().isEqualTo("{\"path\":\"/before\"}\n");
      assertThatThrownBy(
              () -> own.apply(yaml("accessLog: { to: /proc/none/access.log, fields: [ path ] }\n")))
          .hasMessageContaining("accessLog: /proc/none/access.log cannot be written");
      own.apply(yaml("accessLog: off\n"));
      peer.send(request.formatted("/off")).read();
      own.apply(yaml("accessLog: { to: two.log, fields: [ path ] }\n"));
      peer.send(request.formatted("/on")).read();
      Await.until(() -> assertThat(folder.resolve("two.log")).content().contains("/on"));
      assertThat(folder.resolve("two.log")).content().doesNotContain("/off");
      assertThat(own.metric("lychgate_access_log_lines_total")).isEqualTo(3);
    }
  }

  @Test
  void requestIsFoundByItsIdAfterASignalAndRotations() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("signal"));
    TestCertificates.write(folder, "site", "localhost");
    Files.writeString(folder.resolve("gateway.yaml"), yaml("""
        accessLog:
          - { to: moved.log, fields: [ path, request_id ] }
          - { to: { file: rotated.log, rotate: { size: 64KiB, keep: 20 } }, fields: [ path, request_id ], format: text }
        """));
    try (ForkedGateway forked = ForkedGateway.start(folder, Map.of()).awaitStart()) {
      int port = forked.port("plain");
      get(port, "/first", "X-Request-Id: first-id");
      Path log = folder.resolve("moved.log");
      Await.until(() -> assertThat(log).content().contains("/first"));
      Files.move(log, folder.resolve("moved.log.1"));
      forked.reopenLogs();
      Await.until(() -> assertThat(log).exists());
      get(port, "/second", "X-Request-Id: second-id");
      Await.until(() -> assertThat(log).content().contains("/second"));
      assertThat(folder.resolve("moved.log.1"))
          .content()
          .contains("/first")
          .doesNotContain("/second");
      try (Http1Peer peer = Http1Peer.connect(port)) {
        for (int i = 0; i < 100; i++) {
          peer.send("GET /" + "x".repeat(3000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
              .read();
        }
      }
      Await.until(() -> {
        try (Stream<Path> files = Files.list(folder)) {
          assertThat(files.map(path -> path.getFileName().toString()))
              .anyMatch(name -> name.matches("rotated\\.log\\..*\\.gz"));
        }
      });

      Program.Ended found = find(folder, "first-id");
      assertThat(found.exitCode()).as(found.output()).isZero();
      assertThat(found.output())
          .contains("moved.log.1", "rotated.log.")
          .containsPattern("path +/first")
          .containsPattern("request_id +first-id");
      assertThat(find(folder, "third-id").exitCode()).isEqualTo(1);
    }
  }

  private static Program.Ended find(Path folder, String id) throws Exception {
    String file = folder.resolve("gateway.yaml").toString();
    return Program.run(
        folder, ForkedJava.lychgate("log", "find", id, "-c", file).toArray(String[]::new));
  }

  @Test
  void fullDiskTearsNoLineAndStopsNoRequest() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("full"));
    TestCertificates.write(folder, "site", "localhost");
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 256);
        GatewayProcess own = GatewayProcess.start(
            folder,
            yaml(
                "accessLog: { to: { file: disk/access.log, rotate: { size: 64KiB, keep: 100 } }, fields: [ path ] }\n"),
            Map.of())) {
      try (Http1Peer peer = Http1Peer.connect(own.port("plain"))) {
        Await.until(() -> {
          for (int i = 0; i < 30; i++) {
            peer.send("GET /" + "x".repeat(3000) + i + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .read();
          }
          disk.fill();
          assertThat(own.metric("lychgate_access_log_dropped_total")).isPositive();
        });
        disk.makeRoom();
        Await.until(() -> {
          peer.send("GET /again HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
          assertThat(disk.folder().resolve("access.log")).content().contains("/again");
        });
      }
      try (Stream<String> lines = Files.lines(disk.folder().resolve("access.log"))) {
        assertThat(lines).allSatisfy(line -> assertThat(line).startsWith("{").endsWith("}"));
      }
    }
  }

  @Test
  void requestsDoNotWaitForAReceiverThatTakesNothing() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("mute"));
    TestCertificates.write(folder, "site", "localhost");
    try (SyslogReceiver mute =
            SyslogReceiver.start(SyslogReceiver.Transport.MUTE, folder.resolve("s"));
        GatewayProcess own = GatewayProcess.start(
            folder, yaml("accessLog: { to: { syslog: \"" + mute.address() + "\" } }\n"), Map.of());
        Http1Peer peer = Http1Peer.connect(own.port("plain"))) {
      Await.until(() -> {
        for (int i = 0; i < 500; i++) {
          assertThat(peer.send("GET /" + "x".repeat(4000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                  .read()
                  .status())
              .isEqualTo(200);
        }
        assertThat(own.metric("lychgate_access_log_dropped_total")).isPositive();
      });
    }
  }
}
