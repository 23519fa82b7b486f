package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.migration.draft.GatewayDraft;
import io.lychgate.gateway.migration.draft.GatewayDraft.Route;
import io.lychgate.gateway.migration.draft.ImportReport;
import io.lychgate.gateway.migration.draft.SourcePlace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes the routes of one server block. A location whose handler cannot be carried over responds with an error, so that no other route takes it. */
final class NginxRoutes {
  private static final int NOT_IMPLEMENTED = 501;
  private static final int FORBIDDEN = 403;
  private static final int METHOD_NOT_ALLOWED = 405;

  private final GatewayDraft.Site site;
  private final NginxUpstreams upstreams;
  private final ImportReport report;
  private final Path prefix;
  private final @Nullable String scheme;
  private final String serverName;
  private final Map<String, NginxDirective> named = new HashMap<>();

  /** The guards of the server, which nginx tests before it looks for a location. */
  private List<NginxIf> guards = List.of();

  /** @param scheme the scheme of the listeners of the server; null if they have both */
  NginxRoutes(
      GatewayDraft.Site site,
      NginxUpstreams upstreams,
      ImportReport report,
      Path prefix,
      @Nullable String scheme,
      String serverName) {
    this.site = site;
    this.upstreams = upstreams;
    this.report = report;
    this.prefix = prefix;
    this.scheme = scheme;
    this.serverName = serverName;
  }

  void add(NginxDirective server, NginxScope scope) {
    names(server);
    guards = NginxIf.guards(server.children());
    report(server.children());
    boolean hasRegex = hasRegex(server);
    if (scope.own("return").isEmpty()) {
      locations(server, scope, hasRegex);
    } else {
      // A return of the server comes before all locations.
      scope
          .own("location")
          .forEach(location -> report.lost(
              location.place(), location.shown(), "the return of the server comes first"));
    }
    for (NginxDirective rewrite : scope.own("rewrite")) {
      rewrite(rewrite, scope);
    }
    boolean isWhole = site.routes().stream()
        .anyMatch(route -> route.json().path("match").path("path").asString("").equals("/*"));
    if (!isWhole) {
      ObjectNode route = route("path", "/*");
      finish(route, server, scope, "/");
    }
  }

  private static boolean hasRegex(NginxDirective block) {
    return block.children().stream()
        .filter(child -> child.is("location"))
        .anyMatch(child -> child.argument(0).startsWith("~") || hasRegex(child));
  }

  private void names(NginxDirective block) {
    for (NginxDirective child : block.children()) {
      if (child.is("location") && child.argument(0).startsWith("@")) {
        named.put(child.argument(0), child);
      }
    }
  }

  private void report(List<NginxDirective> directives) {
    for (NginxDirective directive : directives) {
      NginxKnown.report(directive, report);
      if (directive.is("autoindex") && directive.argument(0).equals("on")) {
        report.lost(directive.place(), directive.shown(), "folders have no listing");
      }
    }
    List<NginxIf> carried = NginxIf.guards(directives);
    for (NginxIf guard : carried) {
      if (guard.when() == null) {
        report.lost(
            guard.directive().place(),
            guard.directive().shown(),
            "its condition; it may restrict access, so all requests that it tests get 403");
      } else {
        report.changed(
            guard.directive().place(),
            guard.directive().shown(),
            "routes with its condition respond in its place");
      }
    }
    directives.stream()
        .filter(each -> each.is("if"))
        .filter(each -> carried.stream().noneMatch(guard -> guard.directive().equals(each)))
        .forEach(each -> report.lost(
            each.place(),
            each.shown(),
            "conditions of if; use conditions of routes" + caution(NginxIf.response(each))));
  }

  private static String caution(@Nullable NginxDirective response) {
    String status = response == null ? "" : response.argument(0);
    if (status.matches("[45][0-9]{2}")) {
      return "; CAUTION: it refuses requests";
    }
    return status.isEmpty() || status.startsWith("2") ? "" : "; CAUTION: it redirects requests";
  }

  private static ObjectNode route(String key, String text) {
    ObjectNode route = JsonNodeFactory.instance.objectNode();
    route.putObject("match").put(key, text);
    return route;
  }

