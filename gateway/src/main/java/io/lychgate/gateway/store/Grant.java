package io.lychgate.gateway.store;

import java.util.List;

/**
 * A role for some sites.
 *
 * @param sites patterns of hosts: names, {@code *.suffix}, or {@code *} alone for all sites
 */
public record Grant(Role role, List<String> sites) {

  /** The pattern of all sites. */
  public static final String ALL = "*";

  public Grant {
    sites = List.copyOf(sites);
    if (sites.isEmpty()) {
      throw new IllegalArgumentException("sites: none (expected: at least one)");
    }
  }

  public static Grant everywhere(Role role) {
    return new Grant(role, List.of(ALL));
  }

  public boolean isEverywhere() {
    return sites.contains(ALL);
  }

  /** Returns the form of the audit trail, for example {@code editor: a.example b.example}. */
  @Override
  public String toString() {
    return isEverywhere() ? role.token() : role.token() + ": " + String.join(" ", sites);
  }
}
