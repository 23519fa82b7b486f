package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.pattern.ValueTemplate;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.Policies.Level;
import io.lychgate.gateway.config.site.AltSvcUse;
import io.lychgate.gateway.config.site.HeaderEditConfig;
import io.lychgate.gateway.config.site.MatchConfig;
import io.lychgate.gateway.config.site.RewriteConfig;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one of {@code sites}. */
final class SiteReader {
  private static final List<String> ACTIONS = List.of("static", "proxy", "redirect", "respond");

  private SiteReader() {}

  static Optional<SiteConfig> read(Section section) {
    List<HostPattern> hosts = hosts(section);
    List<RouteConfig> routes = new ArrayList<>();
    for (Section route : section.sections("routes")) {
      route(route, section).ifPresent(routes::add);
    }
    AltSvcUse altSvc = AltSvcUse.of(section.text("altSvc", AltSvcUse.LISTENER.token()));
    return hosts.isEmpty()
        ? Optional.empty()
        : section.build(() -> new SiteConfig(
            hosts,
            routes,
            altSvc,
            section.flag("mergeSlashes", true),
            PolicyReader.read(section, Level.SITE),
            section.text("bench", "off").equals("on")));
  }

  private static List<HostPattern> hosts(Section section) {
    List<HostPattern> hosts = new ArrayList<>();
    List<String> texts = section.texts("hosts");
    for (int i = 0; i < texts.size(); i++) {
      String problem = HostPattern.problemOf(texts.get(i));
      if (problem.isEmpty()) {
        hosts.add(HostPattern.of(texts.get(i)));
      } else {
        section.problem("hosts", i, afterName(problem));
      }
    }
    return hosts;
  }

  private static Optional<RouteConfig> route(Section section, Section site) {
    Section match = section.section("match");
    Optional<PathPattern> path = MatchReader.path(match);
    Optional<RouteAction> action = action(section, path.orElse(null));
    if (path.isEmpty() || action.isEmpty()) {
      return Optional.empty();
    }
    String host = site.texts("hosts").stream().findFirst().orElse("");
    String id = section.text("id", host + path.get().text());
    String escapes = section.text("reservedEscapes", site.text("reservedEscapes", "keep"));
    Set<String> methods = Set.copyOf(match.texts("methods"));
    MatchConfig conditions = MatchReader.conditions(match);
    RewriteConfig rewrite = RewriteReader.read(section);
    Policies policies = PolicyReader.read(section, Level.ROUTE);
    CacheReader.checkAction(section, action.get());
    boolean statesPublic = section.has("public") && section.flag("public", true);
    return section.build(() -> RouteConfig.builder(id, path.get(), action.get())
        .methods(methods)
        .match(conditions)
        .rewrite(rewrite)
        .isPublic(section.flag("public", true))
        .earlyData(section.flag("earlyData", false))
        .refusesReservedEscapes(escapes.equals("refuse"))
        .requestHeaders(headerEdits(section.section("headers").section("request")))
        .responseHeaders(headerEdits(section.section("headers").section("response")))
        .policies(statesPublic ? policies.statingPublic() : policies)
        .build());
  }

  private static HeaderEditConfig headerEdits(Section section) {
    List<String> remove = section.texts("remove");
    for (int i = 0; i < remove.size(); i++) {
      String problem = HeaderEditConfig.problemOf(remove.get(i));
      if (!problem.isEmpty()) {
        section.problem("remove", i, problem);
      }
    }
    return new HeaderEditConfig(
        remove, templates(section.section("set")), templates(section.section("add")));
  }

  /** Header fields by name. The schema checks names and values. */
  private static Map<String, String> fields(Section section) {
    Map<String, String> fields = new LinkedHashMap<>();
    Set<String> names = new HashSet<>();
    for (String name : section.names()) {
      String problem = HeaderEditConfig.problemOf(name);
      if (!problem.isEmpty()) {
        section.problem(name, problem);
      }
      if (!names.add(name.toLowerCase(Locale.ROOT))) {
        section.problem(name, name + " (expected: each field once)");
      }
      fields.put(name, section.text(name, ""));
    }
    return fields;
  }

  /** Header fields by name, whose values may have variables. */
  private static Map<String, String> templates(Section section) {
    Map<String, String> templates = new LinkedHashMap<>();
    fields(section).forEach((name, value) -> {
      String template = Objects.requireNonNullElse(section.template(name), value);
      String problem = ValueTemplate.problemOf(template, false);
      if (!problem.isEmpty()) {
        section.problem(name, problem);
      }
      templates.put(name, template);
    });
    return templates;
  }

  private static Optional<RouteAction> action(Section route, @Nullable PathPattern path) {
    List<String> given = ACTIONS.stream().filter(route::has).toList();
    if (given.size() != 1) {
      String got = given.isEmpty() ? "missing" : "beside " + given.get(0);
      String key = given.isEmpty() ? "proxy" : given.get(1);
      route.problem(key, got + " (expected: one of " + String.join(", ", ACTIONS) + ")");
      return Optional.empty();
    }
    Section action = route.section(given.get(0));
    return switch (given.get(0)) {
      case "static" -> staticAction(action);
      case "redirect" -> redirect(action, path);
      case "respond" -> fixedResponse(action);
      default -> ProxyReader.read(action);
    };
  }

  private static Optional<RouteAction> redirect(Section section, @Nullable PathPattern path) {
    String to = section.text("to", "");
    BoundedRegex regex = path == null ? null : path.regex();
    String problem =
        RouteAction.RedirectAction.problemOf(to, regex == null ? 0 : regex.groupCount());
    if (!problem.isEmpty()) {
      section.problem("to", problem);
      return Optional.empty();
    }
    int status = section.integer("status", RouteAction.RedirectAction.DEFAULT_STATUS);
    return section.build(() -> new RouteAction.RedirectAction(to, status, regex));
  }

  private static Optional<RouteAction> fixedResponse(Section section) {
    int status = section.integer("status", 200);
    String body = section.text("body", "");
    if ((status == 204 || status == 304) && !body.isEmpty()) {
      section.problem("body", "beside status " + status + " (expected: no body, RFC 9110 6.4.1)");
      return Optional.empty();
    }
    return section.build(
        () -> new RouteAction.FixedAction(status, fields(section.section("headers")), body));
  }

  private static Optional<RouteAction> staticAction(Section section) {
    Path root = section.path("root");
    if (root == null) {
      return Optional.empty();
    }
    if (!Files.isDirectory(root) || !Files.isReadable(root)) {
      section.problem("root", root + " (expected: a directory that can be read)");
    }
    String index = section.text("index", RouteAction.StaticAction.DEFAULT_INDEX);
    return section.build(
        () -> new RouteAction.StaticAction(root, index, section.text("cacheControl")));
  }

  /** Removes the name from a pattern's message. Here the place in the file is the name. */
  private static String afterName(String problem) {
    return problem.substring(problem.indexOf(": ") + 2);
  }
}