  private void locations(NginxDirective block, NginxScope scope, boolean hasRegex) {
    for (NginxDirective location : block.children()) {
      if (!location.is("location") || location.argument(0).startsWith("@")) {
        continue;
      }
      location(location, scope.child(location), hasRegex);
    }
  }

  private void location(NginxDirective location, NginxScope scope, boolean hasRegex) {
    report(location.children());
    Location match = Location.of(location);
    if (match.path().isEmpty()) {
      report.lost(location.place(), location.shown(), "it has no path");
      return;
    }
    if (!match.isRegex() && !isPlain(match, location)) {
      return;
    }
    boolean isWider = match.isRegex() && isWider(match.path(), location);
    boolean losesToRegex = match.isBeforeRegex() && hasRegex;
    if (losesToRegex) {
      report.changed(
          location.place(),
          location.shown(),
          "a regular expression that matches comes before this prefix");
    }
    int index = site.routes().size();
    finish(match.route(), location, scope, match.isRegex() ? "" : match.path());
    protect(index, location, isWider, losesToRegex ? match.path() : "");
    location.children().stream()
        .filter(inner -> inner.is("location"))
        .filter(inner -> match.isRegex() || inner.argument(0).startsWith("~"))
        .forEach(inner -> report.changed(
            inner.place(),
            inner.shown(),
            "it applies to the whole server, not only within its location"));
    locations(location, scope, hasRegex);
  }

  /**
   * The condition of a location.
   *
   * @param sign {@code =}, {@code ~}, {@code ~*}, {@code ^~}, or empty for a prefix
   * @param path the path or the regular expression; empty if it has none
   */
  private record Location(String sign, String path) {
    static Location of(NginxDirective location) {
      String first = location.argument(0);
      // The sign may touch the path: location =/x.
      String sign =
          Stream.of("~*", "^~", "=", "~").filter(first::startsWith).findFirst().orElse("");
      return first.equals(sign) && !sign.isEmpty()
          ? new Location(sign, location.argument(1))
          : new Location(sign, first.substring(sign.length()));
    }

    boolean isRegex() {
      return sign.startsWith("~");
    }

    boolean isExact() {
      return sign.equals("=");
    }

    /** Returns true for a prefix that nginx tries before its regular expressions. */
    boolean isBeforeRegex() {
      return sign.equals("^~");
    }

    ObjectNode route() {
      if (isRegex()) {
        return NginxRoutes.route(
            "regex", (sign.equals("~*") ? "(?i)" : "") + NginxRegex.withoutLookahead(path));
      }
      return NginxRoutes.route("path", isExact() ? path : path + "*");
    }
  }

  /** Returns true if the expression matches more paths here than in nginx. Reports it. */
  private boolean isWider(String regex, NginxDirective location) {
    if (NginxRegex.withoutLookahead(regex).equals(regex) || NginxRegex.isEquivalent(regex)) {
      return false;
    }
    report.changed(
        location.place(),
        location.shown(),
        "RE2 has no lookahead; it matches more paths without it, and gets 501 unless it restricts access");
    return true;
  }

  /** Returns false for a path that cannot be one here. Reports it, and refuses the requests of a path with a star. */
  private boolean isPlain(Location match, NginxDirective location) {
    String path = match.path();
    if (!path.startsWith("/")) {
      report.lost(location.place(), location.shown(), "no request has such a path");
      return false;
    }
    if (!path.contains("*")) {
      return true;
    }
    report.lost(
        location.place(),
        location.shown(),
        "a star in a path is a pattern here; it responds with 403");
    String end = match.isExact() ? "$" : "";
    add(route("regex", "^" + literal(path) + end), location.place(), true, FORBIDDEN);
    return false;
  }

