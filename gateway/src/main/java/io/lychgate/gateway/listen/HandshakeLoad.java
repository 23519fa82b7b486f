package io.lychgate.gateway.listen;

/** Handshakes under way on one UDP socket. Event loop only. */
final class HandshakeLoad {
  /** A full handshake costs some 0.3 ms of CPU: these are a good part of a second's work for one loop. */
  private static final int MANY = 256;

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
   * full: to turn somebody away costs a handshake.
   */
  boolean isHigh() {
    return underWay >= MANY || quota.isFull();
  }
}
