package io.lychgate.gateway.migration.h2o;

import io.lychgate.gateway.migration.draft.GatewayDraft;
import io.lychgate.gateway.migration.draft.GatewayDraft.Route;
import io.lychgate.gateway.migration.draft.ImportReport;
import io.lychgate.gateway.migration.draft.SourcePlace;
import io.lychgate.gateway.migration.h2o.H2oValue.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes the routes of one host. A path whose handler cannot be carried over responds with an error, so that no other route takes it. */
final class H2oPaths {
  private static final Set<String> CARRIED = Set.of(
      "paths",
      "listen",
      "hosts",
      "file.dir",
      "file.file",
      "file.index",
      "proxy.reverse.url",
      "proxy.preserve-host",
      "proxy.timeout.io",
      "proxy.timeout.connect",
      "proxy.timeout.first_byte",
      "proxy.websocket",
      "proxy.tunnel",
      "proxy.ssl.verify-peer",
      "proxy.ssl.cafile",
      "redirect",
      "header.add",
      "header.append",
      "header.merge",
      "header.set",
      "header.setifempty",
      "header.unset",
      "proxy.header.add",
      "proxy.header.append",
      "proxy.header.set",
      "proxy.header.merge",
      "proxy.header.setifempty",
      "proxy.header.unset",
      "expires",
      "compress",
      "gzip",
      "compress-minimum-size",
      "mruby.handler",
      "mruby.handler-file",
      "fastcgi.connect",
      "fastcgi.spawn",
      "status",
      "limit-request-body",
      "http2-push-preload",
      "max-connections");

  private static final Pattern URL = Pattern.compile(
      "(https?)://(?:\\[unix:([^\\]]+)\\]|([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?)(/[^?#\\s]*)?");
  private static final Pattern EXPIRES =
      Pattern.compile("([0-9]{1,9}) (second|minute|hour|day|month|year)s?");
  private static final Pattern GUARD =
      Pattern.compile("(?i)htpasswd|acl\\b|deny|authoriz|\\b40[13]\\b");

  private final GatewayDraft.Site site;
  private final GatewayDraft draft;
  private final ImportReport report;
  private final Path directory;

  H2oPaths(GatewayDraft.Site site, GatewayDraft draft, ImportReport report, Path directory) {
    this.site = site;
    this.draft = draft;
    this.report = report;
    this.directory = directory;
  }

  /** Reports a setting unless it is carried over. */
  static void reportUnknown(Setting setting, ImportReport report) {
    String name = setting.name();
    if (CARRIED.contains(name)) {
      return;
    }
    if (name.equals("access-log")) {
      report.lost(
          setting.place(), setting.shown(), "set accessLog of the gateway, in its own format");
    } else if (name.equals("file.dirlisting")) {
      if (setting.value().isOn()) {
        report.lost(setting.place(), setting.shown(), "folders have no listing");
      }
    } else if (name.startsWith("file.mime")
        || name.equals("file.etag")
        || name.equals("file.send-compressed")) {
      report.unneeded(
          setting.place(), setting.shown(), "the gateway knows the types of files itself");
    } else if (name.startsWith("http2-")
        || name.startsWith("http3-")
        || name.startsWith("http1-")) {
      report.unneeded(
          setting.place(), setting.shown(), "the gateway has its own limits of protocols");
    } else if (name.equals("error-doc")) {
      report.lost(setting.place(), setting.shown(), "see policies.errorPages");
    } else {
      report.lost(setting.place(), setting.shown(), "unknown to this import");
    }
  }