  /**
   * Ensures that a location and regular expressions take no requests from each other that one of them refuses.
   *
   * @param index the position of the location's route
   * @param isWider true if its expression matches more than that of nginx
   * @param preferred the prefix that nginx prefers to regular expressions; empty if there is none
   */
  private void protect(int index, NginxDirective location, boolean isWider, String preferred) {
    Route added = site.routes().get(index);
    boolean isClosed =
        added.isGuarded() || added.json().path("respond").path("status").asInt(0) >= 400;
    if (isWider && !isClosed) {
      // It would take requests from locations that restrict access.
      site.routes().set(index, refusing(added.json(), location.place(), false, NOT_IMPLEMENTED));
    }
    if (isClosed && !preferred.isEmpty()) {
      ObjectNode match = JsonNodeFactory.instance.objectNode();
      match.putObject("match").put("regex", "^" + literal(preferred));
      site.routes().add(0, refusing(match, location.place(), true, FORBIDDEN));
      report.lost(
          location.place(),
          location.shown(),
          "regular expressions come before this prefix, so all of its paths respond with 403 until they are excluded there");
    }
  }

  /** Adds the action and policies of a location, and the route to the site. */
  private void finish(ObjectNode route, NginxDirective block, NginxScope scope, String path) {
    NginxAccess.Result access = NginxAccess.add(route, scope, prefix, report);
    boolean isGuarded = access != NginxAccess.Result.FREE;
    if (access == NginxAccess.Result.CLOSED) {
      add(route, block.place(), true, FORBIDDEN);
      return;
    }
    if (scope.find("internal").isPresent()) {
      // Only nginx itself uses it and the locations within, for error pages and the like.
      report.lost(
          block.place(), block.shown(), "a location for internal requests responds with 404");
      add(route, block.place(), true, 404);
      return;
    }
    List<NginxIf> tests = new ArrayList<>(guards);
    if (!block.is("server")) {
      tests.addAll(NginxIf.guards(block.children()));
    }
    if (tests.stream().anyMatch(test -> test.when() == null)) {
      add(route, block.place(), true, FORBIDDEN);
      return;
    }
    List<Route> parts = new ArrayList<>();
    boolean isDone = switch (block.is("location")
        ? redirects(route, scope, isGuarded, parts)
        : Redirecting.NOT_ALL) {
      case ALL -> true;
      case UNKNOWN -> false;
      case NOT_ALL -> action(route, block, scope, path);
    };
    if (isDone) {
      NginxFields.add(route, scope, report, path);
      NginxPolicies.add(route, scope, prefix, report);
      site.routes().add(new Route(block.place(), route, isGuarded));
      if (route.path("match").has("methods")) {
        // Without it, a request with another method would go to the next route of its path.
        add(route, block.place(), true, METHOD_NOT_ALLOWED);
      }
    } else {
      add(route, block.place(), isGuarded, isGuarded ? FORBIDDEN : NOT_IMPLEMENTED);
    }
    site.routes().addAll(parts);
    for (NginxIf test : tests) {
      parts.forEach(part -> responding(part.json(), test, scope));
      responding(route, test, scope);
    }
  }

  /** Adds a route for those requests of another one that an {@code if} responds to. It comes first, because it has a condition. */
  private void responding(ObjectNode other, NginxIf test, NginxScope scope) {
    NginxDirective directive = test.directive();
    ObjectNode route = refusing(other, directive.place(), true, FORBIDDEN).json();
    route.withObject("/match").put("when", test.when());
    ObjectNode action = JsonNodeFactory.instance.objectNode();
    if (returned(action, test.response(), scope)) {
      route.remove("respond");
      route.setAll(action);
    }
    site.routes().add(new Route(directive.place(), route, true));
  }

  /** The requests of a location that its rewrites redirect. */
  private enum Redirecting {
    ALL,
    NOT_ALL,
    /** All of them, to a target that is not known here. */
    UNKNOWN
  }

  private void add(ObjectNode route, SourcePlace place, boolean isGuarded, int status) {
    site.routes().add(refusing(route, place, isGuarded, status));
  }

  /** Returns a route for the same paths with any method. */
  private static Route refusing(
      ObjectNode route, SourcePlace place, boolean isGuarded, int status) {
    ObjectNode refusing = JsonNodeFactory.instance.objectNode();
    ObjectNode match = refusing.putObject("match");
    route.path("match").properties().stream()
        .filter(each -> !each.getKey().equals("methods"))
        .forEach(each -> match.set(each.getKey(), each.getValue()));
    refusing.putObject("respond").put("status", status);
    return new Route(place, refusing, isGuarded);
  }

