package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.listen.socket.ConnectionQuota;

/** The handshakes in progress on one UDP socket. Event loop only. */
final class HandshakeLoad {
  /**
   * A full handshake costs about 0.3 ms of CPU, and an attacker can start this many in one burst: 20 ms of the loop. Above this
   * number, regular clients need one more round trip.
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
   * Returns true if the next client must first prove that it receives packets at its address. Also true while the listener is full,
   * because refusing a client costs a handshake.
   */
  boolean isHigh() {
    return underWay >= MANY || quota.isFull();
  }
}
