package io.lychgate.gateway.store;

import java.util.Locale;

/** The action that created a revision. */
public enum RevisionKind {
  PUBLISH,
  ROLLBACK,
  RETIRE;

  /** Returns the word of the API and of the database. */
  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  static RevisionKind ofToken(String token) {
    return valueOf(token.toUpperCase(Locale.ROOT));
  }
}
