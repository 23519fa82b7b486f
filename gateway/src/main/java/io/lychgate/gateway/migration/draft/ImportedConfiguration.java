package io.lychgate.gateway.migration.draft;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.yaml.YamlBlock;
import io.lychgate.gateway.migration.draft.GatewayDraft.Route;
import io.lychgate.gateway.migration.draft.GatewayDraft.Site;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A draft that the gateway's own reader has accepted. A part with a problem is replaced or left out and reported, so that the result
 * passes {@code lychgate check}: a route keeps its match and gets an error response, a guarded one refuses all requests.
 */
public final class ImportedConfiguration {
  /** Rounds of reading. Each removes the problems of the one before, up to fifty. */
  private static final int MAX_ROUNDS = 200;

  private static final Pattern ROUTE =
      Pattern.compile("^sites\\[(\\d+)\\]\\.routes\\[(\\d+)\\](?:\\.(.*))?$");
  private static final Pattern SITE = Pattern.compile("^sites\\[(\\d+)\\](?:\\.(.*))?$");
  private static final Pattern LISTENER = Pattern.compile("^listeners\\[(\\d+)\\](?:\\.(.*))?$");

  /** Last keys of paths to files, which may exist where the gateway will run. */
  private static final List<String> FILES = List.of(
      "root", "chain", "key", "users", "trust", "issuers", "certificate", "htmlFile", "file");

  private final GatewayDraft draft;
  private final ImportReport report;
  private final Path directory;
  private final boolean keepsMissingFiles;

  private ImportedConfiguration(
      GatewayDraft draft, ImportReport report, Path directory, boolean keepsMissingFiles) {
    this.draft = draft;
    this.report = report;
    this.directory = directory;
    this.keepsMissingFiles = keepsMissingFiles;
  }

  /**
   * Returns the text of the configuration.
   *
   * @param directory absolute place of the result, to which relative paths refer
   * @param keepsMissingFiles true if references to files that are absent here stay in the result
   */
  public static String text(
      GatewayDraft draft, ImportReport report, Path directory, boolean keepsMissingFiles) {
    return new ImportedConfiguration(draft, report, directory, keepsMissingFiles).text();
  }

