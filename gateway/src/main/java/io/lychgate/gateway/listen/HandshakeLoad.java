package io.lychgate.gateway.listen;

/** Handshakes under way on one UDP socket. Event loop only. */
final class HandshakeLoad {
  /**
   * A full handshake costs some 0.3 ms of CPU, and an attacker can begin as many as this in one burst: 20 ms of the loop.
   * Honest clients above it need one more round trip.
   */
  private static final int MANY = 64;

  private final ConnectionQuota quota;
  private int underWay;

  HandshakeLoad(ConnectionQuota quota) {
    this.quota = quota;
  }

  void begun() {
    underWay++;
  }

  void ended() {
    underWay--;
  }

  /**
   * So many that the next client shall first prove that it receives what is sent to its address. Also while the listener is
   * full: to refuse a client costs a handshake.
   */
  boolean isHigh() {
    return underWay >= MANY || quota.isFull();
  }
}
