package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.migration.draft.GatewayDraft;
import io.lychgate.gateway.migration.draft.ImportReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes a draft of nginx.conf: listeners of {@code listen}, a site of each {@code server}, routes of its locations. */
public final class NginxImport {
  private static final String REDIRECTS = "redirectToHttps";

  private final GatewayDraft draft = new GatewayDraft();
  private final ImportReport report;
  private final NginxUpstreams upstreams;
  private final Path prefix;
  private final List<Server> servers = new ArrayList<>();

  /** A server block with what decides on its site. */
  private record Server(
      NginxDirective block,
      NginxScope scope,
      List<Listen> listens,
      Set<String> hosts,
      @Nullable NginxDirective toHttps) {
    boolean isDefault() {
      return listens.stream().anyMatch(listen -> listen.words().contains("default_server"));
    }

    boolean isSecure() {
      return listens.stream().anyMatch(Listen::isSecure);
    }

    /** Returns true if no other machine reaches it: its addresses are local, or Unix sockets. */
    boolean isLocal() {
      return listens.stream()
          .allMatch(listen -> listen.host().matches("127\\.[0-9.]+|\\[::1\\]|localhost"));
    }

    boolean isPlain() {
      return listens.stream().anyMatch(listen -> !listen.isSecure());
    }
  }

  private record Listen(String host, int port, List<String> words, boolean isSecure) {}

  private NginxImport(ImportReport report, Path prefix) {
    this.report = report;
    this.prefix = prefix;
    this.upstreams = new NginxUpstreams(draft, report, prefix);
  }

  /**
   * Reads a file or a directory.
   *
   * @param report gets what cannot be carried over
   */
  public static Checked<GatewayDraft> read(Path start, ImportReport report) {
    Checked<List<NginxDirective>> read = NginxFiles.read(start, report);
    if (!read.isValid()) {
      return Checked.invalid(read.problems());
    }
    Path absolute = start.toAbsolutePath().normalize();
    Path parent = absolute.getParent();
    Path prefix = java.nio.file.Files.isDirectory(absolute) || parent == null ? absolute : parent;
    NginxImport imported = new NginxImport(report, prefix);
    imported.main(read.value());
    return Checked.valid(imported.draft);
  }

  private void main(List<NginxDirective> directives) {
    NginxScope main = new NginxScope(null, directives);
    List<NginxDirective> fragment = new ArrayList<>();
    for (NginxDirective directive : directives) {
      switch (directive.name()) {
        case "http" -> http(main.child(directive));
        case "server", "upstream", "map" -> fragment.add(directive);
        case "stream", "mail" ->
          report.lost(
              directive.place(),
              directive.shown(),
              "the gateway serves HTTP; see tls-passthrough.md for TLS");
        default -> {
          if (!NginxKnown.report(directive, report)) {
            fragment.add(directive);
          }
        }
      }
    }
    // A file of conf.d has the directives of http without its braces.
    if (!fragment.isEmpty()) {
      http(new NginxScope(null, fragment));
    }
    leaveOutLocal();
    listeners();
    sites();
  }

  private void http(NginxScope http) {
    for (NginxDirective directive : http.directives()) {
      switch (directive.name()) {
        case "upstream" -> upstreams.add(directive);
        case "server" -> {
          if (directive.block() != null) {
            servers.add(server(directive, http.child(directive)));
          }
        }
        case "map" -> {
          if (!directive.argument(0).equals("$http_upgrade")) {
            report.lost(
                directive.place(),
                directive.shown(),
                "variables of a map; use conditions of routes");
          }
        }
        default -> NginxKnown.report(directive, report);
      }
    }
  }

  private Server server(NginxDirective block, NginxScope scope) {
    List<Listen> listens = new ArrayList<>();
    for (NginxDirective directive : scope.own("listen")) {
      Listen listen = listen(directive, scope);
      if (listen != null) {
        listens.add(listen);
      }
    }
    if (scope.own("listen").isEmpty()) {
      listens.add(new Listen("0.0.0.0", 80, List.of(), false));
    }
    return new Server(block, scope, listens, hosts(scope), toHttps(block, listens));
  }

