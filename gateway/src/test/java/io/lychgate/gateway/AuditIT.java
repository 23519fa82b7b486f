package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The audit trail of a running gateway: what it records, and how commands, doctor and API show a forgery in its database. */
class AuditIT {
  @TempDir
  Path directory;

  private GatewayProcess gateway;
  private AdminPeer admin;

  @BeforeEach
  void start() {
    gateway = GatewayProcess.start(directory, """
        listeners:
          - { name: web, address: "127.0.0.1:0", protocols: [http/1.1] }
        admin: { address: "127.0.0.1:0" }
        store: { url: "jdbc:sqlite:store.db", directory: state, backup: { folder: saved, every: 1h, keep: 2 } }
        sites: [ { hosts: [localhost], routes: [ { match: { path: "/*" }, respond: { status: 204 } } ] } ]
        """, Map.of());
    admin = AdminPeer.login(gateway.adminPort());
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  /** The result of a command. */
  private record Ended(int code, String out) {}

  private Ended run(String... arguments) {
    StringWriter out = new StringWriter();
    int code = Main.commandLine(arguments)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(out, true))
        .execute(arguments);
    return new Ended(code, out.toString());
  }

  private String config() {
    return directory.resolve("gateway.yaml").toString();
  }

  private JsonNode entries(String query) {
    return admin.get("/audit?" + query).get("items");
  }

  private void forge(String... statements) throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("store.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 5000");
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  @Test
  void changesAndDeniedAttemptsAreRecordedWithAddressAndStates() {
    long version = admin.create("shop", "rules: []\n");
    admin.saveDraft("shop", "rules: [] # token: abc123\n", version);
    String url = "https://localhost:" + gateway.adminPort() + "/api/v1/session";
    Commands.curl(
        "-X",
        "POST",
        url,
        "-H",
        "content-type: application/json",
        "-H",
        "x-lychgate-csrf: 1",
        "-d",
        "{\"name\":\"admin\",\"password\":\"wrong wrong wrong\"}");
    Commands.curl(
        "-X", "DELETE", url, "-H", "cookie: " + admin.cookie(), "-H", "sec-fetch-site: cross-site");

    JsonNode edit = entries("action=manifest.edit").get(0);
    assertThat(edit.get("actor").stringValue()).isEqualTo("admin");
    assertThat(edit.get("address").stringValue()).isNotEmpty();
    assertThat(edit.get("before").stringValue()).isEqualTo("rules: []");
    assertThat(edit.get("after").stringValue()).contains("token: ***").doesNotContain("abc123");
    assertThat(entries("outcome=refused&action=session.login").size()).isEqualTo(1);
    JsonNode foreign = entries("action=cross-site").get(0);
    assertThat(foreign.get("subject").stringValue()).isEqualTo("DELETE /api/v1/session");
    assertThat(admin.get("/audit:verify").get("whole").booleanValue()).isTrue();
  }

  @Test
  void forgeryIsFoundByCommandDoctorAndApi() throws Exception {
    admin.publish("shop", admin.create("shop", "rules: []\n"));
    Ended whole = run("audit", "verify", "-c", config());
    assertThat(whole.code()).as(whole.out()).isZero();
    String head = whole
        .out()
        .lines()
        .filter(line -> line.startsWith("head: "))
        .findFirst()
        .orElseThrow()
        .substring("head: ".length());
    assertThat(run("audit", "verify", "-c", config(), "--head", head).code()).isZero();

    forge(
        "DROP TRIGGER audit_keeps_rows",
        "UPDATE audit SET actor = 'mallory' WHERE action = 'manifest.create'",
        "UPDATE revision SET body = 'rules: [] # evil'");

    Ended forged = run("audit", "verify", "-c", config(), "--head", head);
    assertThat(forged.code()).isEqualTo(1);
    assertThat(forged.out()).contains("(manifest.create by mallory");
    assertThat(admin.get("/audit:verify").get("faults").get(0).stringValue())
        .contains("manifest.create by mallory");
    Ended doctor = run("doctor", "-c", config());
    assertThat(doctor.code()).isEqualTo(1);
    assertThat(doctor.out())
        .contains("audit-trail", "manifest.create by mallory")
        .contains("revision 1: its text was changed after its publication");
  }

