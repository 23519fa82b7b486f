package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.LocalPostgres;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Publishing with control on three gateways of one PostgreSQL: approvals, schedules, canaries, dry runs, undo. */
final class PublishControlIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final int ENABLE_PUSH = 2;
  private static final String DATABASE = "publishing";

  @TempDir
  static Path directory;

  private static LocalPostgres server;
  private static final Map<String, GatewayProcess> NODES = new HashMap<>();
  private static int manifests;

  /** Clients with the session of admin, by port: a new client costs a handshake. */
  private static final Map<Integer, AdminPeer> ADMINS = new ConcurrentHashMap<>();

  private static AdminPeer admin;
  private static AdminPeer eva;
  private static AdminPeer paul;

  @BeforeAll
  static void start() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    server = LocalPostgres.start();
    server.create(DATABASE);
    for (String name : List.of("a", "b", "c")) {
      NODES.put(name, node(name, DATABASE));
    }
    String hash = PasswordHash.of(GatewayProcess.ADMIN_PASSWORD);
    for (String[] user : new String[][] {{"eva", "editor"}, {"paul", "publisher"}}) {
      server.execute(
          DATABASE,
          "INSERT INTO account (name, role, password_hash, must_change, created_at) VALUES ('"
              + user[0] + "', '" + user[1] + "', '" + hash + "', 0, 0)");
    }
    admin = AdminPeer.login(port("a"));
    eva = AdminPeer.login(port("b"), "eva", GatewayProcess.ADMIN_PASSWORD);
    paul = AdminPeer.login(port("c"), "paul", GatewayProcess.ADMIN_PASSWORD);
  }

  @AfterAll
  static void stop() throws Exception {
    NODES.values().parallelStream().forEach(GatewayProcess::close);
    if (server != null) {
      server.stop();
    }
  }

  /** Sessions are in the database, so they outlive a gateway. Its port does not. */
  @BeforeEach
  void awaitNodes() {
    admin = on("a");
    eva = eva.at(port("b"));
    paul = paul.at(port("c"));
    // A pool may still have connections to a database that was restarted.
    for (AdminPeer peer : List.of(admin, eva, paul)) {
      Await.until(
          () -> assertThat(peer.get("/status").at("/nodes/total").intValue()).isEqualTo(3));
    }
  }

  private static AdminPeer on(String node) {
    return ADMINS.computeIfAbsent(port(node), admin::at);
  }

  private static int port(String node) {
    return NODES.get(node).adminPort();
  }

  private static GatewayProcess node(String name, String database) throws Exception {
    String yaml = """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        sites:
          - hosts: [ localhost ]
            routes:
              - match: { path: "/*.css" }
                respond: { status: 200, headers: { cache-control: "public, max-age=600" }, body: "%s" }
              - { match: { path: "/boom" }, respond: { status: 503, body: broken } }
              - { match: { path: "/*" }, respond: { status: 200, body: fine } }
          - hosts: [ strict.example ]
            publishing: { approval: required }
            routes: [ { match: { path: "/*" }, respond: { status: 200, body: fine } } ]
        publishing: { record: paths }
        admin: { address: "127.0.0.1:0" }
        store: { url: "%s", user: postgres, node: %s }
        """.formatted("x".repeat(3000), server.url(database), name);
    return GatewayProcess.start(
        Files.createDirectories(directory.resolve(database + name)), yaml, Map.of());
  }

  private static String manifest(String... assets) {
    // A manifest for every host would need the approval that the strict site requires.
    StringBuilder text = new StringBuilder("hosts: [ localhost ]\nrules:\n");
    for (String asset : assets) {
      text.append("  - match: { path: \"/page-")
          .append(asset)
          .append("\" }\n    assets:\n")
          .append("      - { url: /")
          .append(asset)
          .append(".css, as: style }\n");
    }
    return text.toString();
  }

  private static String strict(String asset) {
    return manifest(asset).replace("localhost", "strict.example");
  }

  /** Returns a name that no other test has used. */
  private static String fresh() {
    return "m" + ++manifests;
  }

  private static JsonNode json(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return JsonMapper.shared().readTree(response.body());
  }

  private long published(String name, String text) {
    return admin.publish(name, admin.create(name, text));
  }

  private JsonNode publication(String id) {
    return admin.get("/publications/" + id);
  }

  /** Returns the nodes that run a manifest with this asset. A session is valid on all of them. */
  private List<String> nodesThatRun(String asset) {
    return Stream.of("a", "b", "c")
        .filter(node -> on(node).get("/ledger").toString().contains("/" + asset + ".css"))
        .toList();
  }

  /** Returns the names of the nodes of a canary. */
  private static List<String> canaryNodes(JsonNode publication) {
    return publication.get("progress").values().stream()
        .filter(node -> node.get("canary").booleanValue())
        .map(node -> node.get("name").asString())
        .toList();
  }

  private static void requests(GatewayProcess node, String path, int number) throws Exception {
    URI uri = URI.create("http://localhost:" + node.port("plain") + path);
    for (int i = 0; i < number; i++) {
      HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding());
    }
  }

  private JsonNode beginCanary(String name, long version, Map<String, Object> canary) {
    return json(
        admin.ask("POST", "/manifests/" + name + "/publish", Map.of("canary", canary), version),
        201);
  }

  // Approvals.

  @Test
  void draftOfAStrictSiteNeedsThePersonWhoDidNotChangeIt() {
    String name = fresh();
    long version = eva.create(name, strict("s1"));
    version = paul.saveDraft(name, strict("s2"), version);
    String approvals = "/manifests/" + name + "/approvals";

    HttpResponse<String> early =
        paul.ask("POST", "/manifests/" + name + "/publish", Map.of(), version);
    assertThat(json(early, 409).get("detail").asString()).contains("not approved");
    // Both have changed it: the editor's change counts although it is not the last.
    assertThat(json(paul.ask("POST", approvals, Map.of(), version), 409).toString())
        .contains("paul changed this draft");
    assertThat(eva.ask("POST", approvals, Map.of(), version).statusCode()).isEqualTo(403);

    JsonNode given = json(admin.ask("POST", approvals, Map.of("comment", "ok"), version), 200);
    assertThat(given.get("required").booleanValue()).isTrue();
    assertThat(given.get("authors").toString()).contains("eva", "paul");
    assertThat(given.at("/approvals/0/approver").asString()).isEqualTo("admin");

    // An edit drops the approval, even one that is taken back.
    version = eva.saveDraft(name, strict("s3"), version);
    version = eva.saveDraft(name, strict("s2"), version);
    assertThat(admin.get(approvals).get("approvals").size()).isZero();
    assertThat(paul.ask("POST", "/manifests/" + name + "/publish", Map.of(), version)
            .statusCode())
        .isEqualTo(409);

    json(admin.ask("POST", approvals, Map.of(), version), 200);
    json(paul.ask("POST", "/manifests/" + name + "/publish", Map.of(), version), 200);
  }

  @Test
  void scheduleAndCanaryNeedTheApprovalToo() {
    String name = fresh();
    long version = eva.create(name, strict("s4"));
    String publish = "/manifests/" + name + "/publish";

    for (Map<String, Object> wish : List.<Map<String, Object>>of(
        Map.of("at", Instant.now().plusSeconds(600).toString()),
        Map.of("canary", Map.of("share", 30)))) {
      assertThat(json(paul.ask("POST", publish, wish, version), 409).toString())
          .contains("not approved");
    }
  }

  // Schedules.

  @Test
  void scheduledTextFiresOnceAndLeavesALaterDraft() throws Exception {
    String name = fresh();
    long version = published(name, manifest("t1"));
    version = admin.saveDraft(name, manifest("t2"), version);
    Instant at = Instant.now().plusSeconds(3600);

    JsonNode made = json(
        admin.ask("POST", "/manifests/" + name + "/publish", Map.of("at", at.toString()), version),
        201);
    admin.saveDraft(name, manifest("t3"), version);

    assertThat(json(paul.ask("POST", "/manifests/" + name + "/publish", Map.of(), version + 1), 409)
            .toString())
        .contains("is scheduled");
    String id = made.get("id").asString();
    assertThat(publication(id).get("state").asString()).isEqualTo("scheduled");
    // An hour later.
    advance(id, 3_600_000);
    Await.until(() -> assertThat(publication(id).get("state").asString()).isEqualTo("done"));
    Await.until(() -> assertThat(nodesThatRun("t2")).containsExactly("a", "b", "c"));
    assertThat(admin.get("/manifests/" + name + "/history").get("total").intValue())
        .isEqualTo(2);
    assertThat(admin.get("/manifests/" + name).at("/draft/text").asString()).contains("t3");
  }

  /** Schedules the draft for an hour later, and returns the id of the publication. */
  private static String scheduled(AdminPeer author, String name, long version) {
    Map<String, Object> wish = Map.of("at", Instant.now().plusSeconds(3600).toString());
    return json(author.ask("POST", "/manifests/" + name + "/publish", wish, version), 201)
        .get("id")
        .asString();
  }

  /** Moves the time of a publication, and lets the gateways see the change. */
  private static void advance(String id, long millis) throws Exception {
    server.execute(
        DATABASE,
        "UPDATE publication SET due_at = due_at - " + millis + " WHERE id = '" + id + "'");
    server.execute(
        DATABASE, "UPDATE change_counter SET last = last + 1 WHERE topic = 'publication'");
  }

  @Test
  void missedTimeIsMadeUpAndStated() throws Exception {
    String name = fresh();
    long version = admin.create(name, manifest("t4"));
    String id = scheduled(admin, name, version);

    // The state after two hours without a gateway.
    advance(id, 7_200_000);

    Await.until(() -> assertThat(publication(id).get("state").asString()).isEqualTo("done"));
    assertThat(publication(id).get("reason").asString()).contains("min after its time");
  }

  @Test
  void scheduledPublicationThatCameTooLateFailsWithAnAlert() throws Exception {
    String name = fresh();
    long version = published(name, manifest("t5"));
    version = admin.saveDraft(name, manifest("t6"), version);
    String id = scheduled(admin, name, version);

    // A gateway of an older version does not know the schedule.
    server.execute(
        DATABASE, "UPDATE publication SET base = base - 1, due_at = 0 WHERE id = '" + id + "'");

    Await.until(() -> assertThat(publication(id).get("state").asString()).isEqualTo("failed"));
    assertThat(admin.get("/status").get("alerts").toString()).contains("publication-failed", name);
    assertThat(nodesThatRun("t6")).isEmpty();
  }

  @Test
  void scheduleOfADisabledAuthorDoesNotFireAndSaysWhy() throws Exception {
    String hash = PasswordHash.of(GatewayProcess.ADMIN_PASSWORD);
    server.execute(
        DATABASE,
        "INSERT INTO account (name, role, password_hash, must_change, created_at) VALUES ('max', 'publisher', '"
            + hash + "', 0, 0)");
    AdminPeer max = AdminPeer.login(port("b"), "max", GatewayProcess.ADMIN_PASSWORD);
    String name = fresh();
    long version = max.create(name, manifest("t7"));
    String id = scheduled(max, name, version);
    json(admin.write("PATCH", "/users/max", Map.of("disabled", true), "*"), 200);

    advance(id, 3_600_000);

    Await.until(() -> assertThat(publication(id).get("state").asString()).isEqualTo("failed"));
    assertThat(publication(id).get("reason").asString()).contains("max is disabled");
    assertThat(admin.get("/status").get("alerts").toString()).contains("max is disabled");
    assertThat(nodesThatRun("t7")).isEmpty();
  }

  @Test
  void undoLeavesAManifestThatAFileDecides() throws Exception {
    String name = fresh();
    long version = published(name, manifest("t8"));
    version = admin.saveDraft(name, manifest("t9"), version);
    admin.publish(name, version);
    String id = admin.get("/publications?manifest=" + name).at("/items/0/id").asString();
    String managed = "/manifests/" + name + "/managed-by";
    json(admin.write("PUT", managed, Map.of("managedBy", "git://ops"), ""), 200);

    assertThat(json(admin.ask("POST", "/publications/" + id + "/undo", Map.of(), 0), 409)
            .toString())
        .contains("managed-by-file")
        .contains("git://ops");
    Map<String, Object> none = new HashMap<>();
    none.put("managedBy", null);
    json(admin.write("PUT", managed, none, ""), 200);
    json(admin.ask("POST", "/publications/" + id + "/undo", Map.of(), 0), 200);
  }

  // Canaries.

  @Test
  void canaryWithServerErrorsIsUndoneByItself() throws Exception {
    String name = fresh();
    long version = published(name, manifest("c1"));
    version = admin.saveDraft(name, manifest("c2"), version);

    JsonNode made = beginCanary(
        name, version, Map.of("share", 34, "minutes", 10, "guardrails", Map.of("minRequests", 20)));
    String id = made.get("id").asString();
    // 34 % of three nodes, rounded up.
    List<String> chosen = canaryNodes(made);
    assertThat(chosen).hasSize(2);
    Await.until(() -> assertThat(nodesThatRun("c2")).isEqualTo(chosen));
    Await.until(
        () -> assertThat(publication(id).at("/nodes/effective").intValue()).isEqualTo(2));

    // Counting begins when a node knows of the canary.
    Await.until(
        () -> assertThat(publication(id).at("/canary/canary/nodes").intValue()).isEqualTo(2));
    for (Map.Entry<String, GatewayProcess> node : NODES.entrySet()) {
      requests(node.getValue(), chosen.contains(node.getKey()) ? "/boom" : "/fine", 30);
    }

    Await.until(() -> assertThat(publication(id).get("state").asString()).isEqualTo("undone"));
    Await.until(() -> assertThat(nodesThatRun("c2")).isEmpty());
    assertThat(nodesThatRun("c1")).containsExactly("a", "b", "c");
    assertThat(publication(id).get("reason").asString()).contains("5xx responses");
    assertThat(admin.get("/status").get("alerts").toString()).contains("publication-undone", name);
    assertThat(admin.get("/audit?q=publication.undo").toString()).contains(name, "5xx");
    Await.until(() -> assertThat(admin.get("/history/events?kind=publication").toString())
        .contains("publication of manifest " + name + " undone"));
    // The draft is still there to be corrected.
    assertThat(admin.get("/manifests/" + name).at("/draft/text").asString()).contains("c2");
  }

  @Test
  void canaryThatHeldIsPromotedWhenItsTimeIsOver() throws Exception {
    String name = fresh();
    long version = published(name, manifest("c3"));
    version = admin.saveDraft(name, manifest("c4"), version);
    JsonNode made = beginCanary(
        name, version, Map.of("nodes", 1, "guardrails", Map.of("minRequests", 10, "p95", 10_000)));
    String id = made.get("id").asString();
    Await.until(
        () -> assertThat(publication(id).at("/canary/canary/nodes").intValue()).isEqualTo(1));
    for (GatewayProcess node : NODES.values()) {
      requests(node, "/fine", 20);
    }
    Await.until(() ->
        assertThat(publication(id).at("/canary/sentence").asString()).contains("guardrails hold"));
    assertThat(nodesThatRun("c4")).isEqualTo(canaryNodes(made));

    server.execute(DATABASE, "UPDATE publication SET due_at = 0 WHERE id = '" + id + "'");

    Await.until(() -> assertThat(publication(id).get("state").asString()).isEqualTo("done"));
    Await.until(() -> assertThat(nodesThatRun("c4")).containsExactly("a", "b", "c"));
    assertThat(admin.get("/manifests/" + name).get("state").asString()).isEqualTo("published");
  }

  @Test
  void canaryWithoutTrafficWaitsForAPerson() throws Exception {
    String name = fresh();
    long version = published(name, manifest("c5"));
    long first = admin.get("/manifests/" + name).at("/published/revision").longValue();
    version = admin.saveDraft(name, manifest("c6"), version);
    String id = beginCanary(name, version, Map.of("nodes", 1)).get("id").asString();

    server.execute(DATABASE, "UPDATE publication SET due_at = 0 WHERE id = '" + id + "'");

    Await.until(() -> assertThat(publication(id).get("reason").asString())
        .contains("promote or undo it", "to judge it"));
    assertThat(json(
                paul.ask(
                    "POST", "/manifests/" + name + "/rollback", Map.of("revision", first), version),
                409)
            .toString())
        .isNotEmpty();
    JsonNode promoted = json(
        paul.ask("POST", "/publications/" + id + "/promote", Map.of("reason", "quiet"), 0), 200);
    assertThat(promoted.get("state").asString()).isEqualTo("done");
    Await.until(() -> assertThat(nodesThatRun("c6")).containsExactly("a", "b", "c"));
  }

  @Test
  void canaryOutlivesALossOfTheDatabase() throws Exception {
    String name = fresh();
    long version = published(name, manifest("c7"));
    version = admin.saveDraft(name, manifest("c8"), version);
    JsonNode made =
        beginCanary(name, version, Map.of("nodes", 1, "guardrails", Map.of("minRequests", 10)));
    String id = made.get("id").asString();
    List<String> chosen = canaryNodes(made);
    Await.until(() -> assertThat(nodesThatRun("c8")).isEqualTo(chosen));
    Await.until(
        () -> assertThat(publication(id).at("/canary/canary/nodes").intValue()).isEqualTo(1));

    server.down();
    try {
      requests(NODES.get(chosen.get(0)), "/boom", 30);
    } finally {
      server.up();
    }
    awaitNodes();

    Await.until(() -> assertThat(publication(id).get("state").asString()).isEqualTo("undone"));
    Await.until(() -> assertThat(nodesThatRun("c7")).containsExactly("a", "b", "c"));
  }

  @Test
  void canaryEndsWhenItsNodeLeaves() throws Exception {
    server.create("leaving");
    Map<String, GatewayProcess> two = new HashMap<>();
    try {
      for (String name : List.of("x", "y")) {
        two.put(name, node(name, "leaving"));
      }
      String first = "x";
      AdminPeer onX = AdminPeer.login(two.get(first).adminPort());
      Await.until(
          () -> assertThat(onX.get("/status").at("/nodes/effective").intValue()).isEqualTo(2));
      long version = onX.publish("m", onX.create("m", manifest("l1")));
      version = onX.saveDraft("m", manifest("l2"), version);
      JsonNode made = json(
          onX.ask("POST", "/manifests/m/publish", Map.of("canary", Map.of("share", 50)), version),
          201);
      String chosen = canaryNodes(made).get(0);
      String other = chosen.equals("x") ? "y" : "x";
      two.remove(chosen).close();

      AdminPeer left = AdminPeer.login(two.get(other).adminPort());
      String id = made.get("id").asString();
      Await.until(() ->
          assertThat(left.get("/publications/" + id).get("state").asString()).isEqualTo("undone"));
      assertThat(left.get("/publications/" + id).get("reason").asString())
          .contains("no node of the canary");

      // One gateway is left, which cannot keep the old revision beside the new one.
      HttpResponse<String> alone =
          left.write("POST", "/manifests/m/publish", Map.of("canary", Map.of("share", 50)), "*");
      assertThat(json(alone, 409).toString()).contains("at least 2");
    } finally {
      two.values().forEach(GatewayProcess::close);
    }
  }

  @Test
  void restartedNodeOfACanaryRunsItAgain() throws Exception {
    String name = fresh();
    long version = published(name, manifest("r1"));
    version = admin.saveDraft(name, manifest("r2"), version);
    JsonNode made = beginCanary(name, version, Map.of("nodes", 2));
    List<String> chosen = canaryNodes(made);
    String id = made.get("id").asString();
    Await.until(() -> assertThat(nodesThatRun("r2")).isEqualTo(chosen));
    String restarted =
        chosen.stream().filter(node -> !node.equals("a")).findFirst().orElseThrow();

    NODES.get(restarted).close();
    NODES.put(restarted, node(restarted, DATABASE));

    Await.until(() -> assertThat(nodesThatRun("r2")).isEqualTo(chosen));
    assertThat(publication(id).get("state").asString()).isEqualTo("canary");
    json(admin.ask("POST", "/publications/" + id + "/undo", Map.of(), 0), 200);
    Await.until(() -> assertThat(nodesThatRun("r2")).isEmpty());
  }

  // At once.

  @Test
  void onlyOneOfTwoPublishersWins() {
    String name = fresh();
    long version = admin.create(name, manifest("p1"));
    String path = "/manifests/" + name + "/publish";
    List<CompletableFuture<HttpResponse<String>>> asked = List.of(
        CompletableFuture.supplyAsync(() -> admin.ask("POST", path, Map.of(), version)),
        CompletableFuture.supplyAsync(
            () -> paul.ask("POST", path, Map.of("canary", Map.of("nodes", 1)), version)));
    List<HttpResponse<String>> responses =
        asked.stream().map(CompletableFuture::join).toList();

    String bodies = responses.stream().map(HttpResponse::body).collect(Collectors.joining("\n"));
    assertThat(responses)
        .as(bodies)
        .extracting(HttpResponse::statusCode)
        .satisfiesOnlyOnce(status -> assertThat(status).isLessThan(300))
        .satisfiesOnlyOnce(status -> assertThat(status).isIn(409, 412));
    JsonNode newest = admin.get("/publications?manifest=" + name).at("/items/0");
    if (newest.get("state").asString().equals("canary")) {
      admin.ask("POST", "/publications/" + newest.get("id").asString() + "/undo", Map.of(), 0);
    }
  }

  @Test
  void undoRestoresTheRevisionBeforeAndKeepsTheDraft() {
    String name = fresh();
    long version = published(name, manifest("u1"));
    admin.publish(name, admin.saveDraft(name, manifest("u2"), version));
    String id = admin.get("/publications?manifest=" + name).at("/items/0/id").asString();

    json(paul.ask("POST", "/publications/" + id + "/undo", Map.of("reason", "too much"), 0), 200);

    Await.until(() -> assertThat(nodesThatRun("u1")).containsExactly("a", "b", "c"));
    assertThat(nodesThatRun("u2")).isEmpty();
    JsonNode now = admin.get("/manifests/" + name);
    assertThat(now.at("/draft/text").asString()).contains("u2");
    assertThat(now.get("state").asString()).isEqualTo("changed");
    assertThat(paul.ask("POST", "/publications/" + id + "/undo", Map.of(), 0).statusCode())
        .isEqualTo(409);
  }

  @Test
  void oneRuleOfAnOldRevisionReturnsToTheDraft() {
    String name = fresh();
    long version = published(name, manifest("k1", "k2"));
    long first = admin.get("/manifests/" + name).at("/published/revision").longValue();
    String changed =
        manifest("k1", "k2").replace("/k1.css", "/new.css").replace("/k2.css", "/other.css")
            + "# the end\n";
    version = admin.saveDraft(name, changed, version);
    String history = "/manifests/" + name;

    JsonNode compared = admin.get(history + "/history:compare?from=" + first + "&to=draft");
    assertThat(compared.get("changes").toString()).contains("/page-k1", "/new.css", "/k1.css");
    assertThat(compared.at("/from/hash").asString()).hasSize(64);

    JsonNode restored = json(
        eva.ask(
            "POST",
            history + "/history:restore-rule",
            Map.of("revision", first, "rule", "/page-k1"),
            version),
        200);
    assertThat(restored.at("/draft/text").asString())
        .contains("/k1.css", "/other.css", "# the end")
        .doesNotContain("/new.css");
    assertThat(json(
                eva.ask(
                    "POST",
                    history + "/history:restore-rule",
                    Map.of("revision", first, "rule", "/nowhere"),
                    version + 1),
                409)
            .toString())
        .contains("/nowhere");
  }

  // Dry run.

  @Test
  void dryRunCountsExactlyTheRecordedPageViews() throws Exception {
    String name = fresh();
    String base = "/dry/" + name;
    String before = "hosts: [ localhost ]\nrules:\n  - match: { path: \"" + base
        + "/one\" }\n    assets:\n" + "      - { url: /d1.css, as: style }\n";
    String after =
        "hosts: [ localhost ]\nrules:\n  - match: { path: \"" + base + "/*\" }\n    assets:\n"
            + "      - { url: /d1.css, as: style }\n      - { url: /d2.css, as: style }\n";
    long version = published(name, before);
    admin.saveDraft(name, after, version);
    // The manifest in force must be in force on both before they count.
    Await.until(() -> assertThat(nodesThatRun("d1")).contains("a", "b"));
    JsonNode start = dryRun(name);

    // On two gateways, with a query and as an asset, which is no page view.
    visit("a", base + "/one", 5);
    visit("a", base + "/two?token=secret", 3);
    visit("b", base + "/one", 4);
    try (Http2Peer peer = Http2Peer.connect(NODES.get("a").port("plain"), ENABLE_PUSH, 0)) {
      peer.get(1, base + "/one", "sec-fetch-mode", "no-cors", "sec-fetch-dest", "image");
      peer.readResponse(1);
    }

    Await.until(() -> {
      JsonNode now = dryRun(name);
      assertThat(now.get("views").longValue() - start.get("views").longValue()).isEqualTo(12);
      assertThat(now.get("exact").booleanValue()).isTrue();
      assertThat(now.at("/before/matched").longValue()).isEqualTo(9);
      assertThat(now.at("/after/matched").longValue()).isEqualTo(12);
      assertThat(now.at("/before/hints").longValue()).isEqualTo(9);
      assertThat(now.at("/after/hints").longValue()).isEqualTo(24);
      assertThat(now.get("sentence").asString()).contains("Would have matched 12 of ");
      assertThat(now.toString()).doesNotContain("secret");
    });
    // The sizes become known with the first responses: 3 views with both assets, 9 with one more.
    JsonNode unsized = dryRun(name);
    assertThat(unsized.at("/after/unknownSizes").longValue()).isEqualTo(24);
    assertThat(unsized.get("sentence").asString())
        .contains("an unknown number of bytes hinted a view");
    visit("a", "/d1.css", 1);
    JsonNode partly = dryRun(name);
    assertThat(partly.at("/before/unknownSizes").longValue()).isZero();
    assertThat(partly.get("sentence").asString())
        .contains("+750 bytes and an unknown number of bytes hinted a view");
    assertThat(partly.get("notes").toString())
        .contains("sizes of 0 hints in force and of 12 hints of the draft are not known");
    visit("a", "/d2.css", 1);
    JsonNode sized = dryRun(name);
    assertThat(sized.at("/before/hintedBytes").longValue()).isEqualTo(9 * 3000);
    assertThat(sized.at("/after/hintedBytes").longValue()).isEqualTo(24 * 3000);
    assertThat(sized.get("bytesPerView").longValue()).isEqualTo((24 - 9) * 3000 / 12);
    assertThat(sized.get("sentence").asString()).contains("+4 KB hinted a view");
    // The assets were requested as pages, which no rule matches.
    assertThat(sized.get("views").longValue() - start.get("views").longValue()).isEqualTo(14);
    // The manifest in force hinted the same number.
    long hinted = Stream.of("a", "b")
        .mapToLong(node ->
            on(node).get("/ledger?manifest=" + name).at("/items/0/hinted").longValue())
        .sum();
    assertThat(hinted).isEqualTo(9);
  }

  private JsonNode dryRun(String name) {
    return json(admin.ask("POST", "/manifests/" + name + "/draft:dry-run", Map.of(), 0), 200);
  }

  private static void visit(String node, String path, int times) {
    for (int i = 0; i < times; i++) {
      // Each visitor is new: a new connection without pushes, and no cookie.
      try (Http2Peer peer = Http2Peer.connect(NODES.get(node).port("plain"), ENABLE_PUSH, 0)) {
        peer.get(1, path, "sec-fetch-mode", "navigate", "sec-fetch-dest", "document");
        peer.readResponse(1);
      }
    }
  }

  // Bad input.

  @Test
  void badWishesNameTheField() {
    String name = fresh();
    long version = admin.create(name, manifest("b1"));
    String path = "/manifests/" + name + "/publish";
    Map<Map<String, Object>, String> wishes = Map.of(
        Map.of("at", "tomorrow"),
        "at: tomorrow",
        Map.of("at", "2020-01-01T00:00:00Z"),
        "at: 2020-01-01T00:00:00Z",
        Map.of("at", Instant.now().plusSeconds(60).toString(), "canary", Map.of("share", 5)),
        "canary: beside at",
        Map.of("canary", Map.of()),
        "canary.share: absent",
        Map.of("canary", Map.of("share", 100)),
        "canary.share: 100",
        Map.of("canary", Map.of("share", 5, "guardrails", Map.of("p95", -1))),
        "canary.guardrails.p95: -1",
        Map.of("canary", Map.of("share", 5, "speed", 1)),
        "canary.speed: unknown");
    wishes.forEach((wish, words) -> {
      HttpResponse<String> response = admin.ask("POST", path, wish, version);
      assertThat(json(response, 400).get("detail").asString()).startsWith(words);
    });
    assertThat(json(admin.ask("POST", path, Map.of("canary", Map.of("nodes", 3)), version), 409)
            .toString())
        .contains("fewer than the 3 gateways");
    assertThat(admin.ask("GET", "/publications/none", Map.of(), 0).statusCode()).isEqualTo(404);
  }
}
