package io.lychgate.gateway.observe.census;

/** The kind of a {@link Part}. Connections belong to the scopes ALL and LISTENER, requests to all three. */
public enum Scope {
  /** The whole gateway. Its name is empty. */
  ALL("all"),
  LISTENER("listener"),

  /** A site by its first host. A connection counts for the site of its first request. */
  SITE("site");

  private final String token;

  Scope(String token) {
    this.token = token;
  }

  /** Returns its name in the store and the admin API. */
  public String token() {
    return token;
  }
}