  @Test
  void receiverThatIsAwayIsAnAlertOfTheStatus() throws Exception {
    assertThat(admin.get("/status").get("alerts")).isEmpty();
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    Path other = Files.createDirectory(directory.resolve("other"));
    try (GatewayProcess forwarding = GatewayProcess.start(other, """
        listeners: [ { name: web, address: "127.0.0.1:0", protocols: [http/1.1] } ]
        admin: { address: "127.0.0.1:0" }
        store: { url: "jdbc:sqlite:store.db", audit: { syslog: { address: "tcp://127.0.0.1:%d" } } }
        sites: []
        """.formatted(port), Map.of())) {
      AdminPeer peer = AdminPeer.login(forwarding.adminPort());
      Await.until(() -> {
        JsonNode alert = peer.get("/status").at("/alerts/0");
        assertThat(alert.path("kind").asString()).isEqualTo("audit-receiver-away");
        assertThat(alert.path("subject").asString()).contains("127.0.0.1:" + port);
        assertThat(alert.path("sentence").asString()).contains("wait in the store");
      });
    }
  }

  @Test
  void exportsAreLinesOfJsonAndMessagesOfSyslog() {
    admin.create("shop", "rules: []\n");

    Ended lines = run("audit", "export", "-c", config(), "--action", "manifest.");
    assertThat(JsonMapper.shared().readTree(lines.out()).get("subject").stringValue())
        .isEqualTo("shop");
    Ended syslog = run("audit", "export", "-c", config(), "--format", "syslog", "--q", "shop");
    // RFC 5424 section 6: PRI VERSION TIMESTAMP HOSTNAME APP-NAME PROCID MSGID STRUCTURED-DATA MSG.
    assertThat(syslog.out().strip())
        .matches("<109>1 \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z \\S+ lychgate \\d+"
            + " manifest\\.create - \\{.*\"subject\":\"shop\".*}");
    String kept = directory.resolve("kept.jsonl").toString();
    assertThat(run("audit", "export", "-c", config(), "-o", kept).code()).isZero();
    Ended refused = run("audit", "export", "-c", config(), "-o", kept, "--q", "none");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).contains("kept.jsonl: exists (expected: no such file");
    assertThat(Path.of(kept)).content().contains("manifest.create");
    run("audit", "export", "-c", config(), "-o", kept, "--q", "none", "--force");
    assertThat(Path.of(kept)).isEmptyFile();
    assertThat(run("audit", "list", "-c", config(), "--actor", "admin").out())
        .contains("manifest.create");
    assertThat(run("audit", "list", "-c", config(), "--from", "today").out())
        .contains("--from: today (expected: a time such as");
  }

  @Test
  void scheduleWritesBackupsAndKeepsTheNewest() throws Exception {
    Await.until(() -> assertThat(saved()).isEqualTo(1));
    for (int i = 0; i < 3; i++) {
      admin.post("/backups", Map.of());
    }

    assertThat(saved()).isEqualTo(2);
    assertThat(admin.get("/backups").get("items").size()).isEqualTo(2);
  }

  @Test
  void systemHasTheRetentionOfEachTableThatGrows() throws Exception {
    Map<String, Long> days = new HashMap<>();
    admin
        .get("/system")
        .at("/store/tables")
        .forEach(table ->
            days.put(table.get("name").stringValue(), table.get("keepSeconds").asLong(0) / 86_400));

    assertThat(days)
        .containsEntry("audit", 400L)
        .containsEntry("rollup", 400L)
        .containsEntry("view_sample", 30L)
        .containsEntry("view_waterfall", 30L)
        .containsEntry("timing_rollup", 90L)
        .containsEntry("recorded_hour", 2L)
        .containsEntry("idempotency_key", 1L)
        .as("for ever")
        .containsEntry("revision", 0L)
        .containsEntry("arm_rollup", 0L);
  }

  private long saved() throws IOException {
    if (!Files.isDirectory(directory.resolve("saved"))) {
      return 0;
    }
    try (Stream<Path> files = Files.list(directory.resolve("saved"))) {
      return files.filter(file -> file.toString().endsWith(".zip")).count();
    }
  }
}
