package io.lychgate.gateway.ledger;

/** What was posted is no beacon. Costs no stack trace: anybody may cause it. */
public final class MalformedBeaconException extends Exception {
  private static final long serialVersionUID = 1;

  MalformedBeaconException(String message) {
    super(message, null, false, false);
  }
}