  private String text() {
    ensureListener();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      String text = YamlBlock.text(draft.json());
      Checked<GatewayConfig> read = ConfigReader.ofProcess().read(text, "gateway.yaml", directory);
      if (!repairAny(read.problems())) {
        return text;
      }
      ensureListener();
    }
    return YamlBlock.text(draft.json());
  }

  /** Returns true if a part has changed. */
  private boolean repairAny(List<ConfigProblem> problems) {
    Set<String> closed = new HashSet<>();
    for (ConfigProblem problem : problems) {
      Matcher matcher = ROUTE.matcher(problem.path());
      String route = matcher.matches() ? matcher.group(1) + " " + matcher.group(2) : "";
      boolean isSettled = isKept(problem) || closed.contains(route);
      if (!isSettled && isRepairedByClosing(problem)) {
        // The indices of other routes stay.
        repair(problem);
        closed.add(route);
      } else if (!isSettled && repair(problem)) {
        // Indices of the others may be different now.
        return true;
      }
    }
    return !closed.isEmpty();
  }

  private static boolean isRepairedByClosing(ConfigProblem problem) {
    Matcher route = ROUTE.matcher(problem.path());
    return route.matches() && String.valueOf(route.group(3)).startsWith("policies");
  }

  private boolean isKept(ConfigProblem problem) {
    String last = problem.path().substring(problem.path().lastIndexOf('.') + 1);
    return keepsMissingFiles && FILES.contains(last);
  }

  /** A configuration needs a listener. Without one to carry over, the result is reachable on this machine only. */
  private void ensureListener() {
    if (draft.listeners().isEmpty()) {
      SourcePlace place = draft.sites().isEmpty()
          ? new SourcePlace("the result", 0)
          : draft.sites().get(0).place();
      draft.listener("127.0.0.1:8080", place);
      report.changed(
          place,
          "listeners",
          "none could be carried over; the result listens on 127.0.0.1:8080 until you add yours");
    }
  }

  /** Removes or replaces the part with the problem. Returns false if there is no such part. */
  private boolean repair(ConfigProblem problem) {
    String path = problem.path();
    Matcher route = ROUTE.matcher(path);
    if (route.matches()) {
      Site site = draft.sites().get(Integer.parseInt(route.group(1)));
      repair(site, Integer.parseInt(route.group(2)), route.group(3), problem);
      return true;
    }
    Matcher site = SITE.matcher(path);
    if (site.matches()) {
      repair(Integer.parseInt(site.group(1)), site.group(2), problem);
      return true;
    }
    Matcher listener = LISTENER.matcher(path);
    if (listener.matches()) {
      repairListener(Integer.parseInt(listener.group(1)), listener.group(2), problem);
      return true;
    }
    if (path.startsWith("upstreams.")) {
      return repairUpstream(path, problem);
    }
    String key = path.contains(".") ? path.substring(0, path.indexOf('.')) : path;
    if (draft.general().has(key)) {
      draft.general().remove(key);
      report.lost(new SourcePlace("the result", 0), key, reason(problem));
      return true;
    }
    return false;
  }

  private void repair(Site site, int index, @Nullable String within, ConfigProblem problem) {
    Route route = site.routes().get(index);
    String rest = within == null ? "" : within;
    String subject = "route " + match(route);
    // A single field of an edit is no reason to lose the route.
    if (rest.startsWith("headers.") && removed(route.json(), rest)) {
      String field = "headers.request.set.";
      if (rest.startsWith(field)) {
        // The field of the client must not take its place.
        route
            .json()
            .withObject("/headers/request")
            .withArray("/remove")
            .add(rest.substring(field.length()));
      }
      report.lost(route.place(), subject, reason(problem));
      return;
    }
    boolean isUnreachable = rest.startsWith("match") || rest.equals("id");
    if (isUnreachable) {
      site.routes().remove(index);
      report.lost(
          route.place(),
          subject,
          reason(problem)
              + (route.isGuarded()
                  ? "; CAUTION: it restricted access, and another route may serve these requests now"
                  : ""));
      return;
    }
    int status = route.isGuarded() || rest.startsWith("policies") ? 403 : 503;
    site.routes().set(index, refusing(route, status));
    report.lost(
        route.place(), subject, reason(problem) + "; it responds with " + status + " instead");
  }

  /** Returns a route for the same requests that responds with an error. */
  static Route refusing(Route route, int status) {
    ObjectNode json = route.json().objectNode();
    json.set("match", route.json().path("match"));
    json.putObject("respond").put("status", status);
    return new Route(route.place(), json, route.isGuarded());
  }

  private static boolean removed(ObjectNode json, String path) {
    String[] keys = path.split("\\.", 4);
    JsonNode at = json;
    for (int i = 0; i < keys.length - 1; i++) {
      at = at.path(keys[i]);
    }
    String last = keys[keys.length - 1];
    Matcher item = Pattern.compile("(.*)\\[(\\d+)\\]").matcher(last);
    if (item.matches()) {
      // The other names of the list stay: each may be one that clients must not set.
      int index = Integer.parseInt(item.group(2));
      return at.path(item.group(1)) instanceof ArrayNode list
          && index < list.size()
          && list.remove(index) != null;
    }
    return at instanceof ObjectNode object && object.remove(last) != null;
  }

  private void repair(int index, @Nullable String within, ConfigProblem problem) {
    Site site = draft.sites().get(index);
    String key = within == null ? "" : within.replaceFirst("[.\\[].*", "");
    if (key.equals("policies")) {
      String[] keys = String.valueOf(within).split("\\.", 3);
      JsonNode policies = site.json().path("policies");
      if (keys.length > 1
          && policies instanceof ObjectNode object
          && object.remove(keys[1].replaceFirst("\\[.*", "")) != null) {
        report.lost(site.place(), "site " + site.hosts(), reason(problem));
        return;
      }
    }
    Matcher host = Pattern.compile("hosts\\[(\\d+)\\]").matcher(String.valueOf(within));
    if (host.matches()) {
      List<String> hosts = new ArrayList<>(site.hosts());
      String removed = hosts.get(Integer.parseInt(host.group(1)));
      site.hosts().remove(removed);
      report.lost(site.place(), "host " + removed, reason(problem));
      if (!site.hosts().isEmpty()) {
        return;
      }
    }
    draft.sites().remove(index);
    report.lost(site.place(), "site", reason(problem));
  }

  private void repairListener(int index, @Nullable String within, ConfigProblem problem) {
    Map.Entry<String, GatewayDraft.Part> entry =
        new ArrayList<>(draft.listeners().entrySet()).get(index);
    Matcher certificate =
        Pattern.compile("tls\\.certificates\\[(\\d+)\\].*").matcher(String.valueOf(within));
    JsonNode certificates = entry.getValue().json().path("tls").path("certificates");
    String subject = "listener " + entry.getKey();
    if (certificate.matches() && certificates instanceof ArrayNode array && array.size() > 1) {
      array.remove(Integer.parseInt(certificate.group(1)));
      report.lost(entry.getValue().place(), subject, reason(problem));
      return;
    }
    String key = within == null ? "" : within.replaceFirst("[.\\[].*", "");
    if (List.of("timeouts", "limits", "redirectToHttps").contains(key)) {
      entry.getValue().json().remove(key);
      String caution = key.equals("redirectToHttps") ? "; CAUTION: it does not redirect" : "";
      report.lost(entry.getValue().place(), subject, reason(problem) + caution);
      return;
    }
    draft.listeners().remove(entry.getKey());
    report.lost(entry.getValue().place(), subject, reason(problem) + "; the listener is left out");
  }

  private boolean repairUpstream(String path, ConfigProblem problem) {
    for (Map.Entry<String, GatewayDraft.Part> each : draft.upstreams().entrySet()) {
      String prefix = "upstreams." + each.getKey();
      if (!path.equals(prefix) && !path.startsWith(prefix + ".")) {
        continue;
      }
      String rest = path.length() > prefix.length() ? path.substring(prefix.length() + 1) : "";
      String key = rest.replaceFirst("[.\\[].*", "");
      ObjectNode json = each.getValue().json();
      String subject = "upstream " + each.getKey();
      if (key.equals("tls")) {
        // Without its own authorities or its certificate, it would trust others than the source
        // does.
        draft.upstreams().remove(each.getKey());
        report.lost(
            each.getValue().place(),
            subject,
            reason(problem) + "; CAUTION: the upstream is left out, its routes respond with 503");
        return true;
      }
      if (!key.isEmpty() && !key.equals("servers") && json.remove(key) != null) {
        report.lost(each.getValue().place(), subject, reason(problem));
        return true;
      }
      draft.upstreams().remove(each.getKey());
      report.lost(each.getValue().place(), subject, reason(problem));
      return true;
    }
    return false;
  }

  private static String match(Route route) {
    JsonNode match = route.json().path("match");
    for (String key : List.of("path", "prefix", "regex")) {
      if (match.has(key)) {
        return match.path(key).asString();
      }
    }
    return "";
  }

  /** Returns the message without the path, whose indices mean nothing to a reader of the source. */
  private static String reason(ConfigProblem problem) {
    String message = problem.message();
    return message.startsWith(problem.path() + ": ")
        ? message.substring(problem.path().length() + 2)
        : message;
  }
}
