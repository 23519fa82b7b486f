package io.lychgate.gateway.upstream.balance;

/** The state of a server for new requests. */
public enum ServerStatus {
  /** Takes requests. */
  UP("up"),
  /** Takes a part of its requests, which grows: it has just joined or recovered. */
  SLOW_START("slow-start"),
  /** Takes no request for some time, because requests to it failed. */
  EJECTED("ejected"),
  /** Takes no request but one: its response decides if the ejection ends. */
  PROBING("probing"),
  /** Takes no request, because health checks fail. */
  DOWN("down"),
  /** Takes no new client: its weight is 0, or an operator drains it. Clients with its cookie keep it. */
  DRAINING("draining"),
  /** Takes no request, because an operator has ejected it. */
  DISABLED("disabled");

  private final String token;

  ServerStatus(String token) {
    this.token = token;
  }

  /** Returns the value of the API and of metrics. */
  public String token() {
    return token;
  }
}
