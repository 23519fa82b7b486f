package io.lychgate.gateway.history;

/** The kind of a {@link HistoryEvent}. */
public enum EventKind {
  /** The gateway started. */
  START("start"),
  STOP("stop"),
  /** A listener got or lost a protocol. */
  PROTOCOLS("protocols"),
  /** The percentage of networks to which a listener offers HTTP/3 changed, or its offer was cleared. */
  ALT_SVC("alt-svc"),
  RELOAD("reload"),
  PUBLICATION("publication"),
  CERTIFICATE("certificate"),
  /** An experiment began, changed or ended, or a guardrail stopped one of its arms. */
  EXPERIMENT("experiment"),
  /** The clock of the machine or of the store stepped, so periods overlap or lack time. */
  CLOCK("clock"),
  /** Minutes were lost, because the store was not available for too long. */
  GAP("gap"),
  /** A person noted a deployment. */
  DEPLOY("deploy"),
  /** Any other note of a person. */
  NOTE("note");

  private final String token;

  EventKind(String token) {
    this.token = token;
  }

  /** Returns its name in the store and the admin API. */
  public String token() {
    return token;
  }
}
