package io.lychgate.gateway.migration.h2o;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.migration.draft.GatewayDraft;
import io.lychgate.gateway.migration.draft.ImportReport;
import io.lychgate.gateway.migration.draft.SourcePlace;
import io.lychgate.gateway.migration.h2o.H2oValue.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes a draft of h2o.conf: listeners of {@code listen}, a site of each host, routes of its paths. */
public final class H2oImport {
  private static final Map<String, String> UNNEEDED = Map.of(
      "user", "start the gateway as this user",
      "num-threads", "the gateway chooses by the machine",
      "num-name-resolution-threads", "the gateway chooses by the machine",
      "pid-file", "use the service manager",
      "tcp-fastopen", "the gateway chooses by the machine",
      "ssl-session-resumption", "sessions are those of the TLS library",
      "temp-buffer-path", "bodies stream without files",
      "http2-max-concurrent-requests-per-connection", "see limits.maxConcurrentStreams");

  private final GatewayDraft draft = new GatewayDraft();
  private final ImportReport report;
  private final Path directory;

  /** Hosts of a listener with its redirect to https, or an empty text. */
  private final Map<String, List<String>> redirects = new LinkedHashMap<>();

  /** Addresses that all hosts have. */
  private final List<String> common = new ArrayList<>();

  /** Addresses at which a host responds. */
  private final Map<Setting, List<String>> addressesOf = new LinkedHashMap<>();

  /** Files of authorities of hosts that require client certificates. */
  private final Map<Setting, String> trustOf = new LinkedHashMap<>();

  /** Timeouts of all listeners by their key. */
  private final Map<String, String> timeouts = new LinkedHashMap<>();

  private H2oImport(ImportReport report, Path directory) {
    this.report = report;
    this.directory = directory;
  }

  /**
   * Reads a file.
   *
   * @param report gets what cannot be carried over
   */
  public static Checked<GatewayDraft> read(Path file, ImportReport report) {
    Checked<String> text = DocumentFile.read(file);
    if (!text.isValid()) {
      return Checked.invalid(text.problems());
    }
    Checked<H2oValue> root = H2oValue.parse(text.value(), file.toString());
    if (!root.isValid()) {
      return Checked.invalid(root.problems());
    }
    if (!root.value().isMapping()) {
      return Checked.invalid(
          List.of(ConfigProblem.ofFile(file.toString(), "document: (expected: keys and values)")));
    }
    Path parent = file.toAbsolutePath().normalize().getParent();
    H2oImport imported = new H2oImport(report, parent == null ? file.toAbsolutePath() : parent);
    imported.root(root.value());
    if (root.value().isCut()) {
      return Checked.invalid(List.of(ConfigProblem.ofFile(
          file.toString(), "aliases: too much repeated (expected: less than 100000 values)")));
    }
    return Checked.valid(imported.draft);
  }

  private void root(H2oValue root) {
    List<Setting> settings = root.settings();
    List<Setting> hosts = new ArrayList<>();
    for (Setting setting : settings) {
      switch (setting.name()) {
        case "hosts" -> hosts.addAll(setting.value().settings());
        case "listen" -> common.addAll(listen(setting));
        default -> general(setting);
      }
    }
    leaveOutLocal(hosts, settings);
    List<List<Setting>> outer = List.of(settings);
    Map<String, List<Setting>> sites = new LinkedHashMap<>();
    for (Setting host : hosts) {
      sites.computeIfAbsent(name(host.name()), key -> new ArrayList<>()).add(host);
    }
    for (Setting host : hosts) {
      List<String> addresses = new ArrayList<>();
      for (Setting setting : host.value().settings()) {
        if (setting.name().equals("listen")) {
          addresses.addAll(listen(setting));
        } else if (!setting.name().equals("paths")) {
          H2oPaths.reportUnknown(setting, report);
        }
      }
      redirect(host, addresses.isEmpty() ? common : addresses);
    }
    redirects.forEach((address, all) -> {
      ObjectNode listener = draft.listener(address, new SourcePlace("", 0));
      if (!listener.has("tls") && !all.isEmpty() && all.stream().noneMatch(String::isEmpty)) {
        ObjectNode redirect = listener.putObject("redirectToHttps");
        redirect.put("status", Integer.parseInt(all.get(0)));
      }
    });
    sites.forEach((name, same) -> site(name, same, outer));
    limits(settings);
  }

