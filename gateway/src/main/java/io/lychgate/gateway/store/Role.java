package io.lychgate.gateway.store;

import java.util.Locale;

/** Degree of trust in a user. Each role includes the rights of those before it. */
public enum Role {
  VIEWER,
  EDITOR,
  PUBLISHER,
  ADMIN;

  public boolean includes(Role least) {
    return compareTo(least) >= 0;
  }

  /** Returns the word of the API and of the database. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Role ofToken(String token) {
    return valueOf(token.toUpperCase(Locale.ROOT));
  }
}
