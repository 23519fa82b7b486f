package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.config.SignOnConfig.Mapping;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.UserStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides which account and which roles the claims of a person give. It reads no store: the account may not exist. */
final class ClaimMapping {
  /** Groups of a person. Directories limit tokens to some hundreds. */
  private static final int MAX_GROUPS = 2000;

  /** Characters of a group that count. */
  private static final int MAX_GROUP = 256;

  private static final String EMAIL = "email";
  private static final String EMAIL_VERIFIED = "email_verified";

  private ClaimMapping() {}

  /** The decision. */
  sealed interface Decision {

    /**
     * The person may sign in.
     *
     * @param subject {@code sub}, by which the provider identifies the person
     * @param account name that the claims give
     * @param grants null if the account keeps its own
     * @param groups groups of the person that have a rule
     */
    record Admitted(
        String subject, String account, @Nullable List<Grant> grants, List<String> groups)
        implements Decision {}

    /** The person may not. */
    record Refused(Refusal reason, String text) implements Decision {}
  }

  /** Reasons of a refusal. The sign-in page has a sentence for each. */
  enum Refusal {
    NO_NAME,
    EMAIL_NOT_VERIFIED,
    NO_ROLE,
    NO_ACCOUNT,
    NAME_TAKEN,
    DISABLED,
    RESERVED;

    String token() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** @param reserved accounts as which no provider signs in */
  static Decision decide(
      SignOnConfig.Provider provider, Set<String> reserved, Map<String, ?> claims) {
    String subject = text(claims.get("sub"));
    String account = text(valueOf(claims, provider.userClaim()));
    if (subject == null || subject.length() > MAX_GROUP) {
      return refused(
          Refusal.NO_NAME, "sub: none or too long (expected: 1-" + MAX_GROUP + " characters)");
    }
    if (account == null || !UserStore.isName(account)) {
      return refused(
          Refusal.NO_NAME,
          provider.userClaim() + ": " + (account == null ? "none, or no text" : "not a name")
              + " (expected: 1-100 letters, digits and . _ @ + -)");
    }
    boolean isVerified = isTrue(claims.get(EMAIL_VERIFIED));
    if (provider.userClaim().equals(EMAIL) && provider.requiresVerifiedEmail() && !isVerified) {
      return refused(Refusal.EMAIL_NOT_VERIFIED, "email_verified: not true (expected: true)");
    }
    if (reserved.stream().anyMatch(account::equalsIgnoreCase)) {
      return refused(
          Refusal.RESERVED,
          "account: " + account + " signs in with a password only (admin.signOn.breakGlass)");
    }
    if (provider.mapping().isEmpty()) {
      return new Decision.Admitted(subject, account, null, List.of());
    }
    Object value = valueOf(claims, provider.groupsClaim());
    if (value instanceof List<?> list && list.size() > MAX_GROUPS) {
      return refused(
          Refusal.NO_ROLE,
          provider.groupsClaim() + ": " + list.size() + " groups (expected: at most " + MAX_GROUPS
              + ")");
    }
    return roles(provider, subject, account, groups(value));
  }

  private static Decision roles(
      SignOnConfig.Provider provider, String subject, String account, Set<String> groups) {
    Map<String, Role> roleOfSite = new LinkedHashMap<>();
    List<String> matched = new ArrayList<>();
    for (Mapping rule : provider.mapping()) {
      if (!rule.group().equals(Mapping.ANYONE) && !groups.contains(rule.group())) {
        continue;
      }
      matched.add(rule.group());
      Role role = Role.ofToken(rule.role());
      for (String site : rule.sites().isEmpty() ? List.of(Grant.ALL) : rule.sites()) {
        roleOfSite.merge(
            site.toLowerCase(Locale.ROOT), role, (one, other) -> one.includes(other) ? one : other);
      }
    }
    if (roleOfSite.isEmpty()) {
      return refused(
          Refusal.NO_ROLE,
          provider.groupsClaim() + ": " + groups.size()
              + " groups, none with a rule (expected: one of "
              + String.join(
                  ", ",
                  provider.mapping().stream().map(Mapping::group).limit(10).toList())
              + ")");
    }
    return new Decision.Admitted(subject, account, grants(roleOfSite), List.copyOf(matched));
  }

  /** A role for single sites counts only if it is greater than that for all. */
  private static List<Grant> grants(Map<String, Role> roleOfSite) {
    Role everywhere = roleOfSite.get(Grant.ALL);
    List<Grant> grants = new ArrayList<>();
    for (Role role : Role.values()) {
      if (role == everywhere) {
        grants.add(Grant.everywhere(role));
      }
      List<String> sites = roleOfSite.entrySet().stream()
          .filter(each -> each.getValue() == role && !each.getKey().equals(Grant.ALL))
          .filter(each -> everywhere == null || !everywhere.includes(role))
          .map(Map.Entry::getKey)
          .sorted()
          .toList();
      if (!sites.isEmpty()) {
        grants.add(new Grant(role, sites));
      }
    }
    return grants;
  }

  /** Returns the groups in a claim: texts of a list, or one text. Other values give none. */
  private static Set<String> groups(@Nullable Object value) {
    Set<String> groups = new LinkedHashSet<>();
    if (value instanceof String one) {
      groups.add(one);
    } else if (value instanceof List<?> list) {
      for (Object each : list) {
        if (each instanceof String group && group.length() <= MAX_GROUP) {
          groups.add(group);
        }
      }
    }
    return groups;
  }

  /** Returns the claim of this name. Without one, dots go into objects: Keycloak has realm_access.roles. */
  private static @Nullable Object valueOf(Map<String, ?> claims, String name) {
    if (claims.containsKey(name)) {
      return claims.get(name);
    }
    Object value = claims;
    for (String part : name.split("\\.", -1)) {
      value = value instanceof Map<?, ?> object ? object.get(part) : null;
    }
    return value;
  }

  private static @Nullable String text(@Nullable Object value) {
    return value instanceof String text && !text.isEmpty() ? text : null;
  }

  /** Some providers send the text {@code "true"}. */
  private static boolean isTrue(@Nullable Object value) {
    return Boolean.TRUE.equals(value) || "true".equals(value);
  }

  private static Decision refused(Refusal reason, String text) {
    return new Decision.Refused(reason, text);
  }
}
