package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.config.policy.RateLimits;
import io.lychgate.gateway.migration.draft.ImportReport;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Rates of requests of a location: {@code limit_req} with its zone becomes {@code rateLimits}. */
final class NginxLimits {
  private static final String LOST = "see policies.rateLimits";
  private static final Pattern RATE = Pattern.compile("rate=([1-9][0-9]{0,5})r/([sm])");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private NginxLimits() {}

  static void add(ObjectNode route, NginxScope scope, ImportReport report) {
    for (NginxDirective limit : scope.all("limit_req")) {
      ObjectNode rate = rate(limit, scope);
      if (rate == null || route.at("/policies/rateLimits").size() == RateLimits.MAX_LIMITS) {
        report.lost(limit.place(), limit.shown(), LOST);
        continue;
      }
      route.withArray("/policies/rateLimits").add(rate);
      boolean waits = limit.arguments().stream().anyMatch(each -> each.startsWith("burst="))
          && !limit.arguments().contains("nodelay");
      report.changed(
          limit.place(),
          limit.shown(),
          "each route counts by itself"
              + (waits ? ", and requests of a burst are served at once" : ""));
    }
  }

  /** Returns null if the limit has no equivalent. */
  private static @Nullable ObjectNode rate(NginxDirective limit, NginxScope scope) {
    String name = value(limit, "zone");
    Optional<NginxDirective> zone = scope.all("limit_req_zone").stream()
        .filter(each -> value(each, "zone").split(":", 2)[0].equals(name))
        .findFirst();
    String by = zone.map(each -> by(each.argument(0))).orElse("");
    Matcher rate = RATE.matcher(zone.map(each -> "rate=" + value(each, "rate")).orElse(""));
    String burst = value(limit, "burst");
    if (by.isEmpty()
        || !rate.matches()
        || !NAME.matcher(name).matches()
        || !burst.matches("[0-9]{0,6}")) {
      return null;
    }
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("name", name);
    result.put("rate", rate.group(1) + "/" + rate.group(2));
    // The burst of nginx comes on top of the request that the rate admits.
    result.put(
        "burst",
        burst.isEmpty() ? 1 : Math.min(Integer.parseInt(burst) + 1, RateLimits.MAX_REQUESTS));
    if (!by.equals("client")) {
      result.put("by", by);
    }
    if (!scope.value("limit_req_status").equals("429")) {
      result.put("status", 503);
    }
    if (scope.isOn("limit_req_dry_run")) {
      result.put("dryRun", true);
    }
    return result;
  }

  private static String value(NginxDirective directive, String key) {
    return directive.arguments().stream()
        .filter(each -> each.startsWith(key + "="))
        .map(each -> each.substring(key.length() + 1))
        .findFirst()
        .orElse("");
  }

  /** Returns the property of requests that are counted together; empty if there is none like it. */
  private static String by(String variable) {
    return switch (variable) {
      case "$binary_remote_addr", "$remote_addr" -> "client";
      case "$remote_user" -> "identity";
      default ->
        variable.matches("\\$http_[a-z0-9_]{1,64}")
            ? "header:" + variable.substring("$http_".length()).replace('_', '-')
            : variable.matches("\\$cookie_[A-Za-z0-9_]{1,64}")
                ? "cookie:" + variable.substring("$cookie_".length())
                : "";
    };
  }
}