  /** A site serves all listeners, so one for this machine alone would be open to everyone beside a listener for others. */
  private void leaveOutLocal(List<Setting> hosts, List<Setting> settings) {
    List<Setting> local = hosts.stream().filter(host -> isLocal(host, settings)).toList();
    if (local.size() == hosts.size()) {
      return;
    }
    local.forEach(host -> report.lost(
        host.place(),
        "host " + host.name(),
        "only this machine reaches it, but a site serves all listeners; it is left out"));
    hosts.removeAll(local);
  }

  private static boolean isLocal(Setting host, List<Setting> settings) {
    List<Setting> listens = new ArrayList<>(settings);
    listens.addAll(host.value().settings());
    listens.removeIf(setting -> !setting.name().equals("listen"));
    return !listens.isEmpty()
        && listens.stream()
            .flatMap(listen -> listen.value().items().stream())
            .allMatch(H2oImport::isLocal);
  }

  private static boolean isLocal(H2oValue listen) {
    return listen.isScalar()
        ? listen.text().matches("/.*|(127\\.[0-9.]+|\\[::1\\]|localhost):.*")
        : listen.text("type").equals("unix")
            || listen.text("host").matches("127\\.[0-9.]+|\\[?::1\\]?|localhost");
  }

  private static String name(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    if (lower.equals("default") || lower.equals("*")) {
      return "*";
    }
    int colon = lower.lastIndexOf(':');
    boolean hasPort = colon > 0 && lower.substring(colon + 1).matches("[0-9*]+");
    String name = hasPort && !lower.endsWith("]") ? lower.substring(0, colon) : lower;
    // H2O takes an address as the name of a host for any request at it.
    return name.equals("0.0.0.0") || name.equals("[::]") ? "*" : name;
  }

  private void site(String name, List<Setting> hosts, List<List<Setting>> outer) {
    // The one with content comes before one that only redirects to it.
    Setting chosen = hosts.stream()
        .filter(host -> redirectStatus(host, name).isEmpty())
        .findFirst()
        .orElse(hosts.get(0));
    for (Setting host : hosts) {
      if (!host.equals(chosen) && !isRedirected(host, name)) {
        report.lost(
            host.place(),
            "host " + host.name(),
            "a site serves all listeners: another entry has this name");
      } else if (!host.equals(chosen)
          && !addressesOf.getOrDefault(host, List.of()).stream()
              .allMatch(address -> draft.listener(address, host.place()).has("redirectToHttps"))) {
        report.lost(
            host.place(),
            "host " + host.name(),
            "CAUTION: its redirect to https is missing, because other hosts of the listener have content");
      }
    }
    if (isRedirected(chosen, name) && hosts.size() == 1) {
      // All of its requests are redirected by the listener, for hosts of sites.
      chosen = hosts.get(0);
    }
    GatewayDraft.Site site = draft.site(new LinkedHashSet<>(Set.of(name)), chosen.place());
    if (site == null) {
      return;
    }
    List<List<Setting>> levels = new ArrayList<>(outer);
    levels.add(chosen.value().settings());
    H2oPaths paths = new H2oPaths(site, draft, report, directory);
    for (Setting setting : chosen.value().settings()) {
      if (setting.name().equals("paths")) {
        setting.value().settings().forEach(path -> paths.add(path, levels));
      }
    }
    reportOpened(chosen, name);
    requireClients(site, chosen);
  }

  /** Reports the listeners that serve the site of a host although the host does not listen there. */
  private void reportOpened(Setting host, String name) {
    List<String> own = addressesOf.getOrDefault(host, List.of());
    List<String> others = draft.listeners().entrySet().stream()
        .filter(each -> !each.getValue().json().has("redirectToHttps"))
        .map(Map.Entry::getKey)
        .filter(address -> !own.contains(address) && !common.contains(address))
        .toList();
    if (!isRedirected(host, name) && !others.isEmpty()) {
      report.changed(
          host.place(),
          "host " + host.name(),
          "CAUTION: a site serves all listeners, this one also at " + String.join(", ", others));
    }
  }

  /** Other listeners may not ask for certificates, so each route does. */
  private void requireClients(GatewayDraft.Site site, Setting host) {
    String trust = trustOf.getOrDefault(host, "");
    if (trust.isEmpty()) {
      return;
    }
    site.routes().replaceAll(route -> {
      route.json().withObject("/policies").putObject("clientCertificate").put("issuers", trust);
      return new GatewayDraft.Route(route.place(), route.json(), true);
    });
  }

  private boolean isRedirected(Setting host, String name) {
    return !redirectStatus(host, name).isEmpty();
  }

