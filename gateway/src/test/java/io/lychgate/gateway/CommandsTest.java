package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.testkit.TestJar;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

final class CommandsTest {
  @TempDir
  Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    CommandLine commandLine = Main.commandLine(arguments);
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }

  @Test
  void checkReportsAValidConfiguration() throws IOException {
    Path file = Files.writeString(
        directory.resolve("gateway.yaml"),
        "sites: []\nlisteners: [{ name: a, address: 'localhost:80' }]\n");

    assertThat(execute("check", "-c", file.toString())).isZero();
    assertThat(out)
        .hasToString(
            file + ": OK (1 listener, 0 upstreams, 0 sites, 0 routes)" + System.lineSeparator());
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void checkNamesTheLineOfAPluginThatIsWrong() throws IOException {
    Path plugins = Files.createDirectory(directory.resolve("plugins"));
    TestJar.create().plugin("acme.Gate", """
            implements StepPlugin {
              public String name() { return "gate"; }
              public PluginStep create(PluginContext context) {
                throw new IllegalArgumentException("config.secrte: unknown (expected: one of secret)");
              }
            }""").write(plugins.resolve("gate.jar"));
    String rest = """
        listeners: [{ name: a, address: 'localhost:80' }]
        sites:
          - hosts: [ a.example ]
            routes:
              - match: { path: / }
                respond: {}
                policies:
                  plugins:
                    - name: gate
                      config:
                        secrte: x
        """;
    Path file = directory.resolve("gateway.yaml");

    Files.writeString(file, "plugins: { folder: plugins }\n" + rest);
    assertThat(execute("check", "-c", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(file + ":12:17: error: ", "config.secrte: unknown");
    Files.writeString(file, "plugins: { folder: none }\n" + rest);
    assertThat(execute("check", "-c", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(file + ":1:12: error: plugins.folder: ");
    Files.writeString(file, rest);
    assertThat(execute("check", "-c", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(file + ":9:13: sites[0].routes[0].policies.plugins: ");
  }

  @Test
  void checkExplainsEachValueWithItsPlaceAndNoSecret() throws IOException {
    Files.writeString(directory.resolve("token"), "secret-of-a-header\n");
    Files.writeString(
        directory.resolve("app.yaml"),
        "upstreams: { app: { servers: [ 'http://localhost:1' ] } }\n");
    Path file = Files.writeString(directory.resolve("gateway.yaml"), """
        include: [ app.yaml ]
        listeners: [{ name: a, address: '${env:NO_SUCH_HOST:-localhost}:80' }]
        defaults:
          upstreams: { connectTimeout: 7s }
        sites:
          - hosts: [ a.example ]
            policies: { requestId: {} }
            routes:
              - match: { path: / }
                proxy: { upstream: app }
                headers: { request: { set: { X-Token: "${file:token}" } } }
        """);

    assertThat(execute("check", "-c", file.toString(), "--explain"))
        .as(err.toString())
        .isZero();
    String place = "  # " + directory;
    assertThat(out.toString().lines())
        .contains(
            "listeners[0].address: ${env:NO_SUCH_HOST:-localhost}:80" + place
                + "/gateway.yaml:2:33",
            "listeners[0].timeouts.drain: 25s  # default",
            "upstreams.app.servers: [\"http://localhost:1\"]" + place + "/app.yaml:1:30",
            "upstreams.app.connectTimeout: 7s  # inherited from defaults.upstreams, " + directory
                + "/gateway.yaml:4:32",
            "upstreams.app.maxPending: 4096  # default",
            "sites[0].routes[0].headers.request.set.X-Token: ${file:token}" + place
                + "/gateway.yaml:11:47",
            "sites[0].routes[0].policies.requestId: {}  # inherited from sites[0].policies, "
                + directory + "/gateway.yaml:7:28");
    assertThat(out.toString()).doesNotContain("secret-of");
  }

  @Test
  void checkExplainsAsJson() throws IOException {
    Path file = Files.writeString(
        directory.resolve("gateway.yaml"),
        "sites: []\nlisteners: [{ name: a, address: 'localhost:80' }]\n");

    assertThat(execute("check", "-c", file.toString(), "--json")).isEqualTo(2);
    assertThat(execute("check", "-c", file.toString(), "--explain", "--json")).isZero();
    var values = JsonMapper.shared().readTree(out.toString());
    assertThat(values.get(0).toString())
        .isEqualTo("{\"path\":\"sites\",\"value\":[],\"origin\":\"file\",\"file\":\"" + file
            + "\",\"line\":1,\"column\":8}");
    assertThat(values.findValuesAsString("origin")).contains("default", "file");
  }

  @Test
  void schemaOfIncludedFilesRequiresNothing() {
    assertThat(execute("schema", "--included")).isZero();
    var schema = JsonMapper.shared().readTree(out.toString());
    assertThat(schema.has("else")).isFalse();
    assertThat(schema.path("properties").has("sites")).isTrue();
  }

  @Test
  void explainShowsTheWayOfARequestAndThePoliciesWithTheirLevels() throws IOException {
    String file = routed().toString();

    assertThat(execute("explain", "-c", file, "http://a.example/api/x?q", "-H", "X-Beta: 1"))
        .isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "GET http://a.example/api/x?q",
            "listener  plain",
            "* site    a.example: Its host pattern is the most specific one that matches.",
            "* route   beta (/api, header x-beta is 1): It is the first route that matches.",
            "  route   api (/api): It matches, but an equally specific route with more conditions does, too.",
            "result    Route beta serves the request.",
            "policy    maintenance [listener plain]: switched off",
            "policy    errorPages [site]: 0 pages for failures",
            "step      redirects to https, port 443",
            "step      rejects requests with Early-Data: 1 (425)",
            "rewrite   /x?q",
            "action    proxy app",
            "note      Steps of the route may still reject the request: redirects to https, port 443, rejects requests with Early-Data: 1 (425).");
  }

  @Test
  void explainNamesTheReasonsIfNoRouteServesTheRequest() throws IOException {
    String file = routed().toString();

    assertThat(execute("explain", "-c", file, "--json", "http://b.example/")).isEqualTo(1);
    assertThat(JsonMapper.shared().readTree(out.toString()).path("outcome").asString())
        .isEqualTo("no-site");
    assertThat(execute("explain", "-c", file, "/", "--listener", "none")).isEqualTo(2);
    assertThat(err.toString()).contains("--listener: none (expected: one of plain)");
    assertThat(execute("explain", "-c", file, "/", "--client", "10.0.0.300")).isEqualTo(2);
    assertThat(err.toString()).contains("--client: 10.0.0.300 (expected: an address");
    String printed = out.toString();
    for (String url : new String[] {"http://", "a.example/x", "ftp://a.example/", ""}) {
      assertThat(execute("explain", "-c", file, url)).as(url).isEqualTo(2);
      assertThat(err.toString())
          .contains("URL: " + url + " (expected: https://host/path or /path)");
      assertThat(out).hasToString(printed);
    }
  }

  @Test
  void explainCountsRoutesThatAreFarFromTheRequest() throws IOException {
    StringBuilder text = new StringBuilder("""
        listeners: [ { name: plain, address: 'localhost:80' } ]
        sites:
          - hosts: [ a.example ]
            routes:
        """);
    for (int i = 0; i < 50; i++) {
      text.append("      - { match: { prefix: /p").append(i).append(" }, respond: {} }\n");
    }
    String file = Files.writeString(directory.resolve("gateway.yaml"), text).toString();

    assertThat(execute("explain", "-c", file, "http://a.example/p7/x")).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "GET http://a.example/p7/x",
            "listener  plain",
            "* site    a.example: Its host pattern is the most specific one that matches.",
            "* route   a.example/p7 (/p7): It is the first route that matches.",
            "  routes  49 others: Their patterns do not match the path (--all lists them).",
            "result    Route a.example/p7 serves the request.",
            "action    fixed 200");
    assertThat(execute("explain", "-c", file, "--all", "http://a.example/p7/x")).isZero();
    assertThat(out.toString())
        .contains("  route   a.example/p49 (/p49): Its pattern does not match");
    assertThat(execute("explain", "-c", file, "/p7", "-H", "X-Real-IP: 10.0.0.1"))
        .isOne();
    assertThat(out.toString()).contains("The listener drops X-Real-IP of clients");
  }

  /** The operator's shell has not the environment of the service, and may not read its files. */
  @Test
  void explainAndLogFindNeedNoSecrets() throws IOException {
    String file = Files.writeString(directory.resolve("gateway.yaml"), """
        listeners: [ { name: plain, address: 'localhost:80' } ]
        accessLog: access.log
        limits: { shared: { redis: { url: "redis://localhost", password: "file:none" } } }
        sites:
          - hosts: [ a.example ]
            routes:
              - match: { path: "/x/*" }
                respond: {}
              - match: { path: "/admin/*" }
                respond: {}
                policies:
                  apiKeys: { keys: [ { name: a, secret: "env:NONE_A" }, { name: b, secret: "env:NONE_B" } ] }
        """).toString();
    Files.writeString(
        directory.resolve("access.log"), "{\"request_id\":\"01a2\",\"path\":\"/x/1\"}\n");

    assertThat(execute("check", "-c", file)).isEqualTo(1);
    assertThat(err.toString())
        .contains(
            file
                + ":3:66: limits.shared.redis.password: file:none (expected: a file that can be read",
            "env:NONE_B (expected: an environment variable that is set)");
    assertThat(execute("log", "find", "-c", file, "01a2")).as(err.toString()).isZero();
    assertThat(execute("explain", "-c", file, "http://a.example/x/1")).isZero();
    assertThat(execute("explain", "-c", file, "http://a.example/x/..%2fadmin/")).isEqualTo(1);
    assertThat(out.toString())
        .contains(
            "/x/1",
            "result    A server could read the path as that of route a.example/admin/*, which is stricter than the one that matches. Status 400.");
  }

  private Path routed() throws IOException {
    return Files.writeString(directory.resolve("gateway.yaml"), """
        listeners:
          - { name: plain, address: 'localhost:80', redirectToHttps: true, policies: { off: [ maintenance ] } }
        upstreams: { app: { servers: [ 'http://localhost:1' ] } }
        sites:
          - hosts: [ a.example ]
            policies: { errorPages: {} }
            routes:
              - { id: api, match: { prefix: /api }, proxy: { upstream: app } }
              - id: beta
                match: { prefix: /api, headers: { X-Beta: "1" } }
                proxy: { upstream: app }
                rewrite: { stripPrefix: /api }
        """);
  }

  @Test
  void setAsideRenamesADamagedDatabaseAndDoctorReportsTheDamage() throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), """
        sites: []
        listeners: [{ name: a, address: 'localhost:80' }]
        store: { url: 'jdbc:sqlite:lychgate.db', directory: . }
        """);
    Path database = Files.writeString(directory.resolve("lychgate.db"), "no database ".repeat(99));
    Files.writeString(
        directory.resolve("published.json"),
        "{ \"format\": 1, \"revision\": 7, \"manifests\": [] }");

    execute("doctor", "-c", file.toString());
    assertThat(out.toString())
        .contains("lychgate.db: damaged")
        .contains("a gateway serves revision 7, as last published");
    assertThat(directory.toFile().list()).doesNotContain("lychgate.db-wal", "lychgate.db-shm");

    assertThat(execute("store", "set-aside", "-c", file.toString())).isZero();
    assertThat(database).doesNotExist();
    assertThat(out.toString())
        .contains(database + " is now " + database + ".damaged-")
        .contains("the next start makes a new store with the manifests of revision 7");
  }

  @Test
  void setAsideKeepsAnIntactDatabase() throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), """
        sites: []
        listeners: [{ name: a, address: 'localhost:80' }]
        store: { url: 'jdbc:sqlite:lychgate.db', directory: . }
        """);
    Store.open(
            StoreUrl.parse("jdbc:sqlite:lychgate.db", directory), directory, InstantSource.system())
        .close();

    assertThat(execute("store", "set-aside", "-c", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("nothing is wrong with it");
    assertThat(directory.resolve("lychgate.db")).exists();
    assertThat(execute("store", "set-aside", "--force", "-c", file.toString())).isZero();
    assertThat(directory.resolve("lychgate.db")).doesNotExist();
  }

  @Test
  void checkReportsThePlaceOfEveryProblem() throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), "sites: {}\nlistenrs: []\n");

    assertThat(execute("check", "-c", file.toString())).isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(
            file + ":1:1: listeners: missing (expected: a list of listeners)",
            file + ":1:8: sites: empty (expected: a list of sites)",
            file + ":2:1: listenrs: unknown key (did you mean listeners?)");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void checkWarnsOfPriorityRulesForUnknownRoutes() throws IOException {
    Files.writeString(
        directory.resolve("order.yaml"),
        "priorities: [ { name: pay, match: { route: chekout }, urgency: 0 } ]\n");
    Files.writeString(directory.resolve("published.json"), """
        { "format": 1, "revision": 3, "manifests": [
          { "name": "shop", "revision": 3,
            "text": "priorities: [ { match: { route: old }, urgency: 0 } ]" } ] }
        """);
    Path file = withManifest("order.yaml");

    assertThat(execute("check", "-c", file.toString())).isZero();
    assertThat(out.toString()).contains(": OK (");
    assertThat(err.toString().lines())
        .containsExactly(
            directory.resolve("order.yaml")
                + ":1:44: warning: priorities[0].match.route: chekout: no such route, rule pay never matches it (did you mean checkout?)",
            "published manifest shop:1:33: warning: priorities[0].match.route: old: no such route, the rule never matches it (expected: the id of a route of the configuration)");
  }

  @Test
  void checkRejectsAManifestThatAStartWouldReject() throws IOException {
    Files.writeString(directory.resolve("order.yaml"), "priorities: [ { match: {} } ]\n");
    Path file = withManifest("order.yaml");

    assertThat(execute("check", "-c", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("order.yaml:1:").contains(": error: priorities[0]");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void checkReportsManifestsEvenIfTheConfigurationHasErrors() throws IOException {
    Files.writeString(directory.resolve("order.yaml"), "priorities: [ { match: {} } ]\n");
    Path file = withManifest("order.yaml");
    Files.writeString(file, "listenrs: []\n", StandardOpenOption.APPEND);

    assertThat(execute("check", "-c", file.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("listenrs: unknown key")
        .contains("order.yaml:1:")
        .contains("priorities[0]");
  }

  private Path withManifest(String manifest) throws IOException {
    return Files.writeString(directory.resolve("gateway.yaml"), """
        listeners: [ { name: a, address: "localhost:80" } ]
        sites:
          - hosts: [ a.test ]
            routes: [ { id: checkout, match: { path: "/*" }, static: { root: . } } ]
        store: { directory: . }
        push: { manifests: [ MANIFEST ] }
        """.replace("MANIFEST", manifest));
  }

  @Test
  void checkNamesAMissingFile() {
    assertThat(execute("check", "-c", "none.yaml")).isEqualTo(1);
    assertThat(err.toString().strip())
        .isEqualTo("none.yaml: file: not found (expected: a text file)");
  }

  @Test
  void runRejectsABadConfigurationBeforeItStartsAnything() throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), "{}");

    assertThat(execute("run", "-c", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(":1:1: listeners: missing");
  }

  @Test
  void schemaPrintsJsonSchema() {
    assertThat(execute("schema")).isZero();
    assertThat(JsonMapper.shared().readTree(out.toString()).path("title").asString())
        .startsWith("Lychgate");
  }

  @Test
  void versionNamesJavaAndNetty() {
    assertThat(execute("version")).isZero();
    assertThat(out.toString())
        .contains("lychgate ")
        .contains("java " + Runtime.version())
        .contains("netty 4.");
  }

  @Test
  void withoutACommandTheListOfCommandsIsPrinted() {
    assertThat(execute()).isEqualTo(2);
    assertThat(err.toString()).contains("Usage: lychgate", "  check ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "chekc -c a.yaml ; chekc: no such command (did you mean check?) ; lychgate help",
        "tset ; tset: no such command (did you mean test?) ; lychgate help",
        "sesion ; sesion: no such command (did you mean session?) ; lychgate help",
        "manifest imprt ; imprt: no such command (did you mean import?) ; lychgate manifest --help",
        "check ; --config: missing (expected: --config=FILE) ; lychgate check --help",
        "check -c ; --config: no value (expected: FILE) ; lychgate check --help",
        "check --confg a ; --confg: no such option (did you mean --config?) ; lychgate check --help",
        "check -c a b c ; b c: unexpected (expected: no further argument) ; lychgate check --help",
        "check -c a -c b ; --config: more than once (expected: once) ; lychgate check --help",
        "explain -c a ; URL: missing (expected: an argument) ; lychgate explain --help",
        "import caddy a ; nginx|h2o: caddy (expected: nginx, h2o) ; lychgate import --help",
        "simulate --target https://a --rate x ; --rate: x (expected: a number) ; lychgate simulate --help",
      })
  void wrongUseIsNamedWithTheCallThatExplainsTheCommand(String line, String message, String help) {
    assertThat(execute(line.split(" "))).isEqualTo(2);
    assertThat(err.toString().lines().findFirst()).contains("lychgate: " + message);
    assertThat(err.toString().lines()).hasSize(2).last().asString().contains("`" + help + "`");
    assertThat(out.toString()).isEmpty();
  }
}