  /** Returns false if nothing of the location can respond; the reason is reported. */
  private boolean action(ObjectNode route, NginxDirective block, NginxScope scope, String path) {
    Optional<NginxDirective> returned = scope.own("return").stream().findFirst();
    if (returned.isPresent()) {
      return returned(route, returned.get(), scope);
    }
    for (NginxDirective child : scope.directives()) {
      switch (child.name()) {
        case "proxy_pass", "grpc_pass" -> {
          return proxy(route, child, scope, path);
        }
        case "fastcgi_pass", "uwsgi_pass", "scgi_pass", "memcached_pass" -> {
          report.lost(
              child.place(),
              child.shown(),
              "upstreams speak HTTP; requests get 501 until there is one");
          return false;
        }
        case "stub_status" -> {
          report.lost(
              child.place(), child.shown(), "metrics are at /metrics of the admin listener");
          return false;
        }
        case "empty_gif" -> {
          report.lost(child.place(), child.shown(), "the gateway has no such file");
          return false;
        }
        default -> {}
      }
    }
    if (block.children().stream()
        .anyMatch(child -> child.name().matches(".*_by_lua.*|js_content|perl"))) {
      report.lost(block.place(), block.shown(), "a program responds");
      return false;
    }
    Optional<NginxDirective> fallback = scope
        .find("try_files")
        .filter(each -> !each.arguments().isEmpty())
        .filter(each -> named.containsKey(each.argument(each.arguments().size() - 1)));
    if (fallback.isPresent()) {
      NginxDirective tried = fallback.get();
      NginxDirective target = named.get(tried.argument(tried.arguments().size() - 1));
      report.changed(
          tried.place(),
          tried.shown(),
          "all requests go to the last one: add a route with static for the files");
      if (target != null
          && (target.children().stream().anyMatch(NginxAccess::isRule)
              || !NginxIf.guards(target.children()).isEmpty())) {
        report.lost(
            target.place(),
            target.shown(),
            "rules of access of a named location; requests get 501 until they are set by hand");
        return false;
      }
      return target != null && action(route, target, scope.child(target), path);
    }
    return files(route, block, scope, path);
  }

  private boolean files(ObjectNode route, NginxDirective block, NginxScope scope, String path) {
    if (!block.is("server")) {
      scope.own("rewrite").stream()
          .filter(rewrite -> !isRedirect(rewrite))
          .forEach(rewrite -> report.lost(
              rewrite.place(), rewrite.shown(), "files have the paths of their requests"));
    }
    String root = scope.value("root");
    Optional<NginxDirective> alias = scope.own("alias").stream().findFirst();
    if (alias.isPresent()) {
      String target = alias.get().argument(0);
      if (path.isEmpty() || !target.endsWith(path)) {
        report.lost(
            alias.get().place(),
            alias.get().shown(),
            "a file has the whole path of its request below root");
        return false;
      }
      root = target.substring(0, target.length() - path.length());
      root = root.isEmpty() ? "/" : root;
    }
    if (root.isEmpty()) {
      if (!block.is("server")
          || !block.children().stream().anyMatch(child -> child.is("location"))) {
        report.lost(
            block.place(),
            block.shown(),
            "it names neither files nor an upstream (root is that of nginx's installation)");
        return false;
      }
      return notFound(route);
    }
    if (NginxVariables.hasVariable(scope.withConstants(root))) {
      report.lost(block.place(), block.shown(), "root has a variable: " + root);
      return false;
    }
    ObjectNode files = route.putObject("static");
    files.put("root", prefix.resolve(scope.withConstants(root)).normalize().toString());
    String index = scope.value("index");
    if (!index.isEmpty()
        && !index.equals("index.html")
        && !index.contains("/")
        && !NginxVariables.hasVariable(index)) {
      files.put("index", index);
    }
    scope
        .find("index")
        .filter(each -> each.arguments().size() > 1)
        .ifPresent(
            each -> report.lost(each.place(), each.shown(), "a folder has one index: the first"));
    scope.find("try_files").filter(each -> !each.arguments().isEmpty()).ifPresent(tried -> {
      String last = tried.argument(tried.arguments().size() - 1);
      if (!last.matches("=404|\\$uri/?")
          || tried.arguments().stream().anyMatch(each -> !each.matches("\\$uri/?|=[0-9]{3}"))) {
        report.lost(tried.place(), tried.shown(), "a path without a file gets 404");
      }
    });
    return true;
  }

