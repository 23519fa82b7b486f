package io.lychgate.gateway.ledger;

import io.lychgate.gateway.config.Limits;

/** How many beacons one connection may send: as its page views need, and few at once. Event loop only. */
public final class BeaconAllowance {
  private int left;
  private int inHand;

  void viewBegins() {
    left += Limits.BEACONS_OF_A_VIEW;
  }

  /** Takes leave to receive one more; {@link #gone} gives its room back. */
  public boolean admits() {
    if (left == 0 || inHand == Limits.BEACONS_AT_ONCE) {
      return false;
    }
    left--;
    inHand++;
    return true;
  }

  /** An admitted one was read, or will never be whole. */
  public void gone() {
    inHand--;
  }
}
