package io.lychgate.gateway.listen.socket;

import io.lychgate.gateway.config.listener.LimitConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of connections of a listener, in total and per client address. Shared by the loops of a listener. Changed only when a
 * connection opens or closes.
 */
public final class ConnectionQuota {
  private volatile int maxConnections;
  private volatile int maxPerAddress;
  private final AtomicInteger open = new AtomicInteger();
  private final ConcurrentHashMap<InetAddress, Integer> byAddress = new ConcurrentHashMap<>();

  public ConnectionQuota(LimitConfig limits) {
    this.maxConnections = limits.maxConnections();
    this.maxPerAddress = limits.maxConnectionsPerAddress();
  }

  /** Sets the limits from now on. Open connections stay. */
  public void limits(LimitConfig limits) {
    maxConnections = limits.maxConnections();
    maxPerAddress = limits.maxConnectionsPerAddress();
  }

  /** Returns true if there is no place for another connection. */
  public boolean isFull() {
    return open.get() >= maxConnections;
  }

  /** Takes a place for this peer. Returns false if there is none. */
  public boolean enter(SocketAddress peer) {
    if (!enterUnnamed()) {
      return false;
    }
    if (!name(peer)) {
      leaveUnnamed();
      return false;
    }
    return true;
  }

  public void leave(SocketAddress peer) {
    leaveUnnamed();
    unname(peer);
  }

  /** Takes a place for a proxy, whose connections belong to many clients. Returns false if there is none. */
  public boolean enterUnnamed() {
    if (open.incrementAndGet() > maxConnections) {
      open.decrementAndGet();
      return false;
    }
    return true;
  }

  public void leaveUnnamed() {
    open.decrementAndGet();
  }

  /** Counts a connection for its client. Returns false, and does not count it, if the client has too many. */
  public boolean name(SocketAddress client) {
    if (client instanceof InetSocketAddress inet && !loopback(inet)) {
      int held = byAddress.merge(inet.getAddress(), 1, Integer::sum);
      if (held > maxPerAddress) {
        unname(client);
        return false;
      }
    }
    return true;
  }

  public void unname(SocketAddress peer) {
    if (peer instanceof InetSocketAddress inet && !loopback(inet)) {
      byAddress.computeIfPresent(inet.getAddress(), (address, held) -> held == 1 ? null : held - 1);
    }
  }

  /**
   * Returns true for a loopback address, which all clients on this machine share, including a load balancer in front of the
   * gateway.
   */
  private static boolean loopback(InetSocketAddress peer) {
    return peer.getAddress() == null || peer.getAddress().isLoopbackAddress();
  }
}
