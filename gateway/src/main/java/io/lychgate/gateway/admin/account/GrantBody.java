package io.lychgate.gateway.admin.account;

import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A {@link Grant} in the API. */
public record GrantBody(Role role, List<String> sites) {

  private static final int MAX_GRANTS = 20;
  private static final int MAX_SITES = 100;
  private static final int MAX_HOST = 253;

  public static List<GrantBody> of(List<Grant> grants) {
    return grants.stream().map(each -> new GrantBody(each.role(), each.sites())).toList();
  }

  /** Reads the field {@code grants}, smaller roles first. */
  static List<Grant> grants(JsonBody body) {
    List<Grant> grants = body.objects("grants", MAX_GRANTS, GrantBody::grant);
    if (grants.isEmpty()) {
      throw body.invalid("grants", "none", "at least one role");
    }
    return grants.stream().sorted(Comparator.comparing(Grant::role)).toList();
  }

  /** Reads a role and its sites; without sites it is for all. */
  static Grant grant(JsonBody body) {
    Role role = role(body, body.text("role", 1, 20));
    List<String> sites = body.texts("sites", MAX_SITES, MAX_HOST).stream()
        .map(site -> site.toLowerCase(Locale.ROOT))
        .distinct()
        .toList();
    for (String site : sites) {
      if (!HostPattern.problemOf(site).isEmpty()) {
        throw body.invalid("sites", site, "host names, *.example.com, or * alone");
      }
    }
    if (body.has("sites") && sites.isEmpty()) {
      throw body.invalid("sites", "none", "host names, *.example.com, or * alone");
    }
    if (sites.contains(Grant.ALL) && sites.size() > 1) {
      throw body.invalid("sites", "* and others", "* alone, or a list without it");
    }
    Grant grant = sites.isEmpty() ? Grant.everywhere(role) : new Grant(role, sites);
    if (role == Role.ADMIN && !grant.isEverywhere()) {
      throw body.invalid("sites", String.join(", ", sites), "* for the role admin");
    }
    return grant;
  }

  private static Role role(JsonBody body, String token) {
    return Arrays.stream(Role.values())
        .filter(role -> role.token().equals(token))
        .findFirst()
        .orElseThrow(() -> body.invalid("role", token, "viewer, editor, publisher or admin"));
  }
}
