package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.policy.OidcClient;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ways in which users sign in to the admin plane.
 *
 * @param local users who may sign in with a password
 * @param breakGlass users who may sign in with a password while {@code local} is break-glass
 * @param secondFactor need of a second factor beside a password
 * @param secondFactorRoles the roles of these users; empty for all
 * @param relyingPartyId host for which keys of WebAuthn are made; null for the host of the request
 * @param encryptionKey encrypts secrets in the store; null for a secret that the store has itself
 * @param providers OpenID Providers, in the order of their buttons
 */
public record SignOnConfig(
    Local local,
    Set<String> breakGlass,
    SecondFactor secondFactor,
    Set<String> secondFactorRoles,
    @Nullable String relyingPartyId,
    @Nullable Secret encryptionKey,
    List<Provider> providers) {

  /** The user that the first start creates. */
  public static final String FIRST_USER = "admin";

  public static final Set<String> DEFAULT_BREAK_GLASS = Set.of(FIRST_USER);

  /** Buttons of the sign-in page. */
  public static final int MAX_PROVIDERS = 16;

  /** Roles of the admin plane, from the least. */
  public static final List<String> ROLES = List.of("viewer", "editor", "publisher", "admin");

  public SignOnConfig {
    breakGlass = Set.copyOf(breakGlass);
    secondFactorRoles = Set.copyOf(secondFactorRoles);
    providers = List.copyOf(providers);
    Require.range("providers", providers.size(), 0, MAX_PROVIDERS);
    if (local != Local.ON && providers.isEmpty()) {
      throw new IllegalArgumentException(
          "local: " + local.token() + " (expected: on, or at least one provider)");
    }
    Set<String> names = new HashSet<>();
    for (Provider provider : providers) {
      if (!names.add(provider.name())) {
        throw new IllegalArgumentException(
            "providers: " + provider.name() + " twice (expected: each name once)");
      }
    }
  }

  public static SignOnConfig defaults() {
    return new SignOnConfig(
        Local.ON, DEFAULT_BREAK_GLASS, SecondFactor.OPTIONAL, Set.of(), null, null, List.of());
  }

  /** Returns true if this user may sign in with a password. */
  public boolean allowsPassword(String user) {
    return switch (local) {
      case ON -> true;
      case OFF -> false;
      case BREAK_GLASS -> breakGlass.contains(user);
    };
  }

  /** Returns true if a user of this role needs a second factor beside a password. */
  public boolean requiresSecondFactor(String role) {
    return secondFactor == SecondFactor.REQUIRED
        && (secondFactorRoles.isEmpty() || secondFactorRoles.contains(role));
  }

  /** Users who may sign in with a password. */
  public enum Local {
    ON,
    OFF,
    BREAK_GLASS;

    public String token() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Need of a second factor. */
  public enum SecondFactor {
    OPTIONAL,
    REQUIRED
  }

  /** Treatment of persons whom no account belongs to. */
  public enum Users {
    /** The first sign-in makes an account. */
    CREATE,
    /** The account exists before. */
    EXISTING
  }

  /**
   * Role and sites of the members of a group.
   *
   * @param group a value of the claim; {@code *} for each person
   * @param sites hosts of sites; empty for all
   */
  public record Mapping(String group, String role, List<String> sites) {
    public static final String ANYONE = "*";

    private static final String ALL = "*";

    public Mapping {
      Require.text("group", group);
      sites = List.copyOf(sites);
      if (!ROLES.contains(role)) {
        throw new IllegalArgumentException(
            "role: " + role + " (expected: one of " + String.join(", ", ROLES) + ")");
      }
      for (String site : sites) {
        String problem = HostPattern.problemOf(site);
        if (!problem.isEmpty()) {
          throw new IllegalArgumentException("sites: " + problem);
        }
      }
      if (role.equals("admin") && !sites.isEmpty() && !sites.contains(ALL)) {
        throw new IllegalArgumentException(
            "sites: " + String.join(", ", sites) + " (expected: none, or * for the role admin)");
      }
    }
  }

  /**
   * An OpenID Provider.
   *
   * @param name part of URLs
   * @param title text of the button
   * @param userClaim claim that names the account
   * @param requiresVerifiedEmail true if {@code email} as name needs {@code email_verified}
   * @param groupsClaim claim with the groups; dots go into objects
   * @param mapping role and sites by group; with none, the account keeps its own
   * @param endsWithToken true if a session ends with the ID token
   * @param logsOutAtProvider true if a sign-out ends the session at the provider, too
   */
  public record Provider(
      String name,
      String title,
      OidcClient client,
      Users users,
      String userClaim,
      boolean requiresVerifiedEmail,
      String groupsClaim,
      List<Mapping> mapping,
      boolean endsWithToken,
      boolean logsOutAtProvider) {

    /** Groups that have a rule. */
    public static final int MAX_MAPPINGS = 256;

    public Provider {
      Require.text("name", name);
      Require.text("title", title);
      Require.text("userClaim", userClaim);
      Require.text("groupsClaim", groupsClaim);
      mapping = List.copyOf(mapping);
      Require.range("mapping", mapping.size(), 0, MAX_MAPPINGS);
      if (users == Users.CREATE && mapping.isEmpty()) {
        throw new IllegalArgumentException(
            "mapping: none (expected: at least one group with users: create)");
      }
    }
  }
}
