package io.lychgate.gateway.store;

import java.util.Comparator;
import java.util.List;

/**
 * A user who may sign in.
 *
 * @param grants the roles of the user, never empty
 * @param passwordHash text form of its algorithm; never leaves the gateway
 * @param mustChangePassword true while the password is one that the gateway generated, or that an admin has set
 * @param isDisabled true for a user who may not sign in
 * @param version grows with each change; a write names the version that its author has read
 */
public record User(
    String name,
    List<Grant> grants,
    String passwordHash,
    boolean mustChangePassword,
    boolean isDisabled,
    long version) {

  public User {
    grants = List.copyOf(grants);
  }

  /** A new user with a role for all sites. */
  public User(String name, Role role, String passwordHash, boolean mustChangePassword) {
    this(name, List.of(Grant.everywhere(role)), passwordHash, mustChangePassword);
  }

  /** A new user. */
  public User(String name, List<Grant> grants, String passwordHash, boolean mustChangePassword) {
    this(name, grants, passwordHash, mustChangePassword, false, 1);
  }

  /** Returns the greatest role of the user, for any site. */
  public Role role() {
    return grants.stream().map(Grant::role).max(Comparator.naturalOrder()).orElse(Role.VIEWER);
  }

  /** Returns true if the user may manage the gateway with its users. */
  public boolean isAdmin() {
    return grants.stream().anyMatch(grant -> grant.role() == Role.ADMIN && grant.isEverywhere());
  }

  @Override
  public String toString() {
    return "User[" + name + ", " + grants + "]";
  }
}
