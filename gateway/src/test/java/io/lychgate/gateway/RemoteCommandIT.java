package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.ApiContract;
import io.lychgate.gateway.testkit.ForkedJava;
import io.lychgate.gateway.testkit.GatewayProcess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands of the admin API, export, apply and completion, against a running gateway. */
class RemoteCommandIT {
  private static final String TEXT =
      "rules:\n  - match: { path: / }\n    assets:\n      - { url: /app.js, as: script }\n";

  @TempDir
  static Path directory;

  @TempDir
  Path folder;

  private static GatewayProcess gateway;

  @BeforeAll
  static void start() {
    gateway = GatewayProcess.start(directory, """
        listeners:
          - { name: web, address: "127.0.0.1:0", protocols: [http/1.1] }
        admin: { address: "127.0.0.1:0" }
        store: { url: "jdbc:sqlite:store.db", directory: state }
        upstreams: { app: { servers: [ { url: "http://127.0.0.1:9" } ] } }
        sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ] } ]
        """, Map.of());
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  /** The result of a command. */
  private record Ended(int code, String out, String err) {
    JsonNode json() {
      return JsonMapper.shared().readTree(out);
    }
  }

  private static Ended run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.commandLine(arguments)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
    return new Ended(code, out.toString(), err.toString());
  }

  private static Ended at(String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.addAll(gateway.signIn());
    return run(all.toArray(String[]::new));
  }

  @Test
  void eachOperationOfTheContractHasOneCommand() {
    CommandLine api =
        Objects.requireNonNull(Main.commandLine("api").getSubcommands().get("api"));
    Set<String> names = new TreeSet<>();
    api.getSubcommands()
        .forEach((group, line) ->
            line.getSubcommands().keySet().forEach(name -> names.add(group + " " + name)));

    // A login and its end are options of each command.
    assertThat(names).hasSize(ApiContract.load().operations().size() - 2);
    assertThat(names)
        .contains(
            "manifest list",
            "manifest get",
            "manifest create",
            "manifest publish",
            "plan run",
            "audit list",
            "audit verify",
            "backup list",
            "backup make",
            "upstream drain-server",
            "report list");
    names.forEach(name -> {
      String[] words = (name + " --help").split(" ");
      assertThat(run(words).code()).as(name).isZero();
    });
  }

  @Test
  void manifestIsCreatedPublishedAndShown() throws Exception {
    Path text = Files.writeString(folder.resolve("shop.yaml"), TEXT);

    assertThat(at("manifest", "create", "--name", "shop", "--text-file", text.toString())
            .code())
        .isZero();
    Ended published = at(
        "manifest", "publish", "shop", "--comment", "by command", "--json", "--if-match", "\"1\"");
    assertThat(published.json().at("/revision/comment").stringValue()).isEqualTo("by command");
    assertThat(at("manifest", "list").out()).contains("shop", "published");
    assertThat(at("manifest", "get", "shop").out()).contains("url: /app.js", "etag: \"2\"");
    Ended stale = at("manifest", "save-draft", "shop", "--text", "x", "--if-match", "\"1\"");
    assertThat(stale.code()).isEqualTo(1);
    assertThat(stale.err()).contains("It has changed since it was read: If-Match: another version");
    Ended missing = at("manifest", "get", "../audit", "--json");
    assertThat(missing.code()).isEqualTo(1);
    assertThat(missing.err()).contains("\"code\":\"malformed\"");
    assertThat(at("manifest", "get", "none").err()).contains("The resource does not exist");
    assertThat(at("audit", "list", "--actor", "admin", "--action", "manifest.").out())
        .contains("manifest.publish");
    assertThat(at("audit", "verify", "--json").json().get("whole").booleanValue())
        .isTrue();
    assertThat(at("audit", "export", "--action", "manifest.publish").out())
        .contains("\"detail\":\"revision 1\"");
  }

  @Test
  void refusalsHaveTheirExitCodes() throws Exception {
    Path wrong = Files.writeString(folder.resolve("password"), "wrong wrong wrong\n");
    String server = "https://localhost:" + gateway.adminPort();
    String ca = directory.resolve("state/admin-cert.pem").toString();

    Ended untrusted = run("status", "get", "--server", server);
    assertThat(untrusted.code()).isEqualTo(3);
    assertThat(untrusted.err()).contains("its certificate is not trusted (expected: --ca FILE");
    Ended anonymous = run("status", "get", "--server", server, "--ca", ca);
    assertThat(anonymous.code()).isEqualTo(1);
    assertThat(anonymous.err()).contains("Sign in first", "--token-file");
    Ended login = run(
        "status",
        "get",
        "--server",
        server,
        "--ca",
        ca,
        "--user",
        "admin",
        "--password-file",
        wrong.toString());
    assertThat(login.code()).isEqualTo(1);
    assertThat(login.err()).contains("Name or password is wrong").doesNotContain("wrong wrong");
    assertThat(run("status", "get", "--server", "https://localhost:1").code()).isEqualTo(3);
    assertThat(at("manifest", "get").code()).isEqualTo(2);
    Ended number = at("timeline", "watch", "--body", "{");
    assertThat(number.code()).isEqualTo(1);
    assertThat(run("manifets", "list").code()).isEqualTo(2);
  }

