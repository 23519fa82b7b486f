package io.lychgate.gateway.upstream.health;

/**
 * The result of one check of a server.
 *
 * @param why one sentence; empty if the server is healthy
 */
public record CheckResult(Outcome outcome, String why) {
  static final CheckResult HEALTHY = new CheckResult(Outcome.HEALTHY, "");

  /** The kinds of results. */
  public enum Outcome {
    HEALTHY("healthy"),
    /** A response that was not expected, or no connection. */
    UNHEALTHY("unhealthy"),
    /** No response within the timeout of the check. */
    TIMEOUT("timeout"),
    /** This machine could not check, for example because it has no free descriptor. It counts for nothing. */
    SKIPPED("skipped");

    private final String token;

    Outcome(String token) {
      this.token = token;
    }

    /** Returns the tag of metrics. */
    public String token() {
      return token;
    }
  }

  static CheckResult late(String missing) {
    return new CheckResult(Outcome.TIMEOUT, missing + " within the timeout of the check");
  }

  static CheckResult unhealthy(String why) {
    return new CheckResult(Outcome.UNHEALTHY, why);
  }
}
