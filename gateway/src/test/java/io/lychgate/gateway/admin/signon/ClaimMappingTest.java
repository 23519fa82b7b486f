package io.lychgate.gateway.admin.signon;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.signon.ClaimMapping.Decision;
import io.lychgate.gateway.admin.signon.ClaimMapping.Refusal;
import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.config.SignOnConfig.Mapping;
import io.lychgate.gateway.config.SignOnConfig.Users;
import io.lychgate.gateway.config.policy.OidcClient;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClaimMappingTest {
  private static final List<Mapping> RULES = List.of(
      new Mapping("admins", "admin", List.of()),
      new Mapping("shop", "editor", List.of("Shop.example", "blog.example")),
      new Mapping("shop-leads", "publisher", List.of("shop.example")),
      new Mapping("readers", "viewer", List.of()));

  private static SignOnConfig.Provider provider(
      String userClaim, boolean verified, String groupsClaim, List<Mapping> rules) {
    return new SignOnConfig.Provider(
        "staff",
        "Staff",
        new OidcClient(
            "https://login.example",
            "gate",
            null,
            List.of("openid"),
            List.of("ES256"),
            Duration.ZERO,
            false),
        Users.EXISTING,
        userClaim,
        verified,
        groupsClaim,
        rules,
        false,
        true);
  }

  private static Decision decide(@Nullable Object groups) {
    Map<String, Object> claims = new HashMap<>();
    claims.put("sub", "1");
    claims.put("preferred_username", "ann");
    if (groups != null) {
      claims.put("groups", groups);
    }
    return ClaimMapping.decide(
        provider("preferred_username", true, "groups", RULES), Set.of("admin"), claims);
  }

  private static List<Grant> grants(Decision decision) {
    assertThat(decision).isInstanceOf(Decision.Admitted.class);
    return Objects.requireNonNull(((Decision.Admitted) decision).grants());
  }

  private static Refusal reason(Decision decision) {
    assertThat(decision).isInstanceOf(Decision.Refused.class);
    return ((Decision.Refused) decision).reason();
  }

  @Test
  void groupsGiveRolesAndSites() {
    assertThat(grants(decide(List.of("other", "admins"))))
        .containsExactly(Grant.everywhere(Role.ADMIN));
    assertThat(grants(decide(List.of("shop"))))
        .containsExactly(new Grant(Role.EDITOR, List.of("blog.example", "shop.example")));
  }

  @Test
  void greatestRoleOfASiteCounts() {
    assertThat(grants(decide(List.of("shop", "shop-leads", "readers"))))
        .containsExactly(
            Grant.everywhere(Role.VIEWER),
            new Grant(Role.EDITOR, List.of("blog.example")),
            new Grant(Role.PUBLISHER, List.of("shop.example")));
    assertThat(grants(decide(List.of("shop", "admins"))))
        .containsExactly(Grant.everywhere(Role.ADMIN));
  }

  @Test
  void groupMayBeOneText() {
    assertThat(grants(decide("admins"))).containsExactly(Grant.everywhere(Role.ADMIN));
    // A text is one group: its parts must not pass for others.
    assertThat(reason(decide("admins readers"))).isEqualTo(Refusal.NO_ROLE);
    assertThat(reason(decide("admins,readers"))).isEqualTo(Refusal.NO_ROLE);
  }

  @Test
  void otherTypesOfTheClaimGiveNoRole() {
    assertThat(reason(decide(null))).isEqualTo(Refusal.NO_ROLE);
    assertThat(reason(decide(true))).isEqualTo(Refusal.NO_ROLE);
    assertThat(reason(decide(7))).isEqualTo(Refusal.NO_ROLE);
    assertThat(reason(decide(Map.of("admins", true)))).isEqualTo(Refusal.NO_ROLE);
    assertThat(reason(decide(List.of(List.of("admins"))))).isEqualTo(Refusal.NO_ROLE);
    assertThat(reason(decide(List.of("ADMINS")))).isEqualTo(Refusal.NO_ROLE);
    assertThat(reason(decide(List.of("*")))).isEqualTo(Refusal.NO_ROLE);
    assertThat(reason(decide(Collections.nCopies(5000, "admins")))).isEqualTo(Refusal.NO_ROLE);
  }

  @Test
  void dotsOfTheClaimGoIntoObjects() {
    SignOnConfig.Provider provider = provider("sub", true, "realm_access.roles", RULES);
    Map<String, Object> nested =
        Map.of("sub", "1", "realm_access", Map.of("roles", List.of("admins")));
    Map<String, Object> flat = Map.of("sub", "1", "realm_access.roles", List.of("readers"));

    assertThat(grants(ClaimMapping.decide(provider, Set.of(), nested)))
        .containsExactly(Grant.everywhere(Role.ADMIN));
    assertThat(grants(ClaimMapping.decide(provider, Set.of(), flat)))
        .containsExactly(Grant.everywhere(Role.VIEWER));
  }

  @Test
  void emailAsNameNeedsItsVerification() {
    SignOnConfig.Provider strict = provider("email", true, "groups", List.of());
    SignOnConfig.Provider lenient = provider("email", false, "groups", List.of());
    Map<String, Object> claims = new HashMap<>(Map.of("sub", "1", "email", "ann@example.com"));

    assertThat(reason(ClaimMapping.decide(strict, Set.of(), claims)))
        .isEqualTo(Refusal.EMAIL_NOT_VERIFIED);
    assertThat(ClaimMapping.decide(lenient, Set.of(), claims))
        .isInstanceOf(Decision.Admitted.class);
    claims.put("email_verified", false);
    assertThat(reason(ClaimMapping.decide(strict, Set.of(), claims)))
        .isEqualTo(Refusal.EMAIL_NOT_VERIFIED);
    claims.put("email_verified", true);
    assertThat(ClaimMapping.decide(strict, Set.of(), claims))
        .isEqualTo(new Decision.Admitted("1", "ann@example.com", null, List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a/b", "../x", "a\nb", "admin", "ADMIN"})
  void unusableAndReservedNamesAreRefused(String name) {
    Decision decision = ClaimMapping.decide(
        provider("preferred_username", true, "groups", List.of()),
        Set.of("admin"),
        Map.of("sub", "1", "preferred_username", name));

    assertThat(reason(decision))
        .isEqualTo(name.equalsIgnoreCase("admin") ? Refusal.RESERVED : Refusal.NO_NAME);
  }

  @Test
  void namesOfOtherTypesAreRefused() {
    SignOnConfig.Provider provider = provider("preferred_username", true, "groups", List.of());

    assertThat(reason(ClaimMapping.decide(
            provider, Set.of(), Map.of("sub", "1", "preferred_username", List.of("ann")))))
        .isEqualTo(Refusal.NO_NAME);
    assertThat(reason(
            ClaimMapping.decide(provider, Set.of(), Map.of("sub", 1, "preferred_username", "ann"))))
        .isEqualTo(Refusal.NO_NAME);
  }
}
