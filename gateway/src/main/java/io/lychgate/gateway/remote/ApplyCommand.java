package io.lychgate.gateway.remote;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code lychgate apply}: makes a gateway equal to the files of a folder. */
@Command(
    name = "apply",
    mixinStandardHelpOptions = true,
    description = {
      "Publishes the manifests of DIR/manifests that differ from those in force, saves those of DIR/drafts, carries out the decisions of DIR/servers.json, and publishes DIR/configuration.yaml if the store has the configuration. Experiments of DIR/experiments.json become drafts; those that run are compared only.",
      "All texts are validated before the first change. Users are compared only: their passwords are in no file.",
      "One line for each change. Exit code 1 if a text has errors or a change was refused."
    })
public final class ApplyCommand implements Callable<Integer> {
  private static final String SUFFIX = ".yaml";

  /** Characters of a manifest, as the API limits it. */
  private static final int MAX_TEXT = 1 << 20;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Mixin
  private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "DIR", description = "The folder, as `lychgate export` writes it.")
  private Path folder = Path.of(".");

  @Option(names = "--dry-run", description = "Only print what would change.")
  private boolean dryRun;

  @Option(
      names = "--prune",
      description =
          "Retire manifests in force that have no file: with --managed-by those with this mark, else those without a mark.")
  private boolean prune;

  @Option(
      names = "--managed-by",
      paramLabel = "TEXT",
      description =
          "Mark the manifests, the experiments and the configuration as decided by these files: others may not edit them, and see this text, for example the address of the repository.")
  private @Nullable String managedBy;

  @Option(names = "--comment", paramLabel = "TEXT", description = "Comment of the publications.")
  private String comment = "lychgate apply";

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    try (GatewayClient client = GatewayClient.open(server, System.getenv())) {
      return apply(client);
    } catch (GatewayClient.RefusedException e) {
      return RemoteCall.refused(e, err, server.json);
    } catch (IOException e) {
      return RemoteCall.failed(e, err);
    }
  }

  private int apply(GatewayClient client) throws IOException, InterruptedException {
    Map<String, String> published = texts("manifests");
    Map<String, String> drafts = texts("drafts");
    AppliedConfiguration configuration = new AppliedConfiguration(
        client,
        folder.resolve(GatewayFolder.CONFIGURATION),
        managedBy,
        comment,
        dryRun,
        change -> report(change, "configuration"));
    if (published.isEmpty()
        && drafts.isEmpty()
        && !Files.exists(folder.resolve("servers.json"))
        && !Files.exists(folder.resolve(ExperimentFiles.FILE))
        && !configuration.isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          folder
              + ": no manifests/*.yaml, drafts/*.yaml, servers.json, experiments.json or configuration.yaml (expected: a folder of `lychgate export`)");
    }
    // Both, so that all problems are printed.
    boolean areManifestsValid = areValid(client, published);
    if (!configuration.isValid(spec.commandLine().getErr()) || !areManifestsValid) {
      return ExitCode.SOFTWARE;
    }
    configuration.apply();
    Map<String, JsonNode> present = GatewayFolder.manifests(client);
    for (Map.Entry<String, String> each : published.entrySet()) {
      publish(client, each.getKey(), each.getValue(), present.get(each.getKey()));
    }
    for (Map.Entry<String, String> each : drafts.entrySet()) {
      if (!published.containsKey(each.getKey()) || !each.getValue().isEmpty()) {
        // The publication of the same manifest has just made its text the draft, under a new
        // version.
        JsonNode before = published.containsKey(each.getKey()) && !dryRun
            ? client.get(address(each.getKey()))
            : present.get(each.getKey());
        saveDraft(client, each.getKey(), each.getValue(), before);
      }
    }
    if (prune) {
      prune(client, present, published.keySet(), drafts.keySet());
    }
    decide(client);
    Path experiments = folder.resolve(ExperimentFiles.FILE);
    if (Files.exists(experiments)) {
      ExperimentFiles.apply(client, json(experiments), managedBy, dryRun, this::report);
    }
    compareUsers(client);
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }

  private Map<String, String> texts(String name) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    Path place = folder.resolve(name);
    if (!Files.isDirectory(place)) {
      return texts;
    }
    try (Stream<Path> files = Files.list(place)) {
      for (Path file : files.sorted().toList()) {
        String own = String.valueOf(file.getFileName());
        if (own.endsWith(SUFFIX)) {
          if (Files.size(file) > 4L * MAX_TEXT) {
            throw new IOException(file + ": more than " + MAX_TEXT + " characters");
          }
          texts.put(own.substring(0, own.length() - SUFFIX.length()), Files.readString(file));
        }
      }
    }
    return texts;
  }

  private boolean areValid(GatewayClient client, Map<String, String> texts)
      throws IOException, InterruptedException {
    boolean valid = true;
    for (Map.Entry<String, String> each : texts.entrySet()) {
      ObjectNode body = JsonMapper.shared().createObjectNode().put("text", each.getValue());
      JsonNode result = send(client, "POST", "/api/v1/manifests:validate", body, Map.of());
      if (!result.path("valid").asBoolean(false)) {
        valid = false;
        for (JsonNode problem : result.path("problems")) {
          spec.commandLine()
              .getErr()
              .println(folder.resolve("manifests").resolve(each.getKey() + SUFFIX) + ":"
                  + problem.path("line").asInt(0) + ":" + problem.path("column").asInt(0) + ": "
                  + problem.path("message").asString(""));
        }
      }
    }
    spec.commandLine().getErr().flush();
    return valid;
  }

  private void publish(GatewayClient client, String name, String text, @Nullable JsonNode present)
      throws IOException, InterruptedException {
    boolean isInForce = present != null
        && present.path("published").isObject()
        && present.at("/published/text").asString("").equals(text);
    if (!isInForce) {
      report(present == null ? "create" : "publish", name);
      if (!dryRun) {
        String tag = draft(client, name, text, present);
        ObjectNode body = JsonMapper.shared().createObjectNode().put("comment", comment);
        send(client, "POST", address(name) + "/publish", body, fields(tag));
      }
    }
    mark(client, name, present);
  }

  private void saveDraft(GatewayClient client, String name, String text, @Nullable JsonNode present)
      throws IOException, InterruptedException {
    if (present != null && present.at("/draft/text").asString("").equals(text)) {
      return;
    }
    report("draft", name);
    if (!dryRun) {
      var unused = draft(client, name, text, present);
      mark(client, name, present);
    }
  }

  /** Makes this text the draft, and returns the version. */
  private String draft(GatewayClient client, String name, String text, @Nullable JsonNode present)
      throws IOException, InterruptedException {
    ObjectNode body = JsonMapper.shared().createObjectNode().put("text", text);
    if (present == null) {
      return send(client, "POST", "/api/v1/manifests", body.put("name", name), Map.of())
          .path("etag")
          .asString("");
    }
    String tag = present.path("etag").asString("");
    return present.at("/draft/text").asString("").equals(text)
        ? tag
        : send(client, "PUT", address(name) + "/draft", body, fields(tag))
            .path("etag")
            .asString("");
  }

  private void mark(GatewayClient client, String name, @Nullable JsonNode present)
      throws IOException, InterruptedException {
    String before = present == null ? "" : present.path("managedBy").asString("");
    if (managedBy == null || managedBy.equals(before)) {
      return;
    }
    report("mark", name);
    if (!dryRun) {
      ObjectNode body = JsonMapper.shared().createObjectNode().put("managedBy", managedBy);
      send(client, "PUT", address(name) + "/managed-by", body, Map.of());
    }
  }

  private void prune(
      GatewayClient client,
      Map<String, JsonNode> present,
      Set<String> published,
      Set<String> drafts)
      throws IOException, InterruptedException {
    for (Map.Entry<String, JsonNode> each : present.entrySet()) {
      JsonNode manifest = each.getValue();
      // The gateway refuses to retire what other files decide.
      boolean isOurs = Objects.requireNonNullElse(managedBy, "")
          .equals(manifest.path("managedBy").asString(""));
      if (isOurs
          && manifest.path("published").isObject()
          && !published.contains(each.getKey())
          && !drafts.contains(each.getKey())) {
        report("retire", each.getKey());
        if (!dryRun) {
          send(
              client,
              "DELETE",
              address(each.getKey()) + "?comment=" + GatewayFolder.encoded(comment),
              null,
              fields(manifest.path("etag").asString("")));
        }
      }
    }
  }

  private void decide(GatewayClient client) throws IOException, InterruptedException {
    Path file = folder.resolve("servers.json");
    if (!Files.exists(file)) {
      return;
    }
    Map<String, JsonNode> wanted = decisions(json(file), file);
    Map<String, JsonNode> present = decisions(GatewayFolder.decisions(client), file);
    for (Map.Entry<String, JsonNode> each : wanted.entrySet()) {
      JsonNode before = present.get(each.getKey());
      if (before == null
          || !before.path("decision").equals(each.getValue().path("decision"))
          || !before.path("reason").equals(each.getValue().path("reason"))) {
        decide(client, each.getValue(), each.getValue().path("decision").asString(""));
      }
    }
    for (Map.Entry<String, JsonNode> each : present.entrySet()) {
      if (prune && !wanted.containsKey(each.getKey())) {
        decide(client, each.getValue(), "enable");
      }
    }
  }

  private void decide(GatewayClient client, JsonNode decision, String verb)
      throws IOException, InterruptedException {
    String upstream = decision.path("upstream").asString("");
    String id = decision.path("server").asString("");
    report(verb, upstream + " " + id);
    if (!dryRun) {
      ObjectNode body = JsonMapper.shared()
          .createObjectNode()
          .put("reason", decision.path("reason").asString(""));
      send(
          client,
          "POST",
          "/api/v1/upstreams/" + GatewayFolder.encoded(upstream) + "/servers/"
              + GatewayFolder.encoded(id) + ":" + verb,
          body,
          Map.of("if-match", "*"));
    }
  }

  private static Map<String, JsonNode> decisions(JsonNode list, Path file) throws IOException {
    Map<String, JsonNode> decisions = new LinkedHashMap<>();
    int number = 0;
    for (JsonNode each : list) {
      String verb = each.path("decision").asString("");
      if (!verb.equals("drain") && !verb.equals("eject")) {
        throw new IOException(
            file + ": [" + number + "].decision: " + verb + " (expected: drain or eject)");
      }
      decisions.put(
          each.path("upstream").asString("") + " " + each.path("server").asString(""), each);
      number++;
    }
    return decisions;
  }

  private static JsonNode json(Path file) throws IOException {
    try {
      JsonNode json = JsonMapper.shared().readTree(Files.readString(file));
      if (!json.isArray()) {
        throw new IOException(file + ": no array (expected: as `lychgate export` writes it)");
      }
      return json;
    } catch (JacksonException e) {
      throw new IOException(file + ":" + e.getLocation().getLineNr() + ": not JSON", e);
    }
  }

  private void compareUsers(GatewayClient client) throws IOException, InterruptedException {
    Path file = folder.resolve("users.json");
    JsonNode present = Files.exists(file) ? GatewayFolder.users(client) : null;
    if (present == null) {
      return;
    }
    Set<String> wanted = names(json(file));
    Set<String> known = names(present);
    for (String each : wanted) {
      if (!known.contains(each)) {
        report("missing user", each);
      }
    }
    for (String each : known) {
      if (!wanted.contains(each)) {
        report("unknown user", each);
      }
    }
  }

  private static Set<String> names(JsonNode users) {
    Set<String> names = new TreeSet<>();
    users.forEach(each -> names.add(each.path("name").asString("")));
    return names;
  }

  private Map<String, String> fields(String tag) {
    return managedBy == null
        ? Map.of("if-match", tag)
        : Map.of("if-match", tag, "x-lychgate-managed-by", managedBy);
  }

  private static String address(String name) {
    return "/api/v1/manifests/" + GatewayFolder.encoded(name);
  }

  private static JsonNode send(
      GatewayClient client,
      String method,
      String path,
      @Nullable JsonNode body,
      Map<String, String> fields)
      throws IOException, InterruptedException {
    try (GatewayClient.Response response =
        client.send(method, path, body == null ? null : body.toString(), fields)) {
      return response.json();
    }
  }

  private void report(String change, String name) {
    spec.commandLine().getOut().println((dryRun ? "would " : "") + change + " " + name);
  }
}
