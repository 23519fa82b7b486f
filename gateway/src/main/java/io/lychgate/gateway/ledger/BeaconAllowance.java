package io.lychgate.gateway.ledger;

import io.lychgate.gateway.config.check.Limits;

/** Limit of the beacons that one connection may send: a few per page view, and few at once. Event loop only. */
public final class BeaconAllowance {
  private int left;
  private int inHand;

  void viewBegins() {
    left += Limits.BEACONS_OF_A_VIEW;
  }

  /** Returns true if the connection may send another beacon, and reserves its room; {@link #gone} releases it. */
  public boolean admits() {
    if (left == 0 || inHand == Limits.BEACONS_AT_ONCE) {
      return false;
    }
    left--;
    inHand++;
    return true;
  }

  /** Releases the room of an admitted beacon, which was read or will never be complete. */
  public void gone() {
    inHand--;
  }
}
