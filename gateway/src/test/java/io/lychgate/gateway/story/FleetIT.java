package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.Gateway;
import io.lychgate.gateway.GatewayOptions;
import io.lychgate.gateway.admin.access.SignIn;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.LocalPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two gateways with one PostgreSQL. */
final class FleetIT {
  private static final String CUT_LISTENERS =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lychgate-listen'";
  private static final String NODE = "INSERT INTO node"
      + " (id, instance, name, version, revision, complaint, started_at, seen_at)"
      + " SELECT 'third', 'x', 'third', '0', %s, NULL, 0,"
      + " CAST(extract(epoch FROM now()) * 1000 AS BIGINT) - %d FROM revision_counter";

  @TempDir
  static Path directory;

  private static LocalPostgres server;
  private static GatewayProcess a;
  private static GatewayProcess b;
  private static int manifests;

  private AdminPeer onA;
  private AdminPeer onB;

  @BeforeAll
  static void start() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    server = LocalPostgres.start();
    server.create("fleet");
    a = node("a", "fleet");
    b = node("b", "fleet");
  }

  @AfterAll
  static void stop() throws Exception {
    for (GatewayProcess each : new GatewayProcess[] {a, b}) {
      if (each != null) {
        each.close();
      }
    }
    if (server != null) {
      server.stop();
    }
  }

  @BeforeEach
  void login() {
    Await.until(() -> onA = AdminPeer.login(a.adminPort()));
    Await.until(() -> onB = AdminPeer.login(b.adminPort()));
  }

  private static String yaml(String name, String database) {
    return """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        upstreams: { app: { servers: [ "http://127.0.0.1:9" ] } }
        sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, static: { root: . } } ] } ]
        admin: { address: "127.0.0.1:0" }
        store: { url: "%s", user: postgres, node: %s }
        """.formatted(server.url(database), name);
  }

  private static GatewayProcess node(String name, String database) throws IOException {
    return GatewayProcess.start(
        Files.createDirectories(directory.resolve(name)), yaml(name, database), Map.of());
  }

  private static String manifest(String asset) {
    return "rules:\n  - match: { path: \"/" + asset + "\" }\n    assets:\n      - { url: /" + asset
        + ".css, as: style }\n";
  }

  /** Returns a name that no other test has used. */
  private static String fresh() {
    return "m" + ++manifests;
  }

  private static long revision(AdminPeer admin) {
    return admin.get("/status").get("revision").longValue();
  }

  private static String nodes(AdminPeer admin) {
    JsonNode nodes = admin.get("/status").get("nodes");
    return nodes.get("effective").intValue() + " of " + nodes.get("total").intValue();
  }

  /** Returns name and state of each node that this one knows of. */
  private static List<String> fleet(AdminPeer admin) {
    return admin.get("/status").get("fleet").values().stream()
        .map(node -> node.get("name").asString() + " " + node.get("state").asString())
        .sorted()
        .toList();
  }

  private void assertSameRevision() {
    long newest = Math.max(revision(onA), revision(onB));
    Await.until(() -> assertThat(List.of(revision(onA), revision(onB))).containsOnly(newest));
    for (AdminPeer each : List.of(onA, onB)) {
      Await.until(() -> assertThat(nodes(each)).isEqualTo("2 of 2"));
    }
  }

  @Test
  void publicationOnOneNodeAppliesToTheOther() {
    String name = fresh();
    long before = revision(onA);
    onA.publish(name, onA.create(name, manifest(name)));

    Await.until(() -> assertThat(revision(onB)).isEqualTo(before + 1));
    assertSameRevision();
    assertThat(onB.get("/ledger").toString()).contains(name + ".css");
    assertThat(fleet(onB)).containsExactly("a current", "b current");
  }

  @Test
  void decisionOnAServerAppliesToTheOtherNode() {
    String server = "/upstreams/app/servers/http%3A%2F%2F127.0.0.1%3A9";

    onA.write("POST", server + ":drain", Map.of("reason", "new disk"), "*");

    Await.until(
        () -> assertThat(onB.get(server).at("/override/reason").asString()).isEqualTo("new disk"));
    String etag = onB.get(server).get("etag").asString();
    assertThat(onB.write("POST", server + ":enable", Map.of(), etag).statusCode())
        .isEqualTo(200);
    Await.until(() -> assertThat(onA.get(server).get("override").isNull()).isTrue());
  }

  @Test
  void nodeFollowsWithoutNotifications() throws Exception {
    for (int round = 0; round < 3; round++) {
      String name = fresh();
      server.execute(CUT_LISTENERS);
      onA.publish(name, onA.create(name, manifest(name)));
      server.execute(CUT_LISTENERS);

      assertSameRevision();
    }
  }

  @Test
  void rollbackAndRetirementAreFollowed() {
    String name = fresh();
    long version = onA.publish(name, onA.create(name, manifest(name)));
    long first = revision(onA);
    version = onA.publish(name, onA.saveDraft(name, manifest(name + "-2"), version));
    assertSameRevision();
    assertThat(onB.get("/ledger").toString()).contains(name + "-2.css");

    HttpResponse<String> back =
        onB.ask("POST", "/manifests/" + name + "/rollback", Map.of("revision", first), version);
    assertThat(back.statusCode()).isEqualTo(200);
    assertSameRevision();
    assertThat(onA.get("/ledger").toString()).doesNotContain(name + "-2.css");

    onA.ask("DELETE", "/manifests/" + name, Map.of(), version + 1);
    assertSameRevision();
    assertThat(onB.get("/ledger").toString()).doesNotContain(name + ".css");
  }

  @Test
  void concurrentPublicationsOfOneVersionOnTwoNodesConflict() {
    String name = fresh();
    long version = onA.create(name, manifest(name));
    List<Integer> responses = Stream.of(onA, onB)
        .map(each -> CompletableFuture.supplyAsync(
            () -> each.ask("POST", "/manifests/" + name + "/publish", Map.of(), version)
                .statusCode()))
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .toList();

    assertThat(responses).containsExactlyInAnyOrder(200, 412);
    assertSameRevision();
  }

  @Test
  void demotionAndRestorationAreFollowed() {
    String name = fresh();
    onA.publish(name, onA.create(name, manifest(name)));
    assertSameRevision();
    Map<String, String> entry =
        Map.of("manifest", name, "match", "/" + name, "url", "/" + name + ".css");

    onA.post("/ledger/demote", entry);
    Await.until(() -> assertThat(isDemoted(onB, name)).isTrue());

    onB.post("/ledger/restore", entry);
    Await.until(() -> assertThat(isDemoted(onA, name)).isFalse());
  }

  private static boolean isDemoted(AdminPeer admin, String manifest) {
    return admin
        .get("/ledger?manifest=" + manifest)
        .get("items")
        .get(0)
        .get("demoted")
        .booleanValue();
  }

  @Test
  void sessionEndedOnOneNodeEndsOnTheOther() {
    AdminPeer visiting = onA.at(b.adminPort());
    assertThat(visiting.ask("GET", "/session", Map.of(), 0).statusCode()).isEqualTo(200);

    onA.ask("DELETE", "/session", Map.of(), 0);

    assertThat(visiting.ask("GET", "/session", Map.of(), 0).statusCode()).isEqualTo(401);
  }

  @Test
  void passwordChangedOnOneNodeAppliesToTheOther() {
    AdminPeer other = AdminPeer.login(b.adminPort());
    String next = "another correct horse";
    change(onA, GatewayProcess.ADMIN_PASSWORD, next);
    try {
      assertThat(other.ask("GET", "/session", Map.of(), 0).statusCode()).isEqualTo(401);
      assertThat(AdminPeer.login(b.adminPort(), next)).isNotNull();
    } finally {
      change(AdminPeer.login(b.adminPort(), next), next, GatewayProcess.ADMIN_PASSWORD);
    }
  }

  private static void change(AdminPeer admin, String current, String next) {
    assertThat(admin
            .ask(
                "PUT",
                "/session/password",
                Map.of("currentPassword", current, "newPassword", next),
                0)
            .statusCode())
        .isEqualTo(200);
  }

  @Test
  void laggingOrSilentNodeIsShownAndNotCounted() throws Exception {
    String name = fresh();
    onA.publish(name, onA.create(name, manifest(name)));
    assertSameRevision();
    try {
      server.execute("fleet", NODE.formatted("last - 1", 0));
      Await.until(() -> assertThat(fleet(onA)).contains("third behind"));
      assertThat(nodes(onA)).isEqualTo("2 of 3");

      server.execute("fleet", "DELETE FROM node WHERE id = 'third'");
      server.execute("fleet", NODE.formatted("last", 16_000));
      Await.until(() -> assertThat(fleet(onB)).contains("third gone"));
      assertThat(nodes(onB)).isEqualTo("2 of 3");

      server.execute("fleet", "UPDATE node SET seen_at = seen_at - 3600000 WHERE id = 'third'");
      Await.until(() -> assertThat(nodes(onB)).isEqualTo("2 of 2"));
    } finally {
      server.execute("fleet", "DELETE FROM node WHERE id = 'third'");
    }
  }

  @Test
  void stoppedNodeIsRemovedAtOnce() throws IOException {
    try (GatewayProcess third = node("c", "fleet")) {
      assertThat(third.port("plain")).isPositive();
      Await.until(() -> assertThat(nodes(onA)).isEqualTo("3 of 3"));
    }
    Await.until(() -> assertThat(nodes(onA)).isEqualTo("2 of 2"));
  }

  @Test
  void nodesServeWithoutTheDatabaseAndCatchUp() throws Exception {
    server.down();
    try {
      for (GatewayProcess each : List.of(a, b)) {
        assertThat(statusOf(each)).isEqualTo(404);
      }
    } finally {
      server.up();
    }
    login();
    String name = fresh();
    onB.publish(name, onB.create(name, manifest(name)));
    assertSameRevision();
  }

  private static int statusOf(GatewayProcess gateway) throws Exception {
    URI nothing = URI.create("http://localhost:" + gateway.port("plain") + "/nothing");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(nothing).build(), BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void nodeStartedWithoutTheDatabaseFollowsItLater() throws Exception {
    server.create("late");
    server.down();
    GatewayProcess late = null;
    try {
      late = node("late", "late");
      int port = late.adminPort();
      assertThat(AdminPeer.login(port).get("/status").get("store").get("state").asString())
          .isEqualTo("down");
      server.up();
      Await.until(() -> assertThat(
              AdminPeer.login(port).get("/status").get("store").get("state").asString())
          .isEqualTo("up"));
      // A session that began while the store was away has ended.
      AdminPeer admin = AdminPeer.login(port);
      long version = admin.create("shop", manifest("shop"));
      admin.publish("shop", version);
      Await.until(() -> assertThat(nodes(admin)).isEqualTo("1 of 1"));
    } finally {
      if (late != null) {
        late.close();
      }
    }
  }

  @Test
  void oneOfTwoConcurrentFirstStartsShowsAOneTimePassword() throws Exception {
    server.create("first");
    List<CompletableFuture<Gateway>> starts = Stream.of("one", "two")
        .map(name -> CompletableFuture.supplyAsync(() -> withoutPasswordFile(name)))
        .toList();
    List<Gateway> gateways = starts.stream().map(CompletableFuture::join).toList();
    try {
      List<SignIn> reported = gateways.stream().map(FleetIT::signIn).toList();
      List<String> passwords =
          reported.stream().flatMap(each -> each.password().stream()).toList();
      assertThat(passwords).hasSize(1);
      assertThat(reported.stream().flatMap(each -> each.hint().stream()).toList())
          .singleElement()
          .asString()
          .contains(
              "was printed by node " + (reported.get(0).password().isPresent() ? "one" : "two"));
      for (Gateway each : gateways) {
        int port = each.adminAddress().orElseThrow().getPort();
        Await.until(() -> AdminPeer.login(port, passwords.get(0)));
      }
    } finally {
      gateways.forEach(Gateway::close);
    }
  }

  private static Gateway withoutPasswordFile(String name) {
    try {
      Path home = Files.createDirectories(directory.resolve(name));
      Path file = Files.writeString(home.resolve("gateway.yaml"), yaml(name, "first"));
      return Gateway.start(
          ConfigReader.of(Map.of()).read(file).value(), new GatewayOptions(file.toString(), null));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SignIn signIn(Gateway gateway) {
    AtomicReference<SignIn> reported = new AtomicReference<>(SignIn.NOTHING);
    gateway.onSignIn(reported::set);
    return reported.get();
  }
}
