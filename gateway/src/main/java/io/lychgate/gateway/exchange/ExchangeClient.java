package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.ledger.ClientHash;
import io.lychgate.gateway.ledger.PageViews;
import io.lychgate.gateway.message.ProxiedClient;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.push.ConnectionMemory;
import io.netty.util.NetUtil;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The client of an exchange, with what the gateway remembers of it. The client of a connection is its peer. Behind a trusted proxy,
 * each request has a client of its own: the next request of the connection may be of another client, and the next request of the same
 * client may take another connection. So nothing is remembered, and the ledger judges none of its page views. Event loop only.
 */
final class ExchangeClient {
  private static final InetAddress ANY_IPV4 =
      NetUtil.createInetAddressFromIpAddressString("0.0.0.0");
  private static final InetAddress ANY_IPV6 = NetUtil.createInetAddressFromIpAddressString("::");

  private final LoopContext loop;
  private final ConnectionRecord connection;

  /** The way through trusted proxies; null for the peer of the connection. */
  private final @Nullable ForwardedChain chain;

  private final ConnectionMemory memory = new ConnectionMemory();
  private @Nullable PageViews pageViews;
  private long hash;
  private boolean isHashed;

  private ExchangeClient(
      LoopContext loop, ConnectionRecord connection, @Nullable ForwardedChain chain) {
    this.loop = loop;
    this.connection = connection;
    this.chain = chain;
  }

  static ExchangeClient ofConnection(LoopContext loop, ConnectionRecord connection) {
    return new ExchangeClient(loop, connection, null);
  }

  static ExchangeClient behindProxies(
      LoopContext loop, ConnectionRecord connection, ForwardedChain chain) {
    return new ExchangeClient(loop, connection, chain);
  }

  /** Returns the way of the request through trusted proxies; null if the peer of the connection is no trusted proxy. */
  @Nullable
  ForwardedChain chain() {
    return chain;
  }

  private @Nullable InetAddress forwarded() {
    return chain == null ? null : chain.client();
  }

  /** Returns the address as text, without port. */
  String address() {
    InetAddress client = forwarded();
    return client == null ? connection.client() : NetUtil.toAddressString(client);
  }

  /** Returns the address; null if it is not of IP. */
  @Nullable
  InetAddress inetAddress() {
    InetAddress client = forwarded();
    if (client != null) {
      return client;
    }
    return connection.peer() instanceof InetSocketAddress peer ? peer.getAddress() : null;
  }

  /**
   * Returns the client for a header of the PROXY protocol; null if it has no address of IP. A client that a proxy names has port 0.
   *
   * @param at the listener, whose address stands for that of its socket
   */
  @Nullable
  ProxiedClient proxied(ListenerConfig at) {
    InetAddress client = forwarded();
    SocketAddress peer = client == null ? connection.peer() : new InetSocketAddress(client, 0);
    if (!(peer instanceof InetSocketAddress from) || from.getAddress() == null) {
      return null;
    }
    boolean isIpv4 = from.getAddress() instanceof Inet4Address;
    InetAddress bound = NetUtil.createInetAddressFromIpAddressString(at.host());
    boolean isKnown =
        bound != null && !bound.isAnyLocalAddress() && bound instanceof Inet4Address == isIpv4;
    InetAddress to = isKnown ? bound : isIpv4 ? ANY_IPV4 : ANY_IPV6;
    return new ProxiedClient(from, new InetSocketAddress(to, at.port()));
  }

  /** The pushes and hints sent to the client, and the content of its cookies. */
  ConnectionMemory memory() {
    return memory;
  }

  /** Returns the keyed hash of the address, or of the /64 network for IPv6. It is the same on all connections of a client. */
  long hash() {
    if (!isHashed) {
      InetAddress client = forwarded();
      hash = ClientHash.of(client == null ? connection.peer() : new InetSocketAddress(client, 0));
      isHashed = true;
    }
    return hash;
  }

  /** Returns a number that the requests of one visitor share: browsers load a page over several HTTP/1.1 connections. */
  long visitor() {
    InetAddress client = forwarded();
    if (client != null) {
      return ~(long) client.hashCode();
    }
    return connection.protocol() == WireProtocol.HTTP_1_1
            && connection.peer() instanceof InetSocketAddress peer
        ? ~(long) peer.getAddress().hashCode()
        : connection.id();
  }

  /** The assets sent ahead, with their outcome; null while none was sent. */
  @Nullable
  PageViews pageViews() {
    return pageViews;
  }

  /** Returns {@link #pageViews()}, and creates it for the first asset that is sent. */
  PageViews openPageViews() {
    PageViews views = pageViews;
    if (views == null) {
      views = new PageViews(loop.deadlines(), loop.snapshots().get().config().ledger(), hash());
      if (chain != null) {
        views.close();
      }
      pageViews = views;
    }
    return views;
  }

  /** Call when the connection is closed. */
  void closed() {
    if (pageViews != null) {
      pageViews.close();
    }
  }
}