  private @Nullable Listen listen(NginxDirective directive, NginxScope scope) {
    String address = directive.argument(0);
    List<String> words = directive
        .arguments()
        .subList(
            Math.min(1, directive.arguments().size()), directive.arguments().size());
    boolean isSecure = words.contains("ssl") || words.contains("quic") || scope.isOn("ssl");
    if (address.startsWith("unix:")) {
      report.lost(directive.place(), directive.shown(), "a listener has an address and a port");
      return null;
    }
    String host = "0.0.0.0";
    String port = address;
    int colon = address.lastIndexOf(':');
    if (address.endsWith("]") || (colon < 0 && !address.matches("[0-9]+"))) {
      host = address;
      port = "80";
    } else if (colon >= 0) {
      host = address.substring(0, colon);
      port = address.substring(colon + 1);
    }
    host = host.equals("*") ? "0.0.0.0" : host;
    try {
      int number = Integer.parseInt(port);
      if (number < 1 || number > 65535) {
        throw new NumberFormatException(port);
      }
      for (String word : words) {
        if (!word.matches(
            "ssl|http2|quic|spdy|default_server|default|proxy_protocol|reuseport|deferred|bind|ipv6only=.*|backlog=.*|fastopen=.*|so_keepalive=.*|rcvbuf=.*|sndbuf=.*|setfib=.*|accept_filter=.*")) {
          report.lost(directive.place(), directive.shown(), word + " is unknown");
        }
      }
      return new Listen(host, number, words, isSecure);
    } catch (NumberFormatException e) {
      report.lost(directive.place(), directive.shown(), "its port is no number of 1 to 65535");
      return null;
    }
  }

