package io.lychgate.gateway.listen.quic;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.DatagramPacket;

/**
 * The process that this one has replaced, while it serves its last QUIC connections. It reads no UDP socket any more, so it gets its
 * packets from here. All methods may be called on any thread.
 */
public interface EarlierProcess {
  /** Returns true if packets can still be forwarded. */
  boolean isOpen();

  /** Returns true if the process had begun a handshake with this id, which the client has chosen, before it was replaced. */
  boolean knows(ByteBuf packet, int idIndex, int idLength);

  /**
   * Forwards a packet, and releases it.
   *
   * @param listener name of the listener whose socket has received it
   * @param socket number of the socket
   */
  void forward(String listener, int socket, DatagramPacket packet);
}
