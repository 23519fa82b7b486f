package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.migration.draft.ImportReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Compression, sizes and error pages of a location. */
final class NginxPolicies {
  private NginxPolicies() {}

  static void add(ObjectNode route, NginxScope scope, Path prefix, ImportReport report) {
    if (!route.has("redirect")) {
      compression(route, scope);
    }
    sizes(route, scope, report);
    NginxLimits.add(route, scope, report);
    errorPages(route, scope, prefix, report);
  }

  private static void compression(ObjectNode route, NginxScope scope) {
    boolean brotli = scope.isOn("brotli");
    boolean gzip = scope.isOn("gzip");
    if (!brotli && !gzip) {
      return;
    }
    ObjectNode compress = route.withObject("/policies").putObject("compress");
    List<String> codings = new ArrayList<>();
    if (brotli) {
      codings.add("br");
    }
    if (gzip) {
      codings.add("gzip");
    }
    compress.set("codings", NginxImport.array(codings));
    Set<String> types = new LinkedHashSet<>();
    types.add("text/html");
    for (String name : List.of("gzip_types", "brotli_types")) {
      for (NginxDirective each : scope.all(name)) {
        types.addAll(each.arguments());
      }
    }
    if (types.contains("*")) {
      types.clear();
    }
    if (!types.isEmpty()) {
      compress.set("types", NginxImport.array(types.stream().limit(64).toList()));
    }
    long least = NginxQuantities.bytes(scope.value("gzip_min_length"));
    if (least >= 0) {
      compress.put("minSize", NginxQuantities.size(least));
    }
    String level = scope.value("gzip_comp_level");
    if (gzip && level.matches("[1-9]")) {
      compress.withObject("/level").put("gzip", Integer.parseInt(level));
    }
    String quality = scope.value("brotli_comp_level");
    if (brotli && quality.matches("[0-8]")) {
      compress.withObject("/level").put("br", Integer.parseInt(quality));
    }
  }

  private static void sizes(ObjectNode route, NginxScope scope, ImportReport report) {
    scope.find("client_max_body_size").ifPresent(limit -> {
      long bytes = NginxQuantities.bytes(limit.argument(0));
      if (bytes < 0) {
        report.lost(limit.place(), limit.shown(), "it is no size");
      } else if (bytes > 0) {
        route.withObject("/policies/sizes").put("maxRequestBodySize", NginxQuantities.size(bytes));
      }
    });
  }

  private static void errorPages(
      ObjectNode route, NginxScope scope, Path prefix, ImportReport report) {
    for (NginxDirective page : scope.all("error_page")) {
      List<String> words = page.arguments();
      String target = words.isEmpty() ? "" : words.get(words.size() - 1);
      List<String> statuses =
          words.stream().filter(word -> word.matches("[45][0-9]{2}")).toList();
      Path file = prefix
          .resolve(scope.value("root"))
          .resolve(target.replaceFirst("^/+", ""))
          .normalize();
      boolean isPlain = statuses.size() == words.size() - 1 && target.startsWith("/");
      if (!isPlain || scope.value("root").isEmpty() || !Files.isRegularFile(file)) {
        report.lost(
            page.place(),
            page.shown(),
            isPlain
                ? "no such file below root; see policies.errorPages"
                : "an error page is a file; see policies.errorPages");
        continue;
      }
      ObjectNode policy = route.withObject("/policies/errorPages");
      ObjectNode entry = policy.withArray("/pages").addObject();
      ArrayNode list = entry.putArray("status");
      statuses.forEach(status -> list.add(Integer.parseInt(status)));
      entry.put("htmlFile", file.toString());
      if (scope.isOn("proxy_intercept_errors") || route.has("static")) {
        policy.put("upstream", "replace");
      }
    }
  }
}