  private static boolean notFound(ObjectNode route) {
    route.putObject("respond").put("status", 404);
    return true;
  }

  private boolean returned(ObjectNode route, NginxDirective directive, NginxScope scope) {
    String code = directive.argument(0);
    String text = scope.withConstants(directive.argument(1));
    if (code.matches("https?://.*|/.*")) {
      text = code;
      code = "302";
    }
    if (code.matches("30[12378]")) {
      String to = NginxVariables.redirect(text, scheme, serverName);
      if (to == null || !to.matches("(https?://|/).*")) {
        report.lost(
            directive.place(),
            directive.shown(),
            "its target has variables that a redirect does not know");
        return false;
      }
      redirect(route, to, Integer.parseInt(code));
      return true;
    }
    if (!code.matches("[2-5][0-9]{2}")) {
      report.lost(directive.place(), directive.shown(), "its status is no number of 200 to 599");
      return false;
    }
    int status = Integer.parseInt(code);
    if (status == 444) {
      report.changed(
          directive.place(), directive.shown(), "the connection stays; the response is 403");
      status = FORBIDDEN;
    }
    ObjectNode respond = route.putObject("respond");
    respond.put("status", status);
    if (NginxVariables.hasVariable(text)) {
      report.lost(
          directive.place(),
          directive.shown(),
          "a fixed response has no variables; its body is left out");
    } else if (!text.isEmpty() && status != 204 && status != 304) {
      respond.put("body", text);
      String type = scope.value("default_type");
      for (NginxDirective field : scope.all("add_header")) {
        type = field.argument(0).equalsIgnoreCase("content-type") ? field.argument(1) : type;
      }
      if (!type.isEmpty() && !type.equals("text/plain")) {
        respond.putObject("headers").put("Content-Type", type);
      }
    }
    return true;
  }

  private static void redirect(ObjectNode route, String to, int status) {
    ObjectNode redirect = route.putObject("redirect");
    redirect.put("to", to);
    redirect.put("status", status);
  }

  /** A rewrite of the server that redirects becomes a route; others change what nginx does inside. */
  private void rewrite(NginxDirective rewrite, NginxScope scope) {
    ObjectNode route = route("regex", rewrite.argument(0));
    if (isRedirect(rewrite)) {
      String to = target(rewrite, scope);
      if (to != null) {
        redirect(route, to, status(rewrite));
        site.routes().add(new Route(rewrite.place(), route, false));
      }
    } else {
      report.lost(
          rewrite.place(), rewrite.shown(), "a rewrite is of one route; see rewrite of routes");
    }
  }

  private static boolean isRedirect(NginxDirective rewrite) {
    return rewrite.argument(1).matches("https?://.*")
        || rewrite.argument(2).matches("permanent|redirect");
  }

  private static int status(NginxDirective rewrite) {
    return rewrite.argument(2).equals("permanent") ? 301 : 302;
  }

  /**
   * Carries over the redirects by {@code rewrite} of a location. One that takes all its requests becomes the action of its route; one
   * of a part of them gets a route of its own, under the rules of the location.
   *
   * @param parts gets the routes of parts
   */
  private Redirecting redirects(
      ObjectNode route, NginxScope scope, boolean isGuarded, List<Route> parts) {
    for (NginxDirective rewrite : scope.own("rewrite")) {
      if (!isRedirect(rewrite)) {
        continue;
      }
      String to = target(rewrite, scope);
      if (to == null) {
        if (NginxRedirects.ofAll(route.path("match"), rewrite.argument(0), "/") != null) {
          return Redirecting.UNKNOWN;
        }
        continue;
      }
      String whole = NginxRedirects.ofAll(route.path("match"), rewrite.argument(0), to);
      if (whole != null) {
        redirect(route, whole, status(rewrite));
        return Redirecting.ALL;
      }
      if (!NginxRedirects.isWithin(route.path("match"), rewrite.argument(0))) {
        report.lost(
            rewrite.place(),
            rewrite.shown(),
            "its expression may match other paths than those of its location; see redirect");
        continue;
      }
      ObjectNode part = route("regex", rewrite.argument(0));
      if (route.has("policies")) {
        part.set("policies", route.path("policies").deepCopy());
      }
      redirect(part, to, status(rewrite));
      parts.add(new Route(rewrite.place(), part, isGuarded));
      report.changed(
          rewrite.place(),
          rewrite.shown(),
          "it comes before longer prefixes, and holds the rules of access of its location");
    }
    return Redirecting.NOT_ALL;
  }