  /** Creates a token of the first user and returns its text. */
  private static String token(String name, String role, String operations) {
    Ended made = at(
        "token",
        "create",
        "--name",
        name,
        "--role",
        role,
        "--sites",
        "[\"*\"]",
        "--operations",
        "[\"" + operations + "\"]",
        "--json");
    assertThat(made.code()).as(made.err()).isZero();
    return made.json().get("secret").stringValue();
  }

  private static Ended withToken(Path file, String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.addAll(List.of(
        "--server",
        "https://localhost:" + gateway.adminPort(),
        "--ca",
        directory.resolve("state/admin-cert.pem").toString(),
        "--token-file",
        file.toString()));
    return run(all.toArray(String[]::new));
  }

  @Test
  void tokenOfAFileHasItsOperationsAndRole() throws Exception {
    String secret = token("deploy", "editor", "manifests");
    Path file = Files.writeString(folder.resolve("token"), secret + "\n");

    Ended made = withToken(file, "manifest", "create", "--name", "by-token", "--text", "rules: []");
    assertThat(made.code()).as(made.err()).isZero();
    assertThat(at("audit", "list", "--subject", "by-token").out()).contains("admin/deploy");
    Ended role = withToken(file, "manifest", "publish", "by-token");
    assertThat(role.code()).isEqualTo(1);
    assertThat(role.err()).contains("publisher").doesNotContain(secret);
    Ended group = withToken(file, "upstream", "list");
    assertThat(group.code()).isEqualTo(1);
    assertThat(group.err()).contains("token: not for upstreams").doesNotContain(secret);
    Files.writeString(file, "lyg_" + "a".repeat(43) + "\n");
    Ended unknown = withToken(file, "manifest", "list");
    assertThat(unknown.code()).isEqualTo(1);
    assertThat(unknown.err()).contains("unknown token").doesNotContain("aaaa");
    Files.writeString(file, "\n");
    assertThat(withToken(file, "manifest", "list").err()).contains("token: empty");
    assertThat(withToken(folder.resolve("none"), "manifest", "list").code()).isNotZero();
  }

  @Test
  void tokenOfTheEnvironmentIsUsedByAProcess() throws Exception {
    String secret = token("ci", "viewer", "manifests");

    Ended listed = process(Map.of("LYCHGATE_TOKEN", secret), "manifest", "list", "--json");
    assertThat(listed.code()).as(listed.err()).isZero();
    assertThat(listed.json().get("total").intValue()).isNotNegative();
    Ended wrong = process(Map.of("LYCHGATE_TOKEN", "lyg_none"), "manifest", "list");
    assertThat(wrong.code()).isEqualTo(1);
    assertThat(wrong.out() + wrong.err()).doesNotContain("lyg_none");
  }

