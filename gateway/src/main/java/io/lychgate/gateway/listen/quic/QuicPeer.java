package io.lychgate.gateway.listen.quic;

import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionPathStats;
import java.net.InetSocketAddress;
import java.util.function.Predicate;

/**
 * The address of one connection's client. Netty 4.2.18 sends to the sender of the last datagram, before it is known whether that is
 * the client. A forged datagram with the connection's id, or a late one from an address that the client has left, would divert all
 * later packets. This would last until the client sends a packet. By RFC 9000 section 9.3, only a client packet that is newer than
 * all others moves the connection. quiche follows this rule and knows the path. Event loop only.
 */
final class QuicPeer {
  private final Predicate<InetSocketAddress> path;
  private InetSocketAddress address;

  /** @param path returns true if quiche sends to that address */
  QuicPeer(InetSocketAddress address, Predicate<InetSocketAddress> path) {
    this.address = address;
    this.path = path;
  }

  static QuicPeer of(QuicChannel channel, InetSocketAddress address) {
    return new QuicPeer(address, sender -> isActive(channel, sender));
  }

  private static boolean isActive(QuicChannel channel, InetSocketAddress sender) {
    for (int i = 0; i < ClientPaths.MAX; i++) {
      // Available at once on the loop of the connection.
      QuicConnectionPathStats path = channel.collectPathStats(i).getNow();
      if (path == null) {
        return false;
      }
      if (path.active()) {
        return isSame(path.peerAddress(), sender);
      }
    }
    return false;
  }

  /**
   * Returns true for the same address. Netty 4.2.18 returns the ports of paths in network byte order, not in that of the machine.
   */
  private static boolean isSame(InetSocketAddress ofPath, InetSocketAddress sender) {
    int port = ofPath.getPort();
    return ofPath.getAddress().equals(sender.getAddress())
        && (port == sender.getPort()
            || Short.reverseBytes((short) port) == (short) sender.getPort());
  }

  boolean isAt(InetSocketAddress sender) {
    return sender.equals(address);
  }

  /** Returns the client's address after a datagram of this sender was read. The sender may be the client at a new address. */
  InetSocketAddress addressAfter(InetSocketAddress sender) {
    if (path.test(sender)) {
      address = sender;
    }
    return address;
  }
}
