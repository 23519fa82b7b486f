package io.lychgate.gateway.observe.count;

/** Decisions of routes on requests. The requests of each route are counted with their statuses elsewhere. */
@SuppressWarnings("EnumOrdinal") // A place in memory of this process; nothing stores it.
public enum RouteDecisionCount {
  /** A redirect from plain text to https. */
  HTTPS_REDIRECT("https_redirect"),
  /** A refusal because of maintenance. */
  MAINTENANCE("maintenance"),
  /** A request that is served during maintenance. */
  MAINTENANCE_PASS("maintenance_pass"),
  /** A page of {@code errorPages} for a failure of the gateway. */
  ERROR_PAGE("error_page"),
  /** A page of {@code errorPages} in place of a response of an upstream. */
  UPSTREAM_ERROR_PAGE("upstream_error_page"),
  /** A refusal because of the target for the upstream. */
  REWRITE_REFUSED("rewrite_refused"),
  /** A refusal because the request is too large for a condition. */
  CONDITIONS_TOO_COSTLY("conditions_too_costly");

  /** Number of values. */
  public static final int COUNT = values().length;

  private final String tag;

  RouteDecisionCount(String tag) {
    this.tag = tag;
  }

  public String tag() {
    return tag;
  }

  public int index() {
    return ordinal();
  }
}