  private Ended process(Map<String, String> environment, String... arguments) throws Exception {
    List<String> command = ForkedJava.lychgate(arguments);
    command.addAll(List.of("--ca", directory.resolve("state/admin-cert.pem").toString()));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().putAll(environment);
    builder.environment().put("LYCHGATE_SERVER", "https://localhost:" + gateway.adminPort());
    Process process = builder.start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  @Test
  void backupIsMadeAndDownloaded() throws Exception {
    Ended made = at("backup", "make", "--json");
    assertThat(made.code()).as(made.err()).isZero();
    Path file = folder.resolve("download.zip");
    String name = made.json().get("name").stringValue();

    assertThat(at("backup", "download", name).code()).isEqualTo(2);
    assertThat(at("backup", "download", name, "--output", file.toString()).code())
        .isZero();

    try (ZipFile zip = new ZipFile(file.toFile())) {
      assertThat(zip.getEntry("backup.json")).isNotNull();
    }
    Ended again = at("backup", "download", name, "--output", file.toString());
    assertThat(again.code()).isEqualTo(2);
    assertThat(again.err()).contains(file + ": exists (expected: no such file, or --force)");
    // The old file of a --force may be readable by others; the new one is not.
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(at("backup", "download", name, "--output", file.toString(), "--force")
            .code())
        .isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(at("backup", "download", "..%2Fgateway.yaml").code()).isEqualTo(1);
    assertThat(at("backup", "list").out()).contains(name);
  }

  @Test
  void folderIsAppliedManagedAndPruned() throws Exception {
    Path manifests = Files.createDirectories(folder.resolve("git/manifests"));
    Files.writeString(manifests.resolve("blog.yaml"), TEXT);
    String git = folder.resolve("git").toString();

    Ended dry = at("apply", git, "--dry-run", "--managed-by", "git://ops");
    assertThat(dry.out()).contains("would create blog", "would mark blog");
    assertThat(at("manifest", "get", "blog").code()).isEqualTo(1);
    Ended first = at("apply", git, "--managed-by", "git://ops");
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(at("apply", git, "--managed-by", "git://ops").out()).isEmpty();

    Ended refused = at("manifest", "save-draft", "blog", "--text", "rules: []");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("manifest: blog is managed by git://ops");

    Ended exported = at("export", folder.resolve("copy").toString());
    assertThat(exported.code()).as(exported.err()).isZero();
    assertThat(Files.readString(folder.resolve("copy/manifests/blog.yaml"))).isEqualTo(TEXT);

    Files.writeString(manifests.resolve("blog.yaml"), "rules: nothing\n");
    Ended invalid = at("apply", git, "--managed-by", "git://ops");
    assertThat(invalid.code()).isEqualTo(1);
    assertThat(invalid.err()).contains("blog.yaml:1:");

    Files.delete(manifests.resolve("blog.yaml"));
    Files.writeString(manifests.resolve("news.yaml"), TEXT);
    Ended pruned = at("apply", git, "--managed-by", "git://ops", "--prune");
    assertThat(pruned.err()).isEmpty();
    assertThat(pruned.out()).contains("create news", "retire blog").doesNotContain("retire shop");
    Files.delete(manifests.resolve("news.yaml"));
    Files.writeString(folder.resolve("git/servers.json"), "[]");
    assertThat(at("apply", git, "--dry-run", "--prune").out()).doesNotContain("retire news");
    assertThat(at("manifest", "get", "blog", "--json").json().get("state").stringValue())
        .isEqualTo("retired");
  }

  @Test
  void experimentsAreExportedAndAppliedAsDrafts() throws Exception {
    Path git = Files.createDirectories(folder.resolve("git"));
    Path file = git.resolve("experiments.json");
    String design = "[ { \"id\": \"aa\", \"title\": \"%s\", \"sites\": [ \"localhost\" ],"
        + " \"factor\": \"none\", \"unit\": \"network\", \"share\": 10 } ]";
    Files.writeString(file, design.formatted("A/A"));
    assertThat(at("apply", git.toString(), "--dry-run").out())
        .contains("would create experiment aa");
    assertThat(at("experiment", "get", "aa").code()).isEqualTo(1);
    Ended created = at("apply", git.toString());
    assertThat(created.code()).as(created.err()).isZero();
    assertThat(at("apply", git.toString()).out()).as("the same again").isEmpty();

    Files.writeString(file, design.formatted("Twice the same"));
    assertThat(at("apply", git.toString()).out()).contains("edit experiment aa");
    assertThat(at("experiment", "get", "aa", "--json").json().get("title").stringValue())
        .isEqualTo("Twice the same");

    Ended exported = at("export", folder.resolve("copy").toString());
    assertThat(exported.code()).as(exported.err()).isZero();
    assertThat(Files.readString(folder.resolve("copy/experiments.json")))
        .contains("Twice the same")
        .doesNotContain("etag");
    assertThat(at("apply", folder.resolve("copy").toString()).out()).doesNotContain("experiment");

    assertThat(at("apply", git.toString(), "--dry-run", "--managed-by", "git://ops")
            .out())
        .contains("would mark experiment aa");
    Ended marked = at("apply", git.toString(), "--managed-by", "git://ops");
    assertThat(marked.code()).as(marked.err()).isZero();
    assertThat(at("experiment", "get", "aa", "--json").json().get("managedBy").stringValue())
        .isEqualTo("git://ops");
    assertThat(at("apply", git.toString(), "--managed-by", "git://ops").out()).isEmpty();
    Files.writeString(file, design.formatted("From the repository"));
    assertThat(at("apply", git.toString(), "--managed-by", "git://ops").out())
        .contains("edit experiment aa");

    Files.writeString(file, "[ { \"title\": \"x\" } ]");
    Ended bad = at("apply", git.toString());
    assertThat(bad.code()).isNotZero();
    assertThat(bad.err()).contains("experiments.json: [0].id: absent");
  }

  @Test
  void serverDecisionsAreApplied() throws Exception {
    Path git = Files.createDirectories(folder.resolve("git"));
    Files.writeString(
        git.resolve("servers.json"),
        "[{\"upstream\":\"app\",\"server\":\"http://127.0.0.1:9\",\"decision\":\"drain\",\"reason\":\"kernel\"}]");

    assertThat(at("apply", git.toString()).out()).contains("drain app http://127.0.0.1:9");
    assertThat(at("apply", git.toString()).out()).isEmpty();
    assertThat(at("upstream", "get-server", "app", "http://127.0.0.1:9").out())
        .contains("state: draining");
    Files.writeString(git.resolve("servers.json"), "[]");
    assertThat(at("apply", git.toString(), "--prune").out()).contains("enable app");
    Files.writeString(git.resolve("servers.json"), "[{\"decision\":\"stop\"}]");
    Ended bad = at("apply", git.toString());
    assertThat(bad.err()).contains("servers.json: [0].decision: stop (expected: drain or eject)");
  }

  @Test
  void completionNamesTheCommands() {
    Ended script = run("completion", "bash");

    assertThat(script.code()).isZero();
    assertThat(script.out()).contains("complete", "publish", "--managed-by", "set-aside");
    assertThat(run("completion", "fish").err()).contains("SHELL: fish (expected: bash or zsh)");
  }
}
