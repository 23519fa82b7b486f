package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.Main;
import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.LocalPostgres;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two gateways that take their configuration from one PostgreSQL. */
final class StoredConfigurationIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String FIRST = document("first");

  @TempDir
  static Path directory;

  private static LocalPostgres server;
  private static GatewayProcess a;
  private static GatewayProcess b;

  private AdminPeer admin;

  private static String document(String body) {
    return """
        # kept as written
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        sites:
          - hosts: [ localhost ]
            routes: [ { match: { path: "/*" }, respond: { status: 200, body: %s } } ]
        """.formatted(body);
  }

  private static String bootstrap(String name) {
    return """
        config: { from: store }
        admin: { address: "127.0.0.1:0" }
        store:
          url: "%s"
          user: postgres
          node: %s
          directory: state
        """.formatted(server.url("configuration"), name);
  }

  private static GatewayProcess node(String name, String yaml) throws Exception {
    Path folder = Files.createDirectories(directory.resolve(name));
    return GatewayProcess.start(folder, yaml, Map.of());
  }

  @BeforeAll
  static void start() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    server = LocalPostgres.start();
    server.create("configuration");
    a = node("a", bootstrap("a") + FIRST);
    b = node("b", bootstrap("b"));
  }

  @AfterAll
  static void stop() throws Exception {
    for (GatewayProcess node : new GatewayProcess[] {a, b}) {
      if (node != null) {
        node.close();
      }
    }
    if (server != null) {
      server.stop();
    }
  }

  @BeforeEach
  void begin() throws Exception {
    Await.until(() -> admin = AdminPeer.login(a.adminPort()));
    write("PUT", "/configuration/draft", Map.of("text", FIRST), "*");
    if (!admin.get("/configuration").get("text").stringValue().equals(FIRST)) {
      HttpResponse<String> back = write("POST", "/configuration/publish", Map.of(), "*");
      assertThat(back.statusCode()).as(back.body()).isEqualTo(200);
    }
    Await.until(() -> assertThat(complaints()).containsExactly("", ""));
    assertThat(body(a)).isEqualTo("first");
    Await.until(() -> assertThat(body(b)).isEqualTo("first"));
  }

  private HttpResponse<String> write(String method, String path, Map<String, ?> body, String tag) {
    return admin.write(method, path, body, tag);
  }

  private static JsonNode json(HttpResponse<String> response) {
    return JsonMapper.shared().readTree(response.body());
  }

  private HttpResponse<String> publish(String text) {
    HttpResponse<String> saved = write("PUT", "/configuration/draft", Map.of("text", text), "*");
    assertThat(saved.statusCode()).as(saved.body()).isEqualTo(200);
    return write(
        "POST",
        "/configuration/publish",
        Map.of(),
        saved.headers().firstValue("etag").orElse(""));
  }

  private long revision() {
    return admin.get("/configuration").at("/published/revision").longValue();
  }

  private List<String> complaints() {
    long inForce = revision();
    return StreamSupport.stream(admin.get("/configuration/nodes").get("items").spliterator(), false)
        .map(node -> node.get("complaint").isNull()
            ? node.get("revision").longValue() == inForce ? "" : "behind"
            : node.get("complaint").stringValue())
        .toList();
  }

  private static String body(GatewayProcess node) throws Exception {
    return HTTP.send(
            HttpRequest.newBuilder(URI.create("http://localhost:" + node.port("plain") + "/"))
                .build(),
            BodyHandlers.ofString())
        .body();
  }

  private void assertRefused(String text, int line, int column, String message) {
    long before = revision();

    HttpResponse<String> refused = publish(text);

    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
    JsonNode problem = json(refused);
    assertThat(problem.get("code").stringValue()).isEqualTo("invalid-configuration");
    JsonNode first = problem.get("problems").get(0);
    assertThat(first.get("message").stringValue()).contains(message);
    assertThat(List.of(first.get("line").intValue(), first.get("column").intValue()))
        .as(refused.body())
        .containsExactly(line, column);
    assertThat(revision()).isEqualTo(before);
  }

  @Test
  void theFirstStartCopiesTheFileWithoutTheSectionsThatStayThere() {
    String text = admin.get("/configuration").get("text").stringValue();

    assertThat(text).isEqualTo(FIRST).startsWith("# kept as written").doesNotContain("admin");
  }

  @Test
  void aPublicationIsInForceHereAtOnceAndOnTheOtherNodeSoonAfter() throws Exception {
    JsonNode published = json(publish(document("second")));

    assertThat(body(a)).isEqualTo("second");
    assertThat(published.at("/draft/changed").booleanValue()).isFalse();
    Await.until(() -> assertThat(body(b)).isEqualTo("second"));
    Await.until(() -> assertThat(complaints()).containsExactly("", ""));
    long now = revision();
    JsonNode changes =
        admin.get("/configuration:diff?from=" + (now - 1) + "&to=" + now).get("changes");
    assertThat(changes).hasSize(1);
    assertThat(changes.get(0).get("path").stringValue())
        .isEqualTo("sites[0].routes[0].respond.body");

    HttpResponse<String> back = write(
        "POST", "/configuration/rollback", Map.of("revision", now - 1, "comment", "undo"), "*");

    assertThat(back.statusCode()).as(back.body()).isEqualTo(200);
    assertThat(json(back).at("/published/rolledBackTo").longValue()).isEqualTo(now - 1);
    assertThat(body(a)).isEqualTo("first");
    Await.until(() -> assertThat(body(b)).isEqualTo("first"));
  }

  @Test
  void anInvalidTextIsRefusedWithItsPlace() {
    assertRefused(FIRST + "zone: [ 1 ]\n", 6, 7, "zone");
    assertRefused(FIRST.replace("respond", "respnd"), 5, 40, "respnd");
    assertRefused("listeners: [", 1, 13, "YAML");
    assertRefused(FIRST + "zone: ${file:/etc/none}\n", 6, 7, "/etc/none");
  }

  @Test
  void sectionsThatWouldLockPeopleOutAndOtherFilesAreRefused() {
    assertRefused(FIRST + "admin: { enabled: false }\n", 6, 1, "admin");
    assertRefused(FIRST + "store: { url: \"jdbc:sqlite:other.db\" }\n", 6, 1, "store");
    assertRefused(FIRST + "config: { from: file }\n", 6, 1, "config");
    assertRefused("include: [ /etc/passwd ]\n" + FIRST, 1, 1, "include");
  }

  @Test
  void textsThatGrowAreRefused() {
    String bomb = IntStream.range(1, 12)
        .mapToObj(i -> "  - &a" + i + " [ " + ("*a" + (i - 1) + ", ").repeat(9) + "x ]")
        .collect(Collectors.joining("\n", "x:\n  - &a0 [ y ]\n", "\n"));
    HttpResponse<String> grown = publish(FIRST + bomb);
    HttpResponse<String> deep = publish("x: " + "[".repeat(20_000));
    HttpResponse<String> large =
        write("PUT", "/configuration/draft", Map.of("text", "#".repeat((1 << 20) + 1)), "*");

    assertThat(grown.statusCode()).as(grown.body()).isEqualTo(422);
    assertThat(deep.statusCode()).as(deep.body()).isEqualTo(422);
    assertThat(large.statusCode()).isEqualTo(400);
  }

  @Test
  void aTextThatThisNodeCannotApplyIsRefusedAndTheEarlierOneStays() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String text = document("never")
          .replace(
              "\"127.0.0.1:0\" }",
              "\"127.0.0.1:0\" }, { name: taken, address: \"127.0.0.1:" + taken.getLocalPort()
                  + "\" }");

      assertRefused(text, 0, 0, String.valueOf(taken.getLocalPort()));
    }

    assertThat(body(a)).isEqualTo("first");
    assertThat(body(b)).isEqualTo("first");
  }

  @Test
  void noPublicationTakesThePortOfTheAdminPlane() throws Exception {
    for (String host : List.of("127.0.0.1", "0.0.0.0")) {
      String text = document("never").replace("127.0.0.1:0\"", host + ":" + a.adminPort() + "\"");

      assertRefused(text, 0, 0, String.valueOf(a.adminPort()));
    }

    assertThat(body(a)).isEqualTo("first");
    assertThat(AdminPeer.login(a.adminPort()).get("/configuration").get("from").stringValue())
        .isEqualTo("store");
  }

  @Test
  void aCertificateThatIsMissingIsRefused() {
    HttpResponse<String> refused = publish(document("never")
        .replace(
            "\"127.0.0.1:0\" }",
            "\"127.0.0.1:0\", tls: { certificates: [ { chain: none.pem, key: none.key } ] } }"));

    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
    assertThat(refused.body()).contains("none.pem");
    JsonNode entry =
        admin.get("/audit?action=configuration.publish&limit=1").get("items").get(0);
    assertThat(entry.get("outcome").stringValue()).isEqualTo("refused");
    assertThat(entry.toString()).contains("none.pem");
  }

  @Test
  void theContentOfASecretLeavesByNoResponse() throws Exception {
    Files.writeString(directory.resolve("a/secret.txt"), "s3cr3t-of-7");

    HttpResponse<String> refused =
        publish(FIRST.replace("\"127.0.0.1:0\"", "\"${file:secret.txt}\""));
    HttpResponse<String> accepted = publish(document("\"x ${file:secret.txt}\""));
    String compared =
        admin.get("/configuration:diff?from=" + (revision() - 1) + "&to=draft").toString();

    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(200);
    assertThat(body(a)).isEqualTo("x s3cr3t-of-7");
    assertThat(compared).contains("${file:secret.txt}");
    assertThat(refused.body()
            + accepted.body()
            + compared
            + admin.get("/configuration")
            + admin.get("/configuration/nodes")
            + admin.get("/audit?limit=20"))
        .doesNotContain("s3cr3t");
  }

  @Test
  void anotherNodeThatCannotApplyItKeepsTheEarlierOneAndComplains() throws Exception {
    Files.writeString(directory.resolve("a/body.txt"), "mine");

    HttpResponse<String> published = publish(document("\"${file:body.txt}\""));

    assertThat(published.statusCode()).as(published.body()).isEqualTo(200);
    assertThat(published.body()).contains("${file:body.txt}").doesNotContain("mine");
    assertThat(body(a)).isEqualTo("mine");
    Await.until(() -> assertThat(complaints().toString()).contains("body.txt"));
    assertThat(body(b)).isEqualTo("first");
    Await.until(
        () -> assertThat(admin.get("/status").get("fleet").toString()).contains("body.txt"));

    Files.writeString(directory.resolve("b/body.txt"), "mine, too");

    Await.until(() -> assertThat(complaints()).containsExactly("", ""));
    assertThat(body(b)).isEqualTo("mine, too");
  }

  @Test
  void secondOfTwoEditorsIsRefused() {
    String tag = write("PUT", "/configuration/draft", Map.of("text", document("x")), "*")
        .headers()
        .firstValue("etag")
        .orElse("");

    HttpResponse<String> one =
        write("PUT", "/configuration/draft", Map.of("text", document("one")), tag);
    HttpResponse<String> two =
        write("PUT", "/configuration/draft", Map.of("text", document("two")), tag);
    HttpResponse<String> blind = write("POST", "/configuration/publish", Map.of(), tag);
    HttpResponse<String> without = write("POST", "/configuration/publish", Map.of(), "");

    assertThat(one.statusCode()).isEqualTo(200);
    assertThat(two.statusCode()).isEqualTo(412);
    assertThat(blind.statusCode()).isEqualTo(412);
    assertThat(without.statusCode()).isEqualTo(428);
    assertThat(admin.get("/configuration").at("/draft/text").stringValue()).contains("one");
  }

  @Test
  void onePublicationOfTwoAtOnceIsInForceOnBothNodes() throws Exception {
    AdminPeer other = admin.at(b.adminPort());
    String tag = write("PUT", "/configuration/draft", Map.of("text", document("both")), "*")
        .headers()
        .firstValue("etag")
        .orElse("");

    List<Integer> statuses = Stream.of(admin, other)
        .map(peer -> CompletableFuture.supplyAsync(
            () -> peer.write("POST", "/configuration/publish", Map.of(), tag).statusCode()))
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .sorted()
        .toList();

    assertThat(statuses).containsExactly(200, 412);
    Await.until(() -> assertThat(complaints()).containsExactly("", ""));
    assertThat(List.of(body(a), body(b))).containsExactly("both", "both");
  }

  @Test
  void aNodeThatCannotApplyTheRevisionInForceStartsWithItsCopy() throws Exception {
    int port = FreePort.find();
    HttpResponse<String> published =
        publish(document("fixed").replace("127.0.0.1:0", "127.0.0.1:" + port));
    assertThat(published.statusCode()).as(published.body()).isEqualTo(200);
    // Node a has the port now.
    Await.until(() -> assertThat(complaints().toString()).contains(String.valueOf(port)));

    b.close();
    b = node("b", bootstrap("b"));

    assertThat(body(b)).isEqualTo("first");
    Await.until(() -> assertThat(complaints().toString()).contains(String.valueOf(port)));
  }

  @Test
  void filesOfARepositoryDecideTheConfigurationWithTheirMark() throws Exception {
    Path folder = Files.createDirectories(directory.resolve("git-" + System.nanoTime()));
    Path file = folder.resolve("configuration.yaml");
    assertThat(command("export", folder.toString())).isEmpty();
    assertThat(file).hasContent(FIRST.strip());

    Files.writeString(file, document("of-git"));
    assertThat(command("apply", folder.toString(), "--managed-by", "git://ops")).isEmpty();
    assertThat(body(a)).isEqualTo("of-git");
    HttpResponse<String> refused = write("PUT", "/configuration/draft", Map.of("text", FIRST), "*");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("managed-by-file").contains("git://ops");
    Files.writeString(file, "zone: [ 1 ]\n");
    assertThat(command("apply", folder.toString(), "--managed-by", "git://ops"))
        .contains("configuration.yaml:1:7: ");

    assertThat(command("configuration", "manage", "--managed-by", "null")).isEmpty();
    assertThat(admin.get("/configuration").get("managedBy").isNull()).isTrue();
  }

  /** Runs a command at node a, and returns what it complains. */
  private static String command(String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.addAll(a.signIn());
    String[] line = all.toArray(String[]::new);
    StringWriter err = new StringWriter();
    var unused = Main.commandLine(line)
        .setOut(new PrintWriter(new StringWriter()))
        .setErr(new PrintWriter(err, true))
        .execute(line);
    return err.toString();
  }

  @Test
  void theFirstConfigurationOfAnEmptyStoreIsTriedToo() throws Exception {
    String yaml = """
        config: { from: store }
        admin: { address: "127.0.0.1:0" }
        """;
    try (GatewayProcess empty = node("empty", yaml);
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      AdminPeer peer = AdminPeer.login(empty.adminPort());
      String busy = FIRST.replace("127.0.0.1:0", "127.0.0.1:" + taken.getLocalPort());

      HttpResponse<String> refused =
          peer.write("PUT", "/configuration/draft", Map.of("text", busy), "*");
      HttpResponse<String> accepted =
          peer.write("PUT", "/configuration/draft", Map.of("text", FIRST), "*");

      assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
      assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(200);
      assertThat(body(empty)).isEqualTo("first");
    }
    String file = directory.resolve("empty/gateway.yaml").toString();
    assertThat(Main.commandLine("check").execute("check", "-c", file)).isZero();
  }

  @Test
  void aDraftNeedsASecondAdminAndNamesOnlyWhatTheFileOfTheNodeAllows() throws Exception {
    String yaml = """
        config: { from: store, approval: required }
        admin: { address: "127.0.0.1:0" }
        """;
    try (GatewayProcess strict = node("strict", yaml + FIRST)) {
      AdminPeer author = AdminPeer.login(strict.adminPort());
      HttpResponse<String> reading = author.write(
          "PUT",
          "/configuration/draft",
          Map.of("text", document("\"${file:/etc/hostname}\"")),
          "*");
      assertThat(author
              .write("POST", "/configuration/approvals", Map.of(), etag(reading))
              .body())
          .contains("/etc/hostname: not for this configuration", "config.folders of ");
      HttpResponse<String> saved =
          author.write("PUT", "/configuration/draft", Map.of("text", document("second")), "*");
      String approvals = "/configuration/approvals";

      HttpResponse<String> early =
          author.write("POST", "/configuration/publish", Map.of(), etag(saved));
      assertThat(early.statusCode()).as(early.body()).isEqualTo(409);
      assertThat(early.body()).contains("not approved");
      assertThat(author.write("POST", approvals, Map.of(), etag(saved)).body())
          .contains("admin changed this draft");
      JsonNode made = author.post(
          "/users",
          Map.of("name", "eve", "grants", List.of(Map.of("role", "admin", "sites", List.of("*")))));
      AdminPeer second =
          AdminPeer.login(strict.adminPort(), "eve", made.get("oneTimePassword").stringValue());
      second.changePassword(made.get("oneTimePassword").stringValue(), "a horse that counts");
      HttpResponse<String> approved = second.write("POST", approvals, Map.of(), etag(saved));
      assertThat(approved.statusCode()).as(approved.body()).isEqualTo(200);

      HttpResponse<String> published =
          author.write("POST", "/configuration/publish", Map.of(), etag(saved));
      assertThat(published.statusCode()).as(published.body()).isEqualTo(200);
      assertThat(body(strict)).isEqualTo("second");
      assertThat(author.get("/audit?action=configuration.").toString())
          .contains("configuration.approve", "not approved", "changed this draft");
    }
  }

  private static String etag(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.headers().firstValue("etag").orElse("");
  }

  @Test
  void aNodeStartsFromItsCopyWhileTheDatabaseIsAway() throws Exception {
    publish(document("kept"));
    Await.until(() -> assertThat(body(b)).isEqualTo("kept"));
    b.close();
    server.down();
    try {
      assertThat(body(a)).isEqualTo("kept");
      b = node("b", bootstrap("b"));
      assertThat(body(b)).isEqualTo("kept");
      assertThat(write("POST", "/configuration/publish", Map.of(), "*").statusCode())
          .isEqualTo(503);
    } finally {
      server.up();
    }
    Await.until(() -> assertThat(
            write("PUT", "/configuration/draft", Map.of("text", document("after")), "*")
                .statusCode())
        .isEqualTo(200));
    Await.until(
        () -> assertThat(write("POST", "/configuration/publish", Map.of(), "*").statusCode())
            .isEqualTo(200));
    Await.until(() -> assertThat(body(b)).isEqualTo("after"));
  }

  @Test
  void theCommandsExportAndImportTheTextAsWritten() throws Exception {
    String file = directory.resolve("a/gateway.yaml").toString();
    Path out = directory.resolve("out-" + System.nanoTime() + ".yaml");

    int exported = Main.commandLine("config", "export")
        .execute("config", "export", "-c", file, "-o", out.toString());

    assertThat(exported).isZero();
    assertThat(out).hasContent(FIRST.strip());
    assertThat(Main.commandLine("config", "export")
            .execute("config", "export", "-c", file, "-o", out.toString()))
        .isEqualTo(1);
    Files.writeString(out, document("imported"));
    int imported = Main.commandLine("config", "import")
        .execute("config", "import", "-c", file, out.toString());
    assertThat(imported).isZero();
    Await.until(() -> assertThat(body(a)).isEqualTo("imported"));
    Await.until(() -> assertThat(body(b)).isEqualTo("imported"));
    assertThat(admin
            .get("/audit?action=configuration.publish&actor=local:"
                + System.getProperty("user.name"))
            .get("items"))
        .isNotEmpty();
    Files.writeString(out, "sites: wrong\n");
    assertThat(Main.commandLine("config", "import")
            .execute("config", "import", "-c", file, out.toString()))
        .isEqualTo(1);
  }

  @Test
  void aCheckListsWarningsOfATextWithoutErrors() {
    String text = """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        upstreams: { sso: { servers: [ "http://sso.test:81" ] } }
        sites:
          - hosts: [ localhost ]
            policies: { forwardAuth: { upstream: sso } }
            routes: [ { match: { path: "/*" }, respond: { status: 200 } } ]
        """;

    JsonNode checked = json(write("POST", "/configuration:validate", Map.of("text", text), "*"));
    assertThat(checked.get("valid").booleanValue()).isTrue();
    assertThat(checked.get("problems").size()).isEqualTo(1);
    assertThat(checked.at("/problems/0/severity").stringValue()).isEqualTo("warning");
    assertThat(checked.at("/problems/0/line").intValue()).isEqualTo(5);
    assertThat(checked.at("/problems/0/message").stringValue())
        .contains("sso.test decides in clear text");
    JsonNode wrong = json(
        write("POST", "/configuration:validate", Map.of("text", text.replace("200", "2000")), "*"));
    assertThat(wrong.get("valid").booleanValue()).isFalse();
    assertThat(wrong.at("/problems/0/severity").stringValue()).isEqualTo("error");
  }

  @Test
  void aConfigurationInAFileIsShownAndNotChanged() throws Exception {
    String yaml = "admin: { address: \"127.0.0.1:0\" }\n" + document("of-file");
    try (GatewayProcess alone = node("alone", yaml)) {
      AdminPeer peer = AdminPeer.login(alone.adminPort());

      JsonNode shown = peer.get("/configuration");
      HttpResponse<String> refused =
          peer.write("PUT", "/configuration/draft", Map.of("text", FIRST), "*");

      assertThat(shown.get("from").stringValue()).isEqualTo("file");
      assertThat(shown.get("file").stringValue()).endsWith("alone/gateway.yaml");
      assertThat(shown.get("text").stringValue()).isEqualTo(yaml);
      assertThat(shown.get("effective").toString()).contains("of-file").contains("gateway.yaml:");
      assertThat(refused.statusCode()).isEqualTo(409);
      assertThat(json(refused).get("code").stringValue()).isEqualTo("managed-by-file");
      assertThat(json(refused).get("detail").stringValue()).contains("alone/gateway.yaml");
      assertThatThrownBy(() -> alone.apply("config: { from: store }\n"))
          .hasMessageContaining("config.from")
          .hasMessageContaining("restart");
      assertThat(body(alone)).isEqualTo("of-file");
    }
  }
}