  /**
   * Adds the route of one path.
   *
   * @param outer settings of the file and of the host, which the path inherits
   */
  void add(Setting path, List<List<Setting>> outer) {
    List<Setting> own = path.value().settings();
    own.forEach(each -> reportUnknown(each, report));
    List<List<Setting>> levels = new ArrayList<>(outer);
    levels.add(own);
    String name = path.name();
    if (!name.startsWith("/") || name.contains("*")) {
      report.lost(path.place(), "path " + name, "a path begins with a slash and has no star");
      return;
    }
    ObjectNode route = JsonNodeFactory.instance.objectNode();
    if (name.endsWith("/")) {
      route.putObject("match").put("path", name + "*");
    } else {
      route.putObject("match").put("prefix", name);
    }
    for (Setting each : own) {
      if (each.name().startsWith("mruby.handler")) {
        boolean isGuard = each.name().equals("mruby.handler")
            && GUARD.matcher(each.value().text()).find();
        report.lost(
            each.place(),
            each.name(),
            "a program handles requests; they get " + (isGuard ? "403" : "501")
                + " until there is a route without it");
        refuse(route, path.place(), isGuard ? 403 : 501);
        return;
      }
    }
    Setting handler = own.stream()
        .filter(each -> Set.of(
                "file.dir",
                "file.file",
                "proxy.reverse.url",
                "redirect",
                "fastcgi.connect",
                "fastcgi.spawn",
                "status")
            .contains(each.name()))
        .findFirst()
        .orElse(null);
    boolean isDone = handler != null && action(route, handler, name, levels);
    if (handler == null) {
      report.lost(path.place(), "path " + name, "it has no handler that can be carried over");
    } else {
      for (Setting each : own) {
        if (!each.equals(handler)
            && (each.name().equals("file.dir") || each.name().equals("proxy.reverse.url"))) {
          report.lost(
              each.place(), each.shown(), "a route has one handler; H2O tries them in order");
        }
      }
    }
    if (!isDone) {
      refuse(route, path.place(), 501);
      return;
    }
    fields(route, levels);
    compress(route, levels);
    site.routes().add(new Route(path.place(), route, false));
  }

  private void refuse(ObjectNode route, SourcePlace place, int status) {
    ObjectNode refusing = JsonNodeFactory.instance.objectNode();
    refusing.set("match", route.path("match"));
    refusing.putObject("respond").put("status", status);
    site.routes().add(new Route(place, refusing, status == 403));
  }

  private static Optional<Setting> nearest(String name, List<List<Setting>> levels) {
    for (int i = levels.size() - 1; i >= 0; i--) {
      List<Setting> level = levels.get(i);
      for (int j = level.size() - 1; j >= 0; j--) {
        if (level.get(j).name().equals(name)) {
          return Optional.of(level.get(j));
        }
      }
    }
    return Optional.empty();
  }

  private boolean action(
      ObjectNode route, Setting handler, String path, List<List<Setting>> levels) {
    switch (handler.name()) {
      case "file.dir", "file.file" -> {
        return files(route, handler, path, levels);
      }
      case "proxy.reverse.url" -> {
        return proxy(route, handler, path, levels);
      }
      case "redirect" -> {
        return redirect(route, handler, path);
      }
      case "status" -> {
        report.lost(
            handler.place(), handler.shown(), "metrics are at /metrics of the admin listener");
        return false;
      }
      default -> {
        report.lost(
            handler.place(),
            handler.shown(),
            "upstreams speak HTTP; requests get 501 until there is one");
        return false;
      }
    }
  }

  private boolean files(
      ObjectNode route, Setting handler, String path, List<List<Setting>> levels) {
    String target = handler.value().text();
    boolean isFile = handler.name().equals("file.file");
    String suffix = path.equals("/") ? "" : path;
    String bare = target.endsWith("/") && !suffix.endsWith("/")
        ? target.substring(0, target.length() - 1)
        : target;
    if (target.isEmpty() || !bare.endsWith(suffix) || (isFile && path.equals("/"))) {
      report.lost(
          handler.place(), handler.shown(), "a file has the whole path of its request below root");
      return false;
    }
    String root = bare.substring(0, bare.length() - suffix.length());
    if (isFile) {
      route.putObject("match").put("path", path);
    }
    ObjectNode files = route.putObject("static");
    files.put(
        "root",
        directory
            .resolve(root.isEmpty() && bare.startsWith("/") ? "/" : root)
            .normalize()
            .toString());
    nearest("file.index", levels).ifPresent(index -> {
      List<H2oValue> names = index.value().items();
      if (!names.isEmpty() && !names.get(0).text().equals("index.html")) {
        files.put("index", names.get(0).text());
      }
    });
    return true;
  }

