package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.LimitConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections a listener holds, in all and for one client address. Shared by the loops of a listener: touched when a
 * connection opens and closes, never in between.
 */
final class ConnectionQuota {
  private volatile int maxConnections;
  private volatile int maxPerAddress;
  private final AtomicInteger open = new AtomicInteger();
  private final ConcurrentHashMap<InetAddress, Integer> byAddress = new ConcurrentHashMap<>();

  ConnectionQuota(LimitConfig limits) {
    this.maxConnections = limits.maxConnections();
    this.maxPerAddress = limits.maxConnectionsPerAddress();
  }

  /** From now on; what is open stays. */
  void limits(LimitConfig limits) {
    maxConnections = limits.maxConnections();
    maxPerAddress = limits.maxConnectionsPerAddress();
  }

  /** Whether the next one would find no place. */
  boolean isFull() {
    return open.get() >= maxConnections;
  }

  /** Takes a place for this peer; false when there is none. */
  boolean enter(SocketAddress peer) {
    if (open.incrementAndGet() > maxConnections) {
      open.decrementAndGet();
      return false;
    }
    if (peer instanceof InetSocketAddress inet && !loopback(inet)) {
      int held = byAddress.merge(inet.getAddress(), 1, Integer::sum);
      if (held > maxPerAddress) {
        leave(peer);
        return false;
      }
    }
    return true;
  }

  void leave(SocketAddress peer) {
    open.decrementAndGet();
    if (peer instanceof InetSocketAddress inet && !loopback(inet)) {
      byAddress.computeIfPresent(inet.getAddress(), (address, held) -> held == 1 ? null : held - 1);
    }
  }

  /** Everything on this machine shares the loopback address, a balancer in front of us too. */
  private static boolean loopback(InetSocketAddress peer) {
    return peer.getAddress() == null || peer.getAddress().isLoopbackAddress();
  }
}
