package io.lychgate.gateway.admin.access;

import io.lychgate.gateway.store.ApiToken;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.User;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a call: a user with a session, or a token of a user. A token has the rights that both it and its owner have.
 *
 * @param token null for a session
 */
public record Principal(User user, @Nullable ApiToken token) {

  public static Principal of(User user) {
    return new Principal(user, null);
  }

  /** Returns the name in the audit trail: that of the user, or of the user and the token. */
  public String name() {
    ApiToken used = token;
    return used == null ? user.name() : user.name() + "/" + used.name();
  }

  /** Returns true if the operations of this group may be called at all. */
  public boolean mayCall(OperationGroup group) {
    ApiToken used = token;
    return used == null
        || group == OperationGroup.ANY
        || (group.isGrantable()
            && (used.operations().contains(OperationGroup.ALL)
                || used.operations().contains(group.token())));
  }

  /** Returns true if the sender has the role for at least one site. */
  public boolean hasForAnySite(Role least) {
    return grants(user.grants(), least) && (token == null || grants(List.of(token.grant()), least));
  }

  /** Returns true if the sender has the role for all sites. */
  public boolean hasForAllSites(Role least) {
    return covers(least, List.of(Grant.ALL));
  }

  /** Returns true if the sender has the role for each host that matches one of these patterns. */
  public boolean covers(Role least, Collection<String> hosts) {
    return covers(user.grants(), least, hosts)
        && (token == null || covers(List.of(token.grant()), least, hosts));
  }

  public boolean isAdmin() {
    return hasForAllSites(Role.ADMIN);
  }

  /** Returns the greatest role of the sender, for any site. */
  public Role role() {
    Role ofUser = user.role();
    Role ofToken = token == null ? ofUser : token.grant().role();
    return ofUser.includes(ofToken) ? ofToken : ofUser;
  }

  /** Returns true if no right of the other grant exceeds those of the sender. */
  public boolean includes(Grant grant) {
    return covers(grant.role(), grant.sites());
  }

  private static boolean grants(List<Grant> grants, Role least) {
    return grants.stream().anyMatch(grant -> grant.role().includes(least));
  }

  private static boolean covers(List<Grant> grants, Role least, Collection<String> hosts) {
    return hosts.stream()
        .allMatch(host -> grants.stream()
            .anyMatch(grant -> grant.role().includes(least)
                && grant.sites().stream().anyMatch(site -> covers(site, host))));
  }

  /** Returns true if the pattern of a site matches each host that the other pattern matches. */
  static boolean covers(String site, String host) {
    String outer = site.toLowerCase(Locale.ROOT);
    String inner = host.toLowerCase(Locale.ROOT);
    if (outer.equals(Grant.ALL) || outer.equals(inner)) {
      return true;
    }
    // "*.a.example" covers "b.a.example" and "*.b.a.example", but not "a.example".
    return outer.startsWith("*.") && !inner.equals(Grant.ALL) && inner.endsWith(outer.substring(1));
  }

  /** Returns the token. Call it only for a sender that uses one. */
  public ApiToken requireToken() {
    return Objects.requireNonNull(token, "a session");
  }
}