  private void redirect(Setting host, List<String> addresses) {
    String status = redirectStatus(host, name(host.name()));
    addressesOf.put(host, addresses);
    for (String address : addresses) {
      String trust =
          draft.listener(address, host.place()).path("tls").path("trust").asString("");
      if (!trust.isEmpty()) {
        trustOf.put(host, trust);
      }
    }
    for (String address : addresses) {
      redirects.computeIfAbsent(address, key -> new ArrayList<>()).add(status);
    }
  }

  /** Returns the status with which all paths of a host redirect to https with the same host; empty if they do not. */
  private static String redirectStatus(Setting host, String name) {
    List<Setting> paths =
        host.value().setting("paths").map(each -> each.value().settings()).orElse(List.of());
    if (paths.size() != 1 || !paths.get(0).name().equals("/")) {
      return "";
    }
    List<Setting> settings = paths.get(0).value().settings();
    if (settings.size() != 1 || !settings.get(0).name().equals("redirect")) {
      return "";
    }
    H2oValue value = settings.get(0).value();
    String url = value.isScalar() ? value.text() : value.text("url");
    String status = value.isScalar() ? "302" : value.text("status");
    return url.toLowerCase(Locale.ROOT).matches("https://" + Pattern.quote(name) + "(:443)?/?")
            && status.matches("30[1278]")
        ? status
        : "";
  }

  /** Returns the addresses of a listen setting. */
  private List<String> listen(Setting setting) {
    List<String> addresses = new ArrayList<>();
    for (H2oValue value : setting.value().items()) {
      String port = value.isScalar() ? value.text() : value.text("port");
      String host = value.isScalar() ? "" : value.text("host");
      String type = value.isScalar() ? "" : value.text("type");
      if (value.isScalar() && port.contains(":")) {
        host = port.substring(0, port.lastIndexOf(':'));
        port = port.substring(port.lastIndexOf(':') + 1);
      }
      if (!port.matches("[0-9]{1,5}") || type.equals("unix")) {
        report.lost(setting.place(), setting.shown(), "a listener has an address and a port");
        continue;
      }
      String bare = host.isEmpty() || host.equals("*") ? "0.0.0.0" : host;
      String address = (bare.contains(":") && !bare.startsWith("[") ? "[" + bare + "]" : bare) + ":"
          + Integer.parseInt(port);
      if (draft.listeners().containsKey("0.0.0.0:" + port)) {
        address = "0.0.0.0:" + port;
      }
      ObjectNode listener = draft.listener(address, setting.place());
      addresses.add(address);
      value.setting("ssl").ifPresent(ssl -> tls(listener, ssl, type.equals("quic")));
      if (value.text("proxy-protocol").equalsIgnoreCase("ON")) {
        report.lost(
            setting.place(),
            "proxy-protocol: ON",
            "set proxyProtocol.from of the listener to the proxies");
      }
    }
    return addresses;
  }

  private void tls(ObjectNode listener, Setting ssl, boolean isQuic) {
    ObjectNode tls =
        listener.has("tls") ? (ObjectNode) listener.path("tls") : listener.putObject("tls");
    ArrayNode certificates = tls.withArray("/certificates");
    addCertificates(certificates, ssl);
    offer(listener, isQuic ? List.of("h3") : List.of("h2", "http/1.1"));
    ssl.value().settings().forEach(setting -> addTls(tls, setting));
    if (certificates.isEmpty()) {
      report.lost(ssl.place(), "ssl", "it has no certificate-file with its key-file");
    }
  }

  /** Adds each identity of the section that the listener does not have from another section. */
  private void addCertificates(ArrayNode certificates, Setting ssl) {
    List<H2oValue> identities = new ArrayList<>(List.of(ssl.value()));
    ssl.value()
        .setting("identity")
        .ifPresent(each -> identities.addAll(each.value().items()));
    for (H2oValue identity : identities) {
      String chain = identity.text("certificate-file");
      String key = identity.text("key-file");
      if (chain.isEmpty() || key.isEmpty()) {
        continue;
      }
      ObjectNode certificate = JsonNodeFactory.instance.objectNode();
      certificate.put("chain", directory.resolve(chain).normalize().toString());
      certificate.put("key", directory.resolve(key).normalize().toString());
      boolean isKnown = false;
      for (var each : certificates) {
        isKnown |= each.equals(certificate);
      }
      if (!isKnown) {
        certificates.add(certificate);
      }
    }
  }

