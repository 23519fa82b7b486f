package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.migration.draft.ImportReport;
import io.lychgate.gateway.migration.draft.PreloadLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Header fields of requests and responses, and pushes. */
final class NginxFields {
  /** Fields that the gateway sets itself. */
  private static final Set<String> OWN = Set.of(
      "x-forwarded-for",
      "x-forwarded-proto",
      "x-forwarded-host",
      "x-forwarded-port",
      "connection",
      "upgrade",
      "forwarded");

  private NginxFields() {}

  /** Adds the edits of requests for the upstream. */
  static void request(
      ObjectNode route,
      ObjectNode proxy,
      NginxUpstreams.Target target,
      NginxScope scope,
      ImportReport report) {
    boolean keepsHost = false;
    String fixed = "";
    List<NginxDirective> fields = new ArrayList<>(scope.all("proxy_set_header"));
    fields.addAll(scope.all("grpc_set_header"));
    for (NginxDirective field : fields) {
      String name = field.argument(0);
      String lower = name.toLowerCase(Locale.ROOT);
      String value = scope.withConstants(field.argument(1));
      if (lower.equals("host")) {
        keepsHost = value.matches("\\$\\{?(host|http_host)\\}?(:\\$server_port)?");
        fixed = NginxVariables.hasVariable(value) ? "" : value;
        if (!keepsHost && fixed.isEmpty() && !value.equals("$proxy_host")) {
          report.changed(field.place(), field.shown(), "the upstream gets the host of the client");
          keepsHost = true;
        }
      } else if (lower.equals("upgrade") && !value.isEmpty()) {
        proxy.put("webSocket", true);
      } else if (!OWN.contains(lower) && value.isEmpty()) {
        route.withObject("/headers/request").withArray("/remove").add(name);
      } else if (!OWN.contains(lower)) {
        String template = NginxVariables.template(value);
        if (template == null) {
          // The field of the client must not take the place of nginx's.
          route.withObject("/headers/request").withArray("/remove").add(name);
          report.lost(
              field.place(),
              field.shown(),
              "a field has no such variable; it is removed from requests, so that no client can set it");
        } else {
          route.withObject("/headers/request/set").put(name, template);
        }
      }
    }
    if (!fixed.isEmpty()) {
      proxy.put("hostRewrite", fixed);
    } else if (!keepsHost) {
      // nginx sends the name in proxy_pass by default.
      boolean isName =
          target.authority().equals(target.name()) && !target.authority().contains(":");
      if (isName && !target.authority().matches("[0-9.]+")) {
        proxy.put("hostRewrite", target.authority());
      } else {
        proxy.put("preserveHost", false);
      }
    }
    for (NginxDirective hidden : scope.all("proxy_hide_header")) {
      route.withObject("/headers/response").withArray("/remove").add(hidden.argument(0));
    }
  }

  /** Adds the edits of responses. */
  static void add(ObjectNode route, NginxScope scope, ImportReport report, String path) {
    for (NginxDirective field : scope.all("add_header")) {
      String name = field.argument(0);
      boolean isType = name.equalsIgnoreCase("content-type");
      if (isType && route.has("respond")) {
        continue;
      }
      set(
          route,
          isType ? "set" : "add",
          name,
          scope.withConstants(field.argument(1)),
          field,
          report);
    }
    for (NginxDirective field : scope.all("more_set_headers")) {
      for (String text : field.arguments()) {
        int colon = text.indexOf(':');
        if (colon > 0) {
          set(
              route,
              "set",
              text.substring(0, colon).strip(),
              text.substring(colon + 1).strip(),
              field,
              report);
        }
      }
    }
    for (NginxDirective field : scope.all("more_clear_headers")) {
      field
          .arguments()
          .forEach(
              name -> route.withObject("/headers/response").withArray("/remove").add(name));
    }
    scope.find("expires").ifPresent(expires -> expires(route, expires, report));
    List<NginxDirective> pushes = scope.all("http2_push");
    StringBuilder links = new StringBuilder();
    for (NginxDirective push : pushes) {
      String target = push.argument(0);
      if (target.equals("off")) {
        continue;
      }
      if (!target.startsWith("/") || NginxVariables.hasVariable(target)) {
        report.lost(push.place(), push.shown(), "a push has a fixed path");
        continue;
      }
      links.append(links.isEmpty() ? "" : ", ").append(PreloadLink.of(target));
    }
    if (!links.isEmpty()) {
      set(route, "add", "Link", links.toString(), pushes.get(0), report);
    }
  }

  private static void set(
      ObjectNode route,
      String edit,
      String name,
      String value,
      NginxDirective field,
      ImportReport report) {
    if (value.isEmpty()) {
      return;
    }
    String template = NginxVariables.template(value);
    if (template == null) {
      report.lost(field.place(), field.shown(), "a field has no such variable");
      return;
    }
    ObjectNode fields = route.withObject("/headers/response/" + edit);
    if (fields.has(name)) {
      // Several fields of one name are one list (RFC 9110 section 5.3).
      template = fields.path(name).asString() + ", " + template;
    }
    fields.put(name, template.strip());
  }

  private static void expires(ObjectNode route, NginxDirective expires, ImportReport report) {
    String text = expires.argument(0);
    String value = "";
    if (text.equals("epoch") || text.startsWith("-")) {
      value = "no-cache";
    } else if (text.equals("max")) {
      value = "max-age=315360000";
    } else if (text.equals("off")) {
      return;
    } else {
      long millis = NginxQuantities.millis(text);
      if (millis >= 0) {
        value = millis == 0 ? "no-cache" : "max-age=" + millis / 1000;
      }
    }
    if (value.isEmpty()) {
      report.lost(expires.place(), expires.shown(), "a fixed time is expected");
      return;
    }
    if (route.has("static")) {
      route.withObject("/static").put("cacheControl", value);
    } else {
      route.withObject("/headers/response/set").put("Cache-Control", value);
    }
  }
}
