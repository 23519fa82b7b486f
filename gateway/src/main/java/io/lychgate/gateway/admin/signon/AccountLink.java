package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.admin.signon.ClaimMapping.Decision;
import io.lychgate.gateway.admin.signon.ClaimMapping.Refusal;
import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.config.SignOnConfig.Users;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.SignOnStore.Identity;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.User;
import io.lychgate.gateway.store.UserChange;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds or makes the account of a person whom a provider has identified. After the first sign-in, issuer and subject name the account:
 * a person who gets the name of another one later does not get the account.
 */
final class AccountLink {
  /** In place of the hash of a password: no password matches it. */
  private static final String NO_PASSWORD = "none";

  private final Store store;
  private final SignOnConfig.Provider provider;
  private final Set<String> reserved;
  private final Actor actor;

  /** @param reserved accounts as which no provider signs in */
  AccountLink(Store store, SignOnConfig.Provider provider, Set<String> reserved, Actor actor) {
    this.store = store;
    this.provider = provider;
    this.reserved = reserved;
    this.actor = actor;
  }

  /** The outcome of a sign-in. */
  sealed interface Result {
    record Found(User user) implements Result {}

    record Refused(Refusal reason, String text) implements Result {}
  }

  Result of(Decision.Admitted admitted) {
    String issuer = provider.client().issuer();
    Optional<Identity> identity = store.signOn().identity(issuer, admitted.subject());
    if (identity.isPresent()) {
      String account = identity.get().account();
      return store
          .users()
          .find(account)
          .<Result>map(user -> signedIn(user, admitted))
          .orElseGet(() -> refused(Refusal.NO_ACCOUNT, account, "it was deleted just now"));
    }
    Optional<User> known = store.users().find(admitted.account());
    if (known.isPresent()) {
      return linked(known.get(), admitted);
    }
    return provider.users() == Users.CREATE
        ? made(admitted)
        : refused(
            Refusal.NO_ACCOUNT, admitted.account(), "it does not exist, and users is existing");
  }

  /** Links an account that exists. A provider whose users choose their names must not take those of others. */
  private Result linked(User user, Decision.Admitted admitted) {
    if (provider.users() == Users.CREATE) {
      return refused(Refusal.NAME_TAKEN, user.name(), "another user has the name");
    }
    Result result = signedIn(user, admitted);
    if (result instanceof Result.Found
        && !store
            .signOn()
            .link(
                provider.client().issuer(),
                admitted.subject(),
                new Identity(user.name(), false),
                actor)) {
      return refused(Refusal.NAME_TAKEN, user.name(), "it belongs to another person");
    }
    return result;
  }

  private Result made(Decision.Admitted admitted) {
    List<Grant> grants = admitted.grants();
    if (grants == null) {
      return refused(Refusal.NO_ROLE, admitted.account(), "no rule gives a role");
    }
    User user = new User(admitted.account(), grants, NO_PASSWORD, false);
    if (!store.users().add(user, actor)) {
      return refused(Refusal.NAME_TAKEN, admitted.account(), "another user has the name");
    }
    boolean isLinked = store
        .signOn()
        .link(
            provider.client().issuer(), admitted.subject(), new Identity(user.name(), true), actor);
    if (!isLinked) {
      // Another tab of the same person was faster.
      return refused(Refusal.NAME_TAKEN, admitted.account(), "another sign-in is in progress");
    }
    return new Result.Found(user);
  }

  /** Applies the roles of the groups: who has left a group loses its role with the next sign-in. */
  private Result signedIn(User user, Decision.Admitted admitted) {
    if (user.isDisabled()) {
      return refused(Refusal.DISABLED, user.name(), "it is disabled");
    }
    if (reserved.stream().anyMatch(user.name()::equalsIgnoreCase)) {
      return refused(Refusal.RESERVED, user.name(), "it signs in with a password only");
    }
    List<Grant> grants = admitted.grants();
    if (grants == null || sitesByRole(grants).equals(sitesByRole(user.grants()))) {
      return new Result.Found(user);
    }
    Outcome<User> changed = store
        .users()
        .change(user.name(), user.version(), new UserChange(null, grants, null), actor);
    if (changed instanceof Outcome.Done<User> done) {
      return new Result.Found(done.value());
    }
    return refused(
        Refusal.NO_ROLE,
        user.name(),
        changed instanceof Outcome.Conflict<User> conflict
            ? conflict.sentence()
            : "another change is in progress");
  }

  /** A change would end the other sessions of the user, so that only real ones count. */
  private static Map<Role, Set<String>> sitesByRole(List<Grant> grants) {
    Map<Role, Set<String>> sites = new EnumMap<>(Role.class);
    grants.forEach(grant ->
        sites.computeIfAbsent(grant.role(), role -> new HashSet<>()).addAll(grant.sites()));
    return sites;
  }

  private static Result refused(Refusal reason, String account, String why) {
    return new Result.Refused(reason, "account " + account + ": " + why);
  }
}
