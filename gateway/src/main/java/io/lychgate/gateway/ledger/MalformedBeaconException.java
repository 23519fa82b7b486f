package io.lychgate.gateway.ledger;

/** Signals a body that is not a beacon. It has no stack trace, because any client may cause it. */
public final class MalformedBeaconException extends Exception {
  private static final long serialVersionUID = 1;

  MalformedBeaconException(String message) {
    super(message, null, false, false);
  }
}
