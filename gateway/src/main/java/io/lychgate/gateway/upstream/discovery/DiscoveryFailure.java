package io.lychgate.gateway.upstream.discovery;

/** The kinds of failure of a source of servers. */
public enum DiscoveryFailure {
  /** No name server has responded in time. */
  TIMEOUT("timeout"),
  /** The name does not exist (NXDOMAIN), or the file does not. */
  NOT_FOUND("not_found"),
  /** The name server has failed or refused: SERVFAIL, REFUSED and other codes of RFC 1035 section 4.1.1. */
  SERVER_FAILURE("server_failure"),
  /** The name exists, but has no record of the wanted type. */
  EMPTY("empty"),
  /** The file is not a valid list of servers, or a record is malformed. */
  INVALID("invalid");

  private final String token;

  DiscoveryFailure(String token) {
    this.token = token;
  }

  /** Returns the tag of metrics and the key of the API. */
  public String token() {
    return token;
  }
}