  private boolean proxy(
      ObjectNode route, Setting handler, String path, List<List<Setting>> levels) {
    ObjectNode upstream = JsonNodeFactory.instance.objectNode();
    Backends backends = backends(handler, upstream.putArray("servers"));
    if (upstream.path("servers").isEmpty()) {
      return false;
    }
    if (handler.value().text("balancer").equals("least-conn")) {
      upstream.putObject("balance").put("policy", "least-requests");
    }
    timeouts(upstream, levels);
    if (backends.isSecure()) {
      trust(upstream, levels);
    }
    ObjectNode proxy = route.putObject("proxy");
    proxy.put("upstream", draft.upstream(backends.name(), upstream, handler.place()));
    if (nearest("proxy.preserve-host", levels)
        .filter(each -> each.value().isOn())
        .isEmpty()) {
      proxy.put("preserveHost", false);
    }
    if (nearest("proxy.websocket", levels)
        .or(() -> nearest("proxy.tunnel", levels))
        .filter(each -> each.value().isOn())
        .isPresent()) {
      proxy.put("webSocket", true);
    }
    rewrite(route, withoutSlash(path), backends.path());
    return true;
  }

  /**
   * The servers of one handler have this in common.
   *
   * @param name the wish for a name of the upstream: the first server without its scheme
   * @param path the path of their URLs, without a slash at its end
   * @param isSecure true if one of them has TLS
   */
  private record Backends(String name, String path, boolean isSecure) {}

  /** Adds the servers of a handler that can be carried over to this array. */
  private Backends backends(Setting handler, ArrayNode servers) {
    String name = "";
    String path = "";
    boolean isSecure = false;
    List<H2oValue> backends = handler
        .value()
        .setting("backends")
        .map(each -> each.value().items())
        .orElseGet(() -> handler.value().items());
    for (H2oValue backend : backends) {
      String url = backend.isScalar() ? backend.text() : backend.text("url");
      Matcher matcher = URL.matcher(url);
      if (!matcher.matches()) {
        report.lost(handler.place(), handler.name() + ": " + url, "it is no URL of a server");
        continue;
      }
      String itsPath = matcher.group(5) == null ? "" : withoutSlash(matcher.group(5));
      if (!servers.isEmpty() && !itsPath.equals(path)) {
        report.lost(
            handler.place(),
            handler.name() + ": " + url,
            "a route has one path for all servers; the server is left out");
        continue;
      }
      isSecure |= matcher.group(1).equals("https");
      path = itsPath;
      String socket = matcher.group(2);
      String authority = matcher.group(3) + (matcher.group(4) == null ? "" : matcher.group(4));
      String server = socket == null ? matcher.group(1) + "://" + authority : "unix:" + socket;
      if (name.isEmpty()) {
        name = socket == null ? authority : socket.substring(socket.lastIndexOf('/') + 1);
      }
      String weight = backend.isScalar() ? "" : backend.text("weight");
      if (weight.matches("[0-9]{1,4}")) {
        servers.addObject().put("url", server).put("weight", Integer.parseInt(weight));
      } else {
        servers.add(server);
      }
    }
    return new Backends(name, path, isSecure);
  }

  private void timeouts(ObjectNode upstream, List<List<Setting>> levels) {
    millis(upstream, "connectTimeout", nearest("proxy.timeout.connect", levels));
    millis(
        upstream,
        "responseHeadTimeout",
        nearest("proxy.timeout.first_byte", levels).or(() -> nearest("proxy.timeout.io", levels)));
    millis(upstream, "responseBodyIdleTimeout", nearest("proxy.timeout.io", levels));
  }