  /** Adds these protocols to those of the listener. H2O offers HTTP/2 wherever it has TLS. */
  private static void offer(ObjectNode listener, List<String> added) {
    Set<String> protocols = new LinkedHashSet<>(added);
    listener.path("protocols").forEach(each -> protocols.add(each.asString()));
    ArrayNode list = listener.putArray("protocols");
    List.of("h3", "h2", "http/1.1").stream().filter(protocols::contains).forEach(list::add);
  }

  private void addTls(ObjectNode tls, Setting setting) {
    switch (setting.name()) {
      case "certificate-file", "key-file", "identity" -> {}
      case "minimum-version" -> {
        if (setting.value().text().equals("TLSv1.3")) {
          tls.put("minVersion", "1.3");
        } else if (!setting.value().text().equals("TLSv1.2")) {
          report.lost(setting.place(), setting.shown(), "TLS begins with 1.2");
        }
      }
      case "client-ca-file" -> {
        String trust = directory.resolve(setting.value().text()).normalize().toString();
        if (!tls.path("trust").asString(trust).equals(trust)) {
          report.lost(
              setting.place(),
              setting.shown(),
              "a listener has one file of authorities, the last one; join the files");
        }
        tls.put("clientAuth", "require");
        tls.put("trust", trust);
      }
      case "cipher-suite",
          "cipher-suite-tls1.3",
          "cipher-preference",
          "dh-file",
          "max-version",
          "ech" ->
        report.lost(
            setting.place(),
            setting.shown(),
            "ciphers and keys of sessions are those of the TLS library");
      case "ocsp-update-interval", "ocsp-max-failures" ->
        report.unneeded(
            setting.place(),
            setting.shown(),
            "OCSP responses are stapled where the certificate names a responder");
      default -> report.lost(setting.place(), setting.shown(), "unknown to this import");
    }
  }

  private void general(Setting setting) {
    H2oValue value = setting.value();
    switch (setting.name()) {
      case "http2-casper" -> casper(setting);
      case "http2-reprioritize-blocking-assets" ->
        draft.general().withObject("/priority").put("reprioritizeBlockingAssets", !value.isOff());
      case "http2-push-preload" -> {
        if (value.isOff()) {
          draft.general().withObject("/push").put("mode", "off");
        }
      }
      case "http1-request-timeout" -> timeout(value, "requestHead");
      case "http2-idle-timeout" -> timeout(value, "idleConnection");
      case "access-log" ->
        report.lost(
            setting.place(), setting.shown(), "set accessLog of the gateway, in its own format");
      case "error-log" ->
        report.lost(setting.place(), setting.shown(), "the gateway logs to stdout");
      case "max-connections", "limit-request-body" -> {}
      default -> {
        if (UNNEEDED.containsKey(setting.name())) {
          report.unneeded(
              setting.place(), setting.shown(), UNNEEDED.getOrDefault(setting.name(), ""));
        } else {
          H2oPaths.reportUnknown(setting, report);
        }
      }
    }
  }

  private void casper(Setting setting) {
    if (setting.value().isOff()) {
      return;
    }
    ObjectNode casper = draft.general().withObject("/push/casper");
    casper.put("mode", "h2o");
    String bits = setting.value().isMapping() ? setting.value().text("capacity-bits") : "";
    if (bits.matches("[0-9]{1,2}")) {
      casper.put("capacityBits", Integer.parseInt(bits));
    }
    String types = setting.value().isMapping() ? setting.value().text("tracking-types") : "";
    if (types.equals("all")) {
      casper.put("trackedTypes", "all");
    }
  }

  private void timeout(H2oValue value, String key) {
    Matcher seconds = Pattern.compile("[1-9][0-9]{0,6}").matcher(value.text());
    if (seconds.matches()) {
      timeouts.put(key, value.text() + "s");
    }
  }

  private void limits(List<Setting> settings) {
    draft.listeners().values().forEach(part -> {
      timeouts.forEach((key, text) -> part.json().withObject("/timeouts").put(key, text));
      for (Setting setting : settings) {
        String text = setting.value().text();
        if (setting.name().equals("limit-request-body") && text.matches("[1-9][0-9]{0,11}")) {
          part.json().withObject("/limits").put("maxRequestBodySize", text);
        } else if (setting.name().equals("max-connections") && text.matches("[1-9][0-9]{0,6}")) {
          part.json().withObject("/limits").put("maxConnections", Integer.parseInt(text));
        }
      }
    });
  }
}
