package io.lychgate.gateway.listen.socket;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bound sockets that come from the service manager, or from the process that this one replaces. A listener with the address of such
 * sockets uses them instead of new ones, so that no connection in their queues is lost. They accept nothing until the gateway has
 * started completely.
 */
public final class InheritedSockets {
  private static final Logger LOG = LoggerFactory.getLogger(InheritedSockets.class);

  private final List<Inherited> remaining;
  private final int offered;
  private final Set<Integer> usedRuns;

  /**
   * @param usedRuns numbers of runs of QUIC listeners whose connections other processes may still serve, for {@code ConnectionIds}
   */
  public InheritedSockets(List<Inherited> sockets, Set<Integer> usedRuns) {
    this.remaining = new ArrayList<>(sockets);
    this.offered = sockets.size();
    this.usedRuns = new HashSet<>(usedRuns);
  }

  public static InheritedSockets none() {
    return new InheritedSockets(List.of(), Set.of());
  }

  /** The kind of a socket. */
  public enum Kind {
    TCP,
    UDP
  }

  /**
   * One bound socket.
   *
   * @param listener name of its listener, or the name that the service manager gives it
   * @param host configured host, or the address of the socket
   * @param port configured port: 0 if the system has chosen it
   */
  public record Inherited(Kind kind, String listener, String host, int port, int descriptor) {}

  /** Returns true if there are TCP sockets for the listener. */
  public boolean hasTcp(ListenerConfig listener) {
    return remaining.stream().anyMatch(each -> each.kind() == Kind.TCP && isOf(each, listener));
  }

  /** Returns the file descriptors of this listener's sockets. The caller owns them. */
  public List<Integer> take(Kind kind, ListenerConfig listener) {
    List<Integer> taken = new ArrayList<>();
    for (Iterator<Inherited> each = remaining.iterator(); each.hasNext(); ) {
      Inherited socket = each.next();
      if (socket.kind() == kind && isOf(socket, listener)) {
        taken.add(socket.descriptor());
        each.remove();
      }
    }
    return taken;
  }

  /** Returns true if there are sockets, and no listener has taken one. */
  public boolean areAllUnused() {
    return offered > 0 && remaining.size() == offered;
  }

  private static boolean isOf(Inherited socket, ListenerConfig listener) {
    if (socket.port() != listener.port()) {
      return false;
    }
    // With port 0, only the name identifies a listener.
    return listener.port() == 0
        ? socket.listener().equals(listener.name())
        : isSameHost(socket.host(), listener.host());
  }

  private static boolean isSameHost(String a, String b) {
    if (a.equals(b)) {
      return true;
    }
    InetAddress first = new InetSocketAddress(a, 0).getAddress();
    InetAddress second = new InetSocketAddress(b, 0).getAddress();
    return first != null
        && second != null
        // A socket that takes both versions of IP has the address "::".
        && (first.equals(second) || (first.isAnyLocalAddress() && second.isAnyLocalAddress()));
  }

  public boolean isRunUsed(int run) {
    return usedRuns.contains(run & 0xffff);
  }

  /** Closes the sockets that no listener has taken. Another process may still hold them open. */
  public void closeRest() {
    for (Inherited socket : remaining) {
      LOG.warn(
          "inherited {} socket {} at {}:{}: no listener has this address, the socket is closed",
          socket.kind(),
          socket.listener(),
          socket.host(),
          socket.port());
      try {
        new FileDescriptor(socket.descriptor()).close();
      } catch (IOException e) {
        LOG.debug("inherited socket: not closed", e);
      }
    }
    remaining.clear();
  }
}
