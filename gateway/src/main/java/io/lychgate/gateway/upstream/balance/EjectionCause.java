package io.lychgate.gateway.upstream.balance;

/** The rules by which a server is ejected. */
public enum EjectionCause {
  /** It accepted no connection. */
  UNREACHABLE("unreachable"),
  /** Requests to it failed, one after the other. */
  FAILURES("failures"),
  /** It responded to no request while others did. */
  STALL("stall"),
  /** Too many of its responses were errors. */
  ERROR_RATE("error-rate"),
  /** Its responses took much longer than those of others. */
  LATENCY("latency");

  private final String token;

  EjectionCause(String token) {
    this.token = token;
  }

  /** Returns the tag of metrics. */
  public String token() {
    return token;
  }

  /** Returns true if the ejection holds for any number of servers, because requests to this one are certain to fail. */
  boolean isCertain() {
    return this == UNREACHABLE;
  }

  /** Returns true if one good response shows that the cause has ended. A share of bad responses has good ones beside it. */
  boolean endsWithOneResponse() {
    return this == UNREACHABLE || this == FAILURES || this == STALL;
  }
}