  private void trust(ObjectNode upstream, List<List<Setting>> levels) {
    nearest("proxy.ssl.verify-peer", levels)
        .filter(each -> each.value().isOff())
        .ifPresent(each -> upstream.withObject("/tls").put("verify", false));
    nearest("proxy.ssl.cafile", levels)
        .ifPresent(each -> upstream
            .withObject("/tls")
            .put("trust", directory.resolve(each.value().text()).normalize().toString()));
  }

  /** The path of the URL replaces that of the entry. */
  private static void rewrite(ObjectNode route, String from, String to) {
    if (from.equals(to)) {
      return;
    }
    ObjectNode rewrite = route.putObject("rewrite");
    if (!from.isEmpty()) {
      rewrite.put("stripPrefix", from);
    }
    if (!to.isEmpty()) {
      rewrite.put("addPrefix", to);
    }
  }

  private static void millis(ObjectNode upstream, String key, Optional<Setting> setting) {
    setting
        .map(each -> each.value().text())
        .filter(text -> text.matches("[1-9][0-9]{0,8}"))
        .ifPresent(text -> upstream.put(key, text + "ms"));
  }

  private static String withoutSlash(String path) {
    return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  private boolean redirect(ObjectNode route, Setting handler, String path) {
    H2oValue value = handler.value();
    String url = value.isScalar() ? value.text() : value.text("url");
    String status = value.isScalar() ? "302" : value.text("status");
    if (!value.isScalar()
        && (value.text("internal").equalsIgnoreCase("YES")
            || value.text("internal").equalsIgnoreCase("ON"))) {
      report.lost(handler.place(), handler.name(), "an internal redirect; see rewrite of routes");
      return false;
    }
    if (!url.matches("(https?://[^/\\s{}$?#]+)?(/[^\\s{}$?#]*)?")
        || url.isEmpty()
        || !status.matches("30[12378]")) {
      report.lost(handler.place(), handler.name() + ": " + url, "it is no redirect to a URL");
      return false;
    }
    // H2O adds the rest of the path and the query.
    String from = withoutSlash(path);
    String to = withoutSlash(url);
    if (from.isEmpty() && to.startsWith("http")) {
      to = to + "{path}";
    } else {
      // H2O keeps the slash at the end of a URL, also if no rest follows. A host needs one before a
      // group.
      boolean hasSlash = url.endsWith("/") || to.matches("https?://[^/]+");
      String literal =
          Pattern.compile("[.^$|()\\[\\]{}*+?\\\\]").matcher(from).replaceAll("\\\\$0");
      route.putObject("match").put("regex", "^" + literal + (hasSlash ? "(?:/(.*))?$" : "(/.*)?$"));
      to = to + (hasSlash ? "/" : "") + "$1?{query}";
    }
    ObjectNode redirect = route.putObject("redirect");
    redirect.put("to", to);
    redirect.put("status", Integer.parseInt(status));
    return true;
  }

  private void fields(ObjectNode route, List<List<Setting>> levels) {
    for (List<Setting> level : levels) {
      for (Setting setting : level) {
        String name = setting.name();
        boolean isRequest = name.startsWith("proxy.header.");
        if (name.startsWith("header.") || (isRequest && route.has("proxy"))) {
          edits(
              route,
              setting,
              name.substring(name.lastIndexOf('.') + 1),
              isRequest ? "request" : "response");
        }
      }
    }
    nearest("expires", levels).ifPresent(expires -> expires(route, expires));
  }

  private void edits(ObjectNode route, Setting setting, String command, String side) {
    List<H2oValue> values = new ArrayList<>();
    for (H2oValue each : setting.value().items()) {
      if (each.isMapping()) {
        each.setting("header")
            .or(() -> each.setting("headers"))
            .or(() -> each.setting("name"))
            .ifPresent(inner -> values.addAll(inner.value().items()));
        if (each.setting("when").isPresent() && !each.text("when").equals("final")) {
          report.lost(setting.place(), setting.shown(), "final responses are edited only");
        }
      } else {
        values.add(each);
      }
    }
    for (H2oValue value : values) {
      String text = value.text();
      int colon = text.indexOf(':');
      String name = (colon < 0 ? text : text.substring(0, colon)).strip();
      String content =
          colon < 0 ? "" : text.substring(colon + 1).strip().replaceAll("\\{(?=[A-Za-z])", "{{");
      ObjectNode edits = route.withObject("/headers/" + side);
      switch (command) {
        case "unset" -> edits.withArray("/remove").add(name);
        case "set" -> put(edits, "set", name, content, false);
        case "add", "append", "merge" -> put(edits, "add", name, content, true);
        case "setifempty" ->
          report.lost(setting.place(), setting.shown(), "a field is set or added");
        default -> report.lost(setting.place(), setting.shown(), "unknown to this import");
      }
    }
  }

  private static void put(
      ObjectNode edits, String kind, String name, String content, boolean joins) {
    ObjectNode fields = edits.withObject("/" + kind);
    String same = sameName(fields, name);
    String before = same == null ? "" : fields.path(same).asString();
    if (same != null) {
      fields.remove(same);
    }
    // Several fields of one name are one list (RFC 9110 section 5.3).
    fields.put(name, joins && !before.isEmpty() ? before + ", " + content : content);
  }

  private static @Nullable String sameName(ObjectNode fields, String name) {
    for (String each : fields.propertyNames()) {
      if (each.toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
        return each;
      }
    }
    return null;
  }

  private void expires(ObjectNode route, Setting expires) {
    if (expires.value().isOff()) {
      return;
    }
    Matcher matcher = EXPIRES.matcher(expires.value().text());
    if (!matcher.matches()) {
      report.lost(
          expires.place(), expires.shown(), "a number and a unit are expected, as in 1 day");
      return;
    }
    long unit = switch (matcher.group(2)) {
      case "minute" -> 60L;
      case "hour" -> 3600L;
      case "day" -> 86_400L;
      case "month" -> 30 * 86_400L;
      case "year" -> 365 * 86_400L;
      default -> 1L;
    };
    String value = "max-age=" + Long.parseLong(matcher.group(1)) * unit;
    if (route.has("static")) {
      route.withObject("/static").put("cacheControl", value);
    } else {
      route.withObject("/headers/response/set").put("Cache-Control", value);
    }
  }

  private void compress(ObjectNode route, List<List<Setting>> levels) {
    Setting setting =
        nearest("compress", levels).or(() -> nearest("gzip", levels)).orElse(null);
    if (setting == null || setting.value().isOff() || route.has("redirect")) {
      return;
    }
    ObjectNode compress = route.withObject("/policies").putObject("compress");
    ArrayNode codings = compress.putArray("codings");
    if (setting.name().equals("gzip")) {
      codings.add("gzip");
    } else if (setting.value().isOn()) {
      codings.add("br").add("gzip");
    } else {
      List<String> named = setting.value().isMapping()
          ? setting.value().settings().stream().map(Setting::name).toList()
          : setting.value().items().stream().map(H2oValue::text).toList();
      named.stream()
          .filter(each -> Set.of("br", "gzip", "zstd").contains(each))
          .distinct()
          .forEach(codings::add);
    }
    if (codings.isEmpty()) {
      route.withObject("/policies").remove("compress");
      return;
    }
    nearest("compress-minimum-size", levels)
        .map(each -> each.value().text())
        .filter(text -> text.matches("[0-9]{1,7}"))
        .ifPresent(text -> compress.put("minSize", text));
  }
}
