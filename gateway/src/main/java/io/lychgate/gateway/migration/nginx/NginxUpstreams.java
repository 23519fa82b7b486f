package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.migration.draft.GatewayDraft;
import io.lychgate.gateway.migration.draft.ImportReport;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Upstream blocks, and the servers that {@code proxy_pass} names without one. */
final class NginxUpstreams {
  private static final Pattern URL = Pattern.compile(
      "(https?|grpcs?)://(unix:[^:]+|\\[[0-9A-Fa-f:.]+\\](?::[0-9]+)?|[A-Za-z0-9._-]+(?::[0-9]+)?):?(/[^\\s]*)?");

  private final GatewayDraft draft;
  private final ImportReport report;
  private final Path prefix;
  private final Map<String, NginxDirective> blocks = new LinkedHashMap<>();

  NginxUpstreams(GatewayDraft draft, ImportReport report, Path prefix) {
    this.draft = draft;
    this.report = report;
    this.prefix = prefix;
  }

  /**
   * The target of a location.
   *
   * @param name the upstream
   * @param uri path that replaces that of the location; empty if there is none
   */
  record Target(String name, String uri, String authority) {}

  void add(NginxDirective block) {
    if (blocks.putIfAbsent(block.argument(0), block) != null) {
      report.lost(block.place(), block.shown(), "a second one of this name");
    }
  }

  /** Returns the upstream of a URL with the settings of the location; null if it is none that the gateway knows. */
  @Nullable
  Target target(String url, NginxDirective directive, NginxScope scope) {
    Matcher matcher = URL.matcher(url);
    if (!matcher.matches()) {
      return null;
    }
    String scheme = matcher.group(1);
    String authority = matcher.group(2);
    String uri = matcher.group(3) == null ? "" : matcher.group(3);
    NginxDirective block = blocks.get(authority);
    ObjectNode upstream = JsonNodeFactory.instance.objectNode();
    ArrayNode servers = upstream.putArray("servers");
    if (block == null) {
      servers.add(server(scheme, authority));
    } else {
      servers(block, scheme, upstream, servers);
      if (servers.isEmpty()) {
        report.lost(block.place(), block.shown(), "it has no server that can be carried over");
        return null;
      }
    }
    settings(upstream, scheme, scope, directive);
    String wanted = authority.startsWith("unix:")
        ? authority.substring(authority.lastIndexOf('/') + 1)
        : authority;
    return new Target(
        draft.upstream(wanted, upstream, block == null ? directive.place() : block.place()),
        uri,
        authority);
  }

  private static String server(String scheme, String authority) {
    if (authority.startsWith("unix:")) {
      return authority;
    }
    return (scheme.equals("grpc") ? "h2c" : scheme.equals("grpcs") ? "https" : scheme) + "://"
        + authority;
  }

  private void servers(
      NginxDirective block, String scheme, ObjectNode upstream, ArrayNode servers) {
    for (NginxDirective child : block.children()) {
      switch (child.name()) {
        case "server" -> server(child, scheme, servers);
        case "least_conn" -> upstream.withObject("/balance").put("policy", "least-requests");
        case "random" -> upstream.withObject("/balance").put("policy", "two-choices");
        case "ip_hash" -> upstream.withObject("/balance").put("policy", "hash");
        case "hash" -> hash(child, upstream);
        case "sticky" ->
          report.lost(child.place(), child.shown(), "use balance.sticky of the upstream");
        case "keepalive", "keepalive_timeout", "keepalive_requests", "keepalive_time", "zone" ->
          report.unneeded(
              child.place(),
              child.shown(),
              "connections to servers are kept and shared by default");
        default -> report.lost(child.place(), child.shown(), "an upstream has no such setting");
      }
    }
  }

  private void hash(NginxDirective child, ObjectNode upstream) {
    String key = child.argument(0);
    String on = key.matches("\\$(binary_)?remote_addr")
        ? "client"
        : key.matches("\\$cookie_[A-Za-z0-9_]+")
            ? "cookie:" + key.substring("$cookie_".length())
            : key.matches("\\$http_[a-z0-9_]+")
                ? "header:" + key.substring("$http_".length()).replace('_', '-')
                : "";
    if (on.isEmpty()) {
      report.lost(
          child.place(), child.shown(), "a hash is of the client, a header field or a cookie");
      return;
    }
    ObjectNode balance = upstream.withObject("/balance");
    balance.put("policy", "hash");
    balance.putObject("hash").put("on", on);
  }

  private void server(NginxDirective child, String scheme, ArrayNode servers) {
    String address = child.argument(0);
    if (NginxVariables.hasVariable(address)) {
      report.lost(child.place(), child.shown(), "a server has a fixed name");
      return;
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("url", server(scheme, address));
    for (String word : child.arguments().subList(1, child.arguments().size())) {
      if (word.matches("weight=[0-9]{1,4}")) {
        json.put("weight", Integer.parseInt(word.substring("weight=".length())));
      } else if (word.equals("backup")) {
        json.put("priority", 1);
      } else if (word.equals("down")) {
        report.lost(child.place(), child.shown(), "a server that is down is left out");
        return;
      } else if (word.matches("max_fails=.*|fail_timeout=.*")) {
        report.changed(
            child.place(),
            child.shown(),
            word + " became the ejection of failing servers (upstream-health.md)");
      } else {
        report.lost(child.place(), child.shown(), word + " has no counterpart");
      }
    }
    servers.add(json.size() == 1 ? json.path("url") : json);
  }

  private void settings(
      ObjectNode upstream, String scheme, NginxScope scope, NginxDirective directive) {
    String family = directive.is("grpc_pass") ? "grpc" : "proxy";
    String connect = NginxQuantities.duration(scope.value(family + "_connect_timeout"));
    if (connect != null) {
      upstream.put("connectTimeout", connect);
    }
    String read = NginxQuantities.duration(scope.value(family + "_read_timeout"));
    if (read != null) {
      upstream.put("responseHeadTimeout", read);
      upstream.put("responseBodyIdleTimeout", read);
    }
    if (scheme.equals("https") || scheme.equals("grpcs")) {
      tls(upstream, family, scope, directive);
    }
  }

  private void tls(ObjectNode upstream, String family, NginxScope scope, NginxDirective directive) {
    ObjectNode tls = JsonNodeFactory.instance.objectNode();
    file(tls, "trust", scope.value(family + "_ssl_trusted_certificate"));
    file(tls, "certificate", scope.value(family + "_ssl_certificate"));
    file(tls, "key", scope.value(family + "_ssl_certificate_key"));
    String name = scope.value(family + "_ssl_name");
    if (!name.isEmpty() && !NginxVariables.hasVariable(name)) {
      tls.put("serverName", name);
    }
    if (scope.find(family + "_ssl_verify").isPresent() && !scope.isOn(family + "_ssl_verify")) {
      tls.put("verify", false);
    } else if (!scope.isOn(family + "_ssl_verify")) {
      report.changed(
          directive.place(),
          directive.shown(),
          "nginx does not verify the server's certificate, the gateway does; set tls.trust of the upstream if it needs an authority of its own");
    }
    if (!tls.isEmpty()) {
      upstream.set("tls", tls);
    }
  }

  private void file(ObjectNode tls, String key, String path) {
    if (!path.isEmpty() && !NginxVariables.hasVariable(path)) {
      tls.put(key, prefix.resolve(path).normalize().toString());
    }
  }
}