  /** Returns the target of a redirect; null if it is not known here, which is reported. */
  private @Nullable String target(NginxDirective rewrite, NginxScope scope) {
    String target = scope.withConstants(rewrite.argument(1));
    boolean dropsQuery = target.endsWith("?");
    String text = dropsQuery ? target.substring(0, target.length() - 1) : target;
    String to = NginxVariables.redirect(text, scheme, serverName);
    if (to == null || !to.matches("(https?://|/).*")) {
      report.lost(
          rewrite.place(),
          rewrite.shown(),
          "its target has variables that a redirect does not know");
      return null;
    }
    return dropsQuery || to.contains("?") || to.contains("{path}") ? to : to + "?{query}";
  }

  private boolean proxy(ObjectNode route, NginxDirective pass, NginxScope scope, String path) {
    String url = scope.withConstants(pass.argument(0));
    if (pass.is("grpc_pass") && !url.contains("://")) {
      url = "grpc://" + url;
    }
    if (NginxVariables.hasVariable(url)) {
      report.lost(
          pass.place(),
          pass.shown(),
          "an upstream has a fixed name; requests get 501 until it has one");
      return false;
    }
    NginxUpstreams.Target target = upstreams.target(url, pass, scope);
    if (target == null) {
      report.lost(
          pass.place(), pass.shown(), "it is no URL of a server; requests get 501 until it is");
      return false;
    }
    ObjectNode proxy = route.putObject("proxy");
    proxy.put("upstream", target.name());
    NginxFields.request(route, proxy, target, scope, report);
    rewritten(route, pass, scope, target.uri(), path);
    return true;
  }

  /** The URI of proxy_pass replaces the part of the path that the location matches. */
  private void rewritten(
      ObjectNode route, NginxDirective pass, NginxScope scope, String uri, String path) {
    for (NginxDirective rewrite : scope.own("rewrite")) {
      if (isRedirect(rewrite)) {
        continue; // Carried over, or reported, as a redirect.
      }
      if (rewrite.argument(1).startsWith("/")
          && rewrite.argument(2).matches("break|last|")
          && !rewrite.argument(1).contains("?")
          && !rewrite.argument(1).matches(".*\\$[a-z].*")
          && !route.has("rewrite")) {
        ObjectNode json = route.putObject("rewrite");
        json.put("regex", rewrite.argument(0));
        json.put("to", rewrite.argument(1));
        return;
      }
      report.lost(
          rewrite.place(), rewrite.shown(), "a route has one rewrite, of a path, with groups");
    }
    if (uri.isEmpty() || path.isEmpty() || uri.equals(path)) {
      return;
    }
    if (uri.contains("?") || uri.contains("#")) {
      report.lost(pass.place(), pass.shown(), "the query of the target; see rewrite.query");
      return;
    }
    ObjectNode rewrite = route.putObject("rewrite");
    boolean isExact = !route.path("match").path("path").asString("").endsWith("*");
    if (!isExact && path.endsWith("/") && uri.endsWith("/")) {
      if (path.length() > 1) {
        rewrite.put("stripPrefix", path.substring(0, path.length() - 1));
      }
      if (uri.length() > 1) {
        rewrite.put("addPrefix", uri.substring(0, uri.length() - 1));
      }
      return;
    }
    rewrite.put("regex", "^" + literal(path) + (isExact ? "$" : ""));
    rewrite.put("to", uri.replace("$", "$$"));
  }

  /** Returns an expression for exactly this text. */
  private static String literal(String text) {
    return Pattern.compile("[.^$|()\\[\\]{}*+?\\\\]").matcher(text).replaceAll("\\\\$0");
  }

  /** Returns an array of these texts. */
  static ArrayNode array(List<String> texts) {
    return NginxImport.array(texts);
  }
}
