package io.lychgate.gateway.upstream.balance;

/** The requests that a server may take. Selection policies use it; {@link ServerStatus} has the reason for operators. */
public enum Intake {
  /** Each request. */
  ALL,
  /** Requests of clients with its sticky cookie only: it drains, or its weight is 0. */
  RETURNING,
  /** No request while enough other servers take requests: requests to it failed. */
  RESERVE,
  /** No request at all: health checks fail, or an operator has ejected it. */
  NONE
}