  private Set<String> hosts(NginxScope scope) {
    Set<String> hosts = new LinkedHashSet<>();
    for (NginxDirective directive : scope.own("server_name")) {
      for (String name : directive.arguments()) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (name.startsWith("~") || name.endsWith(".*")) {
          report.lost(
              directive.place(),
              "server_name " + name,
              "a host is a name or *.suffix; list the names");
        } else if (name.startsWith(".")) {
          hosts.add(lower.substring(1));
          hosts.add("*" + lower);
        } else if (!name.isEmpty() && !name.equals("_") && !name.contains("$")) {
          hosts.add(lower);
        }
      }
    }
    return hosts;
  }

  /** Returns the directive that redirects everything to https with the same host and path; null if there is none. */
  private static @Nullable NginxDirective toHttps(NginxDirective block, List<Listen> listens) {
    if (listens.stream().anyMatch(Listen::isSecure)) {
      return null;
    }
    NginxDirective found = null;
    // Other names than those of its conditions must have no content.
    boolean refusesOthers = block.children().stream()
        .anyMatch(child -> child.is("return") && child.argument(0).matches("4[0-9]{2}"));
    for (NginxDirective child : block.children()) {
      switch (child.name()) {
        case "return", "rewrite" -> found = found == null ? child : found;
        case "if" -> {
          // Certbot writes one for each name, and a return of 404 for others.
          List<NginxDirective> inner = child.children();
          if (found == null
              && refusesOthers
              && String.join(" ", child.arguments()).matches("\\( ?\\$host = .*")
              && inner.size() == 1
              && isToHttps(inner.get(0))) {
            found = inner.get(0);
          }
        }
        case "location" -> {
          List<NginxDirective> inner = child.children();
          boolean isChallenge =
              child.arguments().toString().contains("/.well-known/acme-challenge");
          boolean isAll = child.arguments().equals(List.of("/"));
          if (isAll && inner.size() == 1 && found == null) {
            found = inner.get(0);
          } else if (!isChallenge) {
            return null;
          }
        }
        default -> {}
      }
    }
    return found != null && isToHttps(found) ? found : null;
  }

  private static boolean isToHttps(NginxDirective directive) {
    if (directive.is("return")) {
      return directive.argument(0).matches("30[1278]")
          && directive
              .argument(1)
              .matches("https://\\$(\\{?(host|http_host|server_name)\\}?)\\$\\{?request_uri\\}?");
    }
    return directive.is("rewrite")
        && directive.argument(0).matches("\\^(/?\\(\\.\\*\\)\\$?)?")
        && directive
            .argument(1)
            .matches("https://\\$(host|http_host|server_name)(/?\\$1|\\$request_uri\\??)")
        && directive.arguments().size() > 2;
  }

  private void listeners() {
    Map<String, List<Server>> byAddress = new LinkedHashMap<>();
    for (Server server : servers) {
      for (Listen listen : server.listens()) {
        String address = address(listen);
        byAddress.computeIfAbsent(address, key -> new ArrayList<>()).add(server);
        configure(draft.listener(address, server.block().place()), server, listen);
      }
    }
    byAddress.forEach((address, all) -> {
      ObjectNode listener = draft.listener(address, all.get(0).block().place());
      if (!listener.has("tls") && all.stream().allMatch(server -> server.toHttps() != null)) {
        String code = all.get(0).toHttps() == null ? "" : code(all.get(0).toHttps());
        int status = code.matches("30[1278]") ? Integer.parseInt(code) : 301;
        int port = securePort();
        if (port == 443) {
          listener.putObject(REDIRECTS).put("status", status);
        } else {
          listener.putObject(REDIRECTS).put("status", status).put("port", port);
        }
      }
      if (listener.path("tls") instanceof ObjectNode tls && tls.has("clientAuth")) {
        // Servers of one address choose by name; routes of those that require certificates refuse
        // requests without.
        boolean requiresAlways = all.stream()
            .allMatch(server -> server.scope().value("ssl_verify_client").equals("on"));
        tls.put("clientAuth", requiresAlways ? "require" : "request");
      }
      if (listener.has("tls") && !listener.path("tls").has("certificates")) {
        draft.listeners().remove(address);
        report.lost(
            all.get(0).block().place(),
            "listen " + address,
            "no ssl_certificate with its key applies; the listener is left out");
      }
    });
  }

  private static String code(NginxDirective directive) {
    return directive.is("return")
        ? directive.argument(0)
        : directive.argument(2).equals("redirect") ? "302" : "301";
  }

  private int securePort() {
    return servers.stream()
        .flatMap(server -> server.listens().stream())
        .filter(Listen::isSecure)
        .mapToInt(Listen::port)
        .findFirst()
        .orElse(443);
  }

  /** One socket takes IPv4 and IPv6 if both are asked for on all addresses. */
  private String address(Listen listen) {
    boolean isAll = listen.host().equals("0.0.0.0") || listen.host().equals("[::]");
    boolean hasSix = servers.stream()
        .flatMap(server -> server.listens().stream())
        .anyMatch(each -> each.port() == listen.port() && each.host().equals("[::]"));
    boolean hasAll = servers.stream()
        .flatMap(server -> server.listens().stream())
        .anyMatch(each -> each.port() == listen.port()
            && (each.host().equals("0.0.0.0") || each.host().equals("[::]")));
    if (isAll || hasAll) {
      // A socket for all addresses has those of the others.
      return (hasSix ? "[::]" : "0.0.0.0") + ":" + listen.port();
    }
    return listen.host() + ":" + listen.port();
  }

  private void configure(ObjectNode listener, Server server, Listen listen) {
    NginxScope scope = server.scope();
    if (listen.isSecure()) {
      ObjectNode tls =
          listener.has("tls") ? (ObjectNode) listener.path("tls") : listener.putObject("tls");
      NginxTls.configure(tls, scope, prefix, report);
      Set<String> protocols = new LinkedHashSet<>();
      listener.path("protocols").forEach(each -> protocols.add(each.asString()));
      if (listen.words().contains("quic")) {
        protocols.add("h3");
      } else {
        protocols.add("http/1.1");
      }
      if (listen.words().contains("http2") || scope.isOn("http2")) {
        protocols.add("h2");
      }
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
      List.of("h3", "h2", "http/1.1").stream().filter(protocols::contains).forEach(list::add);
      listener.set("protocols", list);
    }
    timeout(listener, scope, "keepalive_timeout", "idleConnection");
    timeout(listener, scope, "client_header_timeout", "requestHead");
    timeout(listener, scope, "client_body_timeout", "requestBodyIdle");
    timeout(listener, scope, "send_timeout", "responseWriteIdle");
    proxies(listener, scope, listen);
  }

  private void timeout(ObjectNode listener, NginxScope scope, String name, String key) {
    String duration = NginxQuantities.duration(scope.value(name));
    if (duration != null && !listener.path("timeouts").has(key)) {
      listener.withObject("/timeouts").put(key, duration);
    } else if (duration == null && scope.find(name).isPresent()) {
      scope
          .find(name)
          .ifPresent(found -> report.lost(
              found.place(), found.shown(), "a timeout of the gateway is more than zero"));
    }
  }

  private void proxies(ObjectNode listener, NginxScope scope, Listen listen) {
    List<String> from = new ArrayList<>();
    for (NginxDirective each : scope.all("set_real_ip_from")) {
      if (each.argument(0).equals("unix:")) {
        report.lost(each.place(), each.shown(), "a trusted proxy has an address");
      } else {
        from.add(each.argument(0));
      }
    }
    if (listen.words().contains("proxy_protocol")) {
      if (from.isEmpty()) {
        NginxDirective directive = scope.own("listen").get(0);
        report.lost(
            directive.place(),
            directive.shown(),
            "without set_real_ip_from, no address is trusted to send the PROXY header; set proxyProtocol.from");
      } else {
        listener.putObject("proxyProtocol").set("from", array(from));
      }
    } else if (!from.isEmpty()) {
      String header = scope.value("real_ip_header").toLowerCase(Locale.ROOT);
      if (header.equals("x-forwarded-for")) {
        listener.set("trustedProxies", array(from));
      } else {
        scope
            .find("set_real_ip_from")
            .ifPresent(each -> report.lost(
                each.place(), each.shown(), "the gateway reads X-Forwarded-For or Forwarded only"));
      }
    }
  }

  static ArrayNode array(Iterable<String> texts) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(array::add);
    return array;
  }

  /** A site serves all listeners, so one of a local server would be open to everyone beside a listener for others. */
  private void leaveOutLocal() {
    if (servers.stream().allMatch(Server::isLocal)) {
      return;
    }
    servers.stream()
        .filter(Server::isLocal)
        .forEach(server -> report.lost(
            server.block().place(),
            "server " + String.join(" ", server.hosts()),
            "only this machine reaches it, but a site serves all listeners; it is left out"));
    servers.removeIf(Server::isLocal);
  }

  /** Reports the listeners that serve the site of a server although the server does not listen there. */
  private void reportOpened(Server server) {
    List<String> others = draft.listeners().entrySet().stream()
        .filter(each -> !each.getValue().json().has(REDIRECTS))
        .map(Map.Entry::getKey)
        .filter(address ->
            server.listens().stream().noneMatch(listen -> address(listen).equals(address)))
        .toList();
    if (server.toHttps() == null && !others.isEmpty()) {
      report.changed(
          server.block().place(),
          "server " + String.join(" ", server.hosts()),
          "CAUTION: a site serves all listeners, this one also at " + String.join(", ", others));
    }
  }

  private void sites() {
    Server fallback = servers.stream()
        .filter(server -> server.toHttps() == null && server.isDefault() && server.isSecure())
        .findFirst()
        .or(() -> servers.stream()
            .filter(server -> server.toHttps() == null && server.isDefault())
            .findFirst())
        .or(() -> servers.stream().filter(server -> server.toHttps() == null).findFirst())
        .orElse(servers.isEmpty() ? null : servers.get(0));
    Set<String> taken = new HashSet<>();
    // Servers with content come first: a site answers on all listeners, so its routes should be
    // theirs.
    List<Server> ordered = new ArrayList<>();
    servers.stream().filter(server -> server.toHttps() == null).forEach(ordered::add);
    servers.stream().filter(server -> server.toHttps() != null).forEach(ordered::add);
    for (Server server : ordered) {
      site(server, server.equals(fallback), taken);
    }
  }

  private void site(Server server, boolean isFallback, Set<String> taken) {
    Set<String> hosts = new LinkedHashSet<>(server.hosts());
    if (isFallback || (hosts.isEmpty() && server.toHttps() == null)) {
      // nginx gives requests for unknown hosts to the default server of the address.
      hosts.add("*");
    }
    NginxDirective toHttps = server.toHttps();
    boolean isRedirected = toHttps != null
        && server.listens().stream()
            .allMatch(listen -> draft.listeners().containsKey(address(listen))
                && draft.listener(address(listen), server.block().place()).has(REDIRECTS));
    Set<String> double_ = new LinkedHashSet<>(hosts);
    double_.retainAll(taken);
    if (!double_.isEmpty() && !isRedirected) {
      report.lost(
          server.block().place(),
          "server " + String.join(" ", double_),
          toHttps != null
              ? "CAUTION: its redirect to https is missing, because a site serves all listeners and other servers of this address have content"
              : "a site serves all listeners: an earlier server block has these names");
    }
    taken.addAll(hosts);
    if (isRedirected
        && hosts.stream()
            .allMatch(
                host -> draft.sites().stream().anyMatch(site -> site.hosts().contains(host)))) {
      return;
    }
    if (hosts.isEmpty()) {
      return;
    }
    GatewayDraft.Site site = draft.site(hosts, server.block().place());
    if (site == null) {
      return;
    }
    String scheme =
        server.isSecure() && server.isPlain() ? null : server.isSecure() ? "https" : "http";
    String first = server.hosts().stream()
        .filter(host -> !host.startsWith("*"))
        .findFirst()
        .orElse("");
    new NginxRoutes(site, upstreams, report, prefix, scheme, first)
        .add(server.block(), server.scope());
    reportOpened(server);
    requireClients(site, server);
    limits(server);
  }

  /** Other listeners, or other servers of the same one, may not ask for certificates, so each route does. */
  private void requireClients(GatewayDraft.Site site, Server server) {
    if (!server.isSecure() || !server.scope().value("ssl_verify_client").equals("on")) {
      return;
    }
    String trust = NginxTls.trust(server.scope());
    site.routes().replaceAll(route -> {
      ObjectNode policy = route.json().withObject("/policies").putObject("clientCertificate");
      if (!trust.isEmpty()) {
        policy.put("issuers", prefix.resolve(trust).normalize().toString());
      }
      return new GatewayDraft.Route(route.place(), route.json(), true);
    });
  }

  /** The limit of a listener bounds those of its routes, so it must be as large as the largest. */
  private void limits(Server server) {
    long most = largest(
        server.block(), NginxQuantities.bytes(server.scope().value("client_max_body_size")));
    for (Listen listen : server.listens()) {
      String address = address(listen);
      if (most > 100L << 20 && draft.listeners().containsKey(address)) {
        ObjectNode limits = draft.listener(address, server.block().place()).withObject("/limits");
        limits.put("maxRequestBodySize", NginxQuantities.size(most));
      }
    }
  }

  private static long largest(NginxDirective block, long outer) {
    long most = outer;
    for (NginxDirective child : block.children()) {
      if (child.is("client_max_body_size")) {
        long bytes = NginxQuantities.bytes(child.argument(0));
        most = Math.max(most, bytes == 0 ? 1L << 40 : bytes);
      } else if (child.block() != null) {
        most = Math.max(most, largest(child, most));
      }
    }
    return most;
  }
}
