package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.migration.draft.ImportReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rules of access of a location. A rule that cannot be carried over closes the route: a protected location must not become public by
 * an import.
 */
final class NginxAccess {
  /** The effect on the route. */
  enum Result {
    FREE,
    GUARDED,
    CLOSED
  }

  private NginxAccess() {}

  static Result add(ObjectNode route, NginxScope scope, Path prefix, ImportReport report) {
    if (scope.find("include").isPresent()) {
      // Only an include without its file is left; the file may restrict access.
      return Result.CLOSED;
    }
    Result result = admitsRevoked(scope, report) ? Result.CLOSED : addresses(route, scope, report);
    if (result == Result.CLOSED) {
      return result;
    }
    Result basic = basic(route, scope, prefix);
    result = basic == Result.FREE ? result : basic;
    for (String name : List.of(
        "auth_request",
        "auth_jwt",
        "auth_digest",
        "auth_pam",
        "auth_ldap",
        "auth_gss",
        "auth_oidc",
        "auth_require",
        "access_by_lua",
        "access_by_lua_block",
        "access_by_lua_file",
        "rewrite_by_lua",
        "rewrite_by_lua_block",
        "rewrite_by_lua_file",
        "secure_link",
        "secure_link_secret")) {
      NginxDirective rule = scope.find(name).orElse(null);
      if (rule != null && !rule.argument(0).equals("off")) {
        report.lost(
            rule.place(),
            rule.shown(),
            "this check of access has to be set by hand (see policies); until then the route responds with 403");
        return Result.CLOSED;
      }
    }
    NginxDirective satisfy = scope.find("satisfy").orElse(null);
    if (satisfy != null && satisfy.argument(0).equals("any") && result != Result.FREE) {
      report.changed(
          satisfy.place(), satisfy.shown(), "all rules of access must hold, not one of them");
    }
    for (NginxDirective limit : scope.own("limit_except")) {
      route.withObject("/match").set("methods", methods(limit));
      report.changed(limit.place(), limit.shown(), "other methods get 405");
      result = Result.GUARDED;
    }
    return result;
  }

  /** Returns true if clients could use certificates that the source refuses. Reports it. */
  private static boolean admitsRevoked(NginxScope scope, ImportReport report) {
    NginxDirective revoked = scope.find("ssl_crl").orElse(null);
    if (revoked == null || scope.value("ssl_verify_client").matches("|off")) {
      return false;
    }
    report.lost(
        revoked.place(),
        revoked.shown(),
        "certificates of this list would be admitted, so the routes of the server respond with 403; import without this line to admit them");
    return true;
  }

  /** Returns true for a directive that restricts access, or may do so. */
  static boolean isRule(NginxDirective directive) {
    return directive
            .name()
            .matches(
                "include|allow|deny|satisfy|limit_except|auth_.*|(access|rewrite)_by_lua.*|secure_link.*")
        && !directive.argument(0).equals("off");
  }

  private static tools.jackson.databind.JsonNode methods(NginxDirective limit) {
    List<String> methods = new ArrayList<>(limit.arguments());
    if (methods.contains("GET") && !methods.contains("HEAD")) {
      methods.add("HEAD");
    }
    return NginxImport.array(methods);
  }

  private static Result addresses(ObjectNode route, NginxScope scope, ImportReport report) {
    List<NginxDirective> rules = scope.allOf(List.of("allow", "deny"));
    if (rules.isEmpty()) {
      return Result.FREE;
    }
    List<String> allow = new ArrayList<>();
    List<String> deny = new ArrayList<>();
    boolean deniesOthers = false;
    for (NginxDirective rule : rules) {
      boolean isDeny = rule.is("deny");
      String address = rule.argument(0);
      if (address.equals("all")) {
        deniesOthers = isDeny;
        break;
      }
      if (isDeny && !allow.isEmpty()) {
        // The first rule decides in nginx, deny always wins here.
        report.lost(
            rule.place(),
            rule.shown(),
            "deny behind allow has another meaning; the route responds with 403 until policies.access is set");
        return Result.CLOSED;
      }
      if (address.equals("unix:")) {
        report.lost(rule.place(), rule.shown(), "clients have addresses");
        continue;
      }
      (isDeny ? deny : allow).add(address);
    }
    if (deniesOthers && allow.isEmpty()) {
      return Result.CLOSED;
    }
    if (deny.isEmpty() && !deniesOthers) {
      return Result.FREE;
    }
    if (scope.find("set_real_ip_from").isPresent()
        && !scope
            .value("real_ip_header")
            .toLowerCase(Locale.ROOT)
            .matches("x-forwarded-for|proxy_protocol")) {
      report.lost(
          rules.get(0).place(),
          rules.get(0).shown(),
          "the gateway does not read real_ip_header and would judge the address of the proxy; the route responds with 403");
      return Result.CLOSED;
    }
    ObjectNode access = route.withObject("/policies").putObject("access");
    if (deniesOthers) {
      access.set("allow", NginxImport.array(allow));
    }
    if (!deny.isEmpty()) {
      access.set("deny", NginxImport.array(deny));
    }
    return Result.GUARDED;
  }

  private static Result basic(ObjectNode route, NginxScope scope, Path prefix) {
    String realm = scope.value("auth_basic");
    if (realm.isEmpty() || realm.equals("off")) {
      return Result.FREE;
    }
    ObjectNode basic = route.withObject("/policies").putObject("basic");
    basic.put(
        "users", prefix.resolve(scope.value("auth_basic_user_file")).normalize().toString());
    if (realm.matches("[ !#-\\[\\]-~]{1,128}") && !NginxVariables.hasVariable(realm)) {
      basic.put("realm", realm);
    }
    return Result.GUARDED;
  }
}
