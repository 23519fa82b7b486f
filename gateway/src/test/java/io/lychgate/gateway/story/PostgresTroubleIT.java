package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.LocalPooler;
import io.lychgate.gateway.testkit.LocalPostgres;
import io.lychgate.gateway.testkit.TcpRelay;
import io.lychgate.gateway.testkit.TestCertificates;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL with TLS, of several hosts, behind a pooler, and on a network with faults. */
final class PostgresTroubleIT {
  private static LocalPostgres server;

  @TempDir
  Path directory;

  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    server = LocalPostgres.start();
  }

  @AfterAll
  static void stopServer() throws Exception {
    if (server != null) {
      server.stop();
    }
  }

  @AfterEach
  void close() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  private <T extends AutoCloseable> T closing(T it) {
    opened.add(it);
    return it;
  }

  private GatewayProcess node(String name, String url) throws Exception {
    return closing(GatewayProcess.start(
        Files.createDirectories(directory.resolve(name)),
        """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        sites: [ { hosts: [ "127.0.0.1" ], routes: [ { match: { path: "/*" }, respond: { status: 200, body: ok } } ] } ]
        admin: { address: "127.0.0.1:0" }
        store: { url: "%s", user: postgres, password: "env:STORE_PASSWORD", node: %s }
        """.formatted(url, name),
        Map.of("STORE_PASSWORD", "s3cret-of-store")));
  }

  private static int visit(GatewayProcess node) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port("plain") + "/"))
                .timeout(Duration.ofSeconds(2))
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  private static void publish(AdminPeer admin, String name) {
    admin.publish(name, admin.create(name, text(name)));
  }

  private static String text(String name) {
    return "rules:\n  - match: { path: /" + name + " }\n    assets: [ { url: /" + name
        + ".css, as: style } ]\n";
  }

  private static void assertInForce(GatewayProcess node, AdminPeer session, String name) {
    AdminPeer admin = session.at(node.adminPort());
    Await.until(() -> assertThat(admin.get("/ledger").toString()).contains(name + ".css"));
  }

  /** Publishes under a new name until it is acknowledged, and returns that name. */
  private static String publishAgain(GatewayProcess node, String prefix) {
    String[] name = {prefix};
    Await.until(() -> {
      name[0] = prefix + System.nanoTime();
      AdminPeer admin = AdminPeer.login(node.adminPort());
      publish(admin, name[0]);
    });
    return name[0];
  }

  @Test
  void everyConnectionUsesVerifiedTls() throws Exception {
    TlsConfig.Certificate made = TestCertificates.write(directory, "db", "localhost");
    server.tls(Files.readString(made.chain()), Files.readString(made.key()));
    server.create("encrypted");
    String url = "jdbc:postgresql://localhost:" + server.port()
        + "/encrypted?sslmode=verify-full&sslrootcert=" + made.chain();
    GatewayProcess node = node("tls", url);
    publish(AdminPeer.login(node.adminPort()), "shop");

    try (Connection connection =
            DriverManager.getConnection(server.url("encrypted"), "postgres", "");
        Statement statement = connection.createStatement()) {
      Await.until(() -> {
        try (ResultSet rows = statement.executeQuery(
            "SELECT count(*), count(*) FILTER (WHERE s.ssl), count(*) FILTER (WHERE application_name = 'lychgate-listen')"
                + " FROM pg_stat_ssl s JOIN pg_stat_activity a ON a.pid = s.pid"
                + " WHERE a.datname = 'encrypted' AND a.pid <> pg_backend_pid()")) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(2)).isEqualTo(rows.getInt(1));
          assertThat(rows.getInt(3)).isEqualTo(1);
        }
      });
    }

    TlsConfig.Certificate other = TestCertificates.write(directory, "other", "localhost");
    GatewayProcess untrusting = node("untrusting", url.replace("db.pem", "other.pem"));
    assertThat(other.chain()).exists();
    String detail = AdminPeer.login(untrusting.adminPort())
        .get("/status")
        .at("/store/detail")
        .asString();
    assertThat(detail).contains("cannot be opened").contains("encrypted").doesNotContain("s3cret");
    assertThat(visit(untrusting)).isEqualTo(200);
  }

  @Test
  void searchesOfTheTrailThatWaitForTheDatabaseLeaveRoomForOtherRequests() throws Exception {
    server.create("searched");
    GatewayProcess node = node("searching", server.url("searched"));
    AdminPeer admin = AdminPeer.login(node.adminPort());
    List<CompletableFuture<HttpResponse<String>>> searches = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection(server.url("searched"), "postgres", "");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("LOCK TABLE audit IN ACCESS EXCLUSIVE MODE");
      for (int i = 0; i < 3; i++) {
        searches.add(CompletableFuture.supplyAsync(
            () -> admin.ask("GET", "/audit?q=admin", Map.of(), 0),
            task -> new Thread(task, "search").start()));
      }
      Await.until(() -> assertThat(searches).anyMatch(CompletableFuture::isDone));
      HttpResponse<String> refused = searches.stream()
          .filter(CompletableFuture::isDone)
          .findFirst()
          .orElseThrow()
          .join();
      assertThat(refused.statusCode()).isEqualTo(429);
      assertThat(refused.headers().firstValue("retry-after")).contains("2");
      assertThat(admin.get("/status").at("/store/state").asString()).isNotEmpty();
      connection.rollback();
    }
    assertThat(searches.stream().map(each -> each.join().statusCode()))
        .containsExactlyInAnyOrder(200, 200, 429);
  }

  @Test
  void standbyThatIsPromotedIsUsedWithoutARestart() throws Exception {
    LocalPostgres primary = LocalPostgres.start();
    LocalPostgres standby = null;
    boolean isDown = false;
    try {
      standby = primary.standby();
      primary.create("fleet");
      primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
      primary.execute("SELECT pg_reload_conf()");
      String url = "jdbc:postgresql://127.0.0.1:" + FreePort.find() + ",127.0.0.1:" + primary.port()
          + ",127.0.0.1:" + standby.port() + "/fleet?targetServerType=primary";
      GatewayProcess node = node("a", url);
      AdminPeer session = AdminPeer.login(node.adminPort());
      publish(session, "before");

      primary.down();
      isDown = true;
      assertThat(visit(node)).isEqualTo(200);
      standby.promote();

      String after = publishAgain(node, "after");
      assertInForce(node, session, "before");
      assertInForce(node, session, after);
    } finally {
      if (standby != null) {
        standby.stop();
      }
      if (isDown) {
        primary.up();
      }
      primary.stop();
    }
  }

  @Test
  void poolerInTransactionModeCostsNotificationsOnly() throws Exception {
    String missing = LocalPooler.missing();
    Assumptions.assumeTrue(missing == null, missing);
    server.create("pooled");
    LocalPooler pooler = closing(LocalPooler.start(server, 4));
    String url = "jdbc:postgresql://127.0.0.1:" + pooler.port() + "/pooled";
    GatewayProcess a = node("a", url);
    GatewayProcess b = node("b", url);
    AdminPeer session = AdminPeer.login(a.adminPort());

    for (int i = 0; i < 10; i++) {
      publish(session, "pooled" + i);
    }
    Await.within(
        Duration.ofSeconds(5),
        () -> assertThat(
                session.at(b.adminPort()).get("/status").get("revision").longValue())
            .isEqualTo(10));
    assertInForce(b, session, "pooled9");
    publish(session.at(b.adminPort()), "back");
    assertInForce(a, session, "back");
  }

  @Test
  void slowAndFlappingDatabaseIsUsedAgainWithoutARestart() throws Exception {
    server.create("flapping");
    TcpRelay relay = closing(TcpRelay.start(server.port()));
    GatewayProcess node = node("a", "jdbc:postgresql://127.0.0.1:" + relay.port() + "/flapping");
    AdminPeer session = AdminPeer.login(node.adminPort());
    publish(session, "first");

    relay.delay(60);
    publish(session, "slow");
    assertThat(visit(node)).isEqualTo(200);

    for (int i = 0; i < 3; i++) {
      relay.cut();
      assertThat(visit(node)).isEqualTo(200);
      relay.pass();
      Await.until(() -> assertInForce(node, AdminPeer.login(node.adminPort()), "slow"));
    }

    String after = publishAgain(node, "after");
    Await.until(() -> assertInForce(node, AdminPeer.login(node.adminPort()), after));
  }

  @Test
  void lostDatabaseLeavesTheAdminPlaneReadOnlyUntilItIsBack() throws Exception {
    server.create("lost");
    TcpRelay relay = closing(TcpRelay.start(server.port()));
    GatewayProcess node = node("a", "jdbc:postgresql://127.0.0.1:" + relay.port() + "/lost");
    GatewayProcess other = node("b", server.url("lost"));
    AdminPeer session = AdminPeer.login(node.adminPort());
    AdminPeer leaving = AdminPeer.login(node.adminPort());
    AdminPeer stolen = AdminPeer.login(node.adminPort());
    publish(session, "shop");
    assertThat(session.get("/manifests").at("/total").intValue()).isEqualTo(1);
    assertThat(storeState(leaving)).isEqualTo("up");
    assertThat(storeState(stolen)).isEqualTo("up");

    relay.cut();
    assertReadOnly(node, session);
    assertThat(leaving.ask("DELETE", "/session", Map.of(), 0).statusCode()).isEqualTo(204);
    assertThat(leaving.ask("GET", "/session", Map.of(), 0).statusCode()).isEqualTo(401);
    assertThat(storeState(stolen)).isEqualTo("down");
    relay.pass();
    Await.until(() -> assertThat(storeState(session)).isEqualTo("up"));

    AdminPeer elsewhere = session.at(other.adminPort());
    assertThat(elsewhere.ask("DELETE", "/users/admin/sessions", Map.of(), 0).statusCode())
        .isEqualTo(204);
    // The first node learns it when it looks for revoked senders.
    Await.until(() -> {
      relay.pass();
      Await.until(() -> assertThat(storeState(session)).isEqualTo("up"));
      relay.cut();
      Await.until(() -> assertThat(storeState(session)).isEqualTo("down"));
      assertThat(stolen.ask("GET", "/session", Map.of(), 0).statusCode()).isEqualTo(503);
    });
    relay.pass();
    Await.until(() -> assertThat(storeState(session)).isEqualTo("up"));

    relay.stall();
    assertReadOnly(node, session);
    relay.pass();
    assertInForce(node, session, publishAgain(node, "back"));
    assertThat(leaving.ask("GET", "/session", Map.of(), 0).statusCode()).isEqualTo(401);
  }

  private static String storeState(AdminPeer admin) {
    return admin.get("/status").at("/store/state").asString();
  }

  /** Reads go on for a known session, changes are refused with the reason, and none of them waits long. */
  private static void assertReadOnly(GatewayProcess node, AdminPeer session) throws Exception {
    long begin = System.nanoTime();
    Await.until(() -> assertThat(storeState(session)).isEqualTo("down"));
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
    assertThat(session.get("/session").at("/user").asString()).isEqualTo("admin");
    assertThat(session.get("/manifests").at("/items/0/name").asString()).isEqualTo("shop");
    assertThat(session.get("/ledger").toString()).contains("shop.css");
    assertThat(session.get("/routes").isObject()).isTrue();

    begin = System.nanoTime();
    for (int i = 0; i < 5; i++) {
      HttpResponse<String> refused =
          session.ask("POST", "/manifests", Map.of("name", "later", "text", ""), 0);
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("store-read-only").contains("/lost");
      assertThat(refused.headers().firstValue("retry-after")).isPresent();
      assertThat(session.ask("POST", "/cache:purge", Map.of("tag", "any"), 0).statusCode())
          .isEqualTo(503);
      HttpResponse<String> unknown = session.ask("GET", "/users", Map.of(), 0);
      assertThat(unknown.statusCode()).isEqualTo(503);
      assertThat(unknown.body()).contains("store-unavailable").doesNotContain("s3cret");
      assertThat(unknown.headers().firstValue("retry-after")).isPresent();
    }
    // Sixteen requests that would each wait for the database take longer.
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
    assertThat(visit(node)).isEqualTo(200);
  }
}
