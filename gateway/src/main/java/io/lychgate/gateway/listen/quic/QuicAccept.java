package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.exchange.AddressRanges;
import io.lychgate.gateway.exchange.AltSvc;
import io.lychgate.gateway.exchange.ClientConnection;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.exchange.ServedNames;
import io.lychgate.gateway.http3.Http3Edge;
import io.lychgate.gateway.listen.socket.ConnectionQuota;
import io.lychgate.gateway.listen.socket.OpenConnections;
import io.lychgate.gateway.listen.tls.OwnedNames;
import io.lychgate.gateway.listen.tls.TlsIdentities;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.TokenBucket;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.census.FailureReason;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.handler.codec.quic.QuicTransportError;
import io.netty.handler.ssl.SniCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the connections of one UDP socket: counts them, waits for their handshakes, and passes them to HTTP/3. Event loop only.
 */
@Sharable
final class QuicAccept extends ChannelInitializer<QuicChannel> {
  private static final String TLS_VERSION = "TLSv1.3";
  private static final long NO_ERROR = QuicTransportError.NO_ERROR.code();

  private final LoopContext loop;
  private volatile ListenerConfig listener;
  private final int listenerNumber;
  private final OpenConnections open;
  private final HandshakeLoad load;
  private final AltSvc altSvc;
  private final Supplier<TlsIdentities> identities;
  private final OwnedNames owned;
  private final ConnectionQuota quota;
  private final PathSampler paths;
  private final QuicResumption resumption = new QuicResumption();
  private final ConnectionIds ids;
  private final EarlyPackets earlyPackets;
  private final PacketChecks checks;

  /** Budget of refusals, each of which costs a handshake. Above it, a client gets no response and tries TCP later. */
  private final TokenBucket refusals = new TokenBucket(100, 50);

  private final IntObjectMap<QuicChannel> connections = new IntObjectHashMap<>();

  /** The clients of {@link #connections}, by the same numbers. */
  private final IntObjectMap<QuicPeer> peers = new IntObjectHashMap<>();

  /** The {@link #connections} that already use HTTP/3. */
  private final OpenConnections own;

  private final Set<Http3Edge> edges = new HashSet<>();
  private final Set<Handshake> handshakes = new HashSet<>();

  private AddressRanges trustedProxies = AddressRanges.of(List.of());
  private boolean refusing;
  private @Nullable Runnable whenEmpty;

  QuicAccept(
      QuicSocket.Connections listener,
      LoopContext loop,
      OpenConnections open,
      HandshakeLoad load,
      ConnectionIds ids,
      EarlyPackets earlyPackets) {
    this.loop = loop;
    this.listener = listener.config();
    this.listenerNumber = listener.number();
    this.open = open;
    this.own = new OpenConnections(loop.clock());
    this.load = load;
    this.quota = listener.quota();
    this.ids = ids;
    this.earlyPackets = earlyPackets;
    this.checks = new PacketChecks(ids, this::connection, loop.observer());
    this.paths = new PathSampler(loop.deadlines(), loop.observer(), listener.pathClass());
    this.altSvc = listener.altSvc();
    this.identities = listener.identities();
    this.owned = listener.owned();
  }

  /** Applies this configuration to connections from now on. Any thread. */
  void adopt(ListenerConfig next) {
    listener = next;
    earlyPackets.adopt(next.quic().earlyData());
  }

  @Override
  protected void initChannel(QuicChannel channel) {
    loop.observer().accepted(listenerNumber);
    SocketAddress remote = channel.remoteSocketAddress();
    if (refusing || !(remote instanceof InetSocketAddress peer) || !quota.enter(peer)) {
      loop.observer().handshakeFailed(listenerNumber, FailureReason.REFUSED);
      refuse(channel);
      return;
    }
    int number = ids.connectionUnderWay();
    connections.put(number, channel);
    peers.put(number, QuicPeer.of(channel, peer));
    channel.closeFuture().addListener(closed -> {
      connections.remove(number);
      peers.remove(number);
      quota.leave(peer);
      notifyIfEmpty();
    });
    Handshake handshake = new Handshake(channel);
    handshakes.add(handshake);
    channel.pipeline().addLast(handshake, new QuicFailures(loop.observer()));
  }

  private void refuse(QuicChannel channel) {
    if (!refusals.take()) {
      channel.close();
      return;
    }
    // Deferred until the packet has been read: before that, quiche has no keys to encrypt the
    // close.
    loop.loop().execute(() -> {
      var unused = channel.close(
          false, (int) QuicTransportError.CONNECTION_REFUSED.code(), Unpooled.EMPTY_BUFFER);
    });
  }

  /** Returns the handler before the codec. */
  PacketChecks checks() {
    return checks;
  }

  private @Nullable QuicChannel connection(int number) {
    return connections.get(number);
  }

  /** Returns the client of the connection with this number; null if it is not open. */
  @Nullable
  QuicPeer peer(int number) {
    return peers.get(number);
  }

  /** Refuses new connections from now on. */
  void refuse() {
    refusing = true;
  }

  /** Refuses new connections, drains the others, and runs {@code then} when none is left. */
  void retire(Runnable then) {
    refusing = true;
    whenEmpty = then;
    own.drain();
    notifyIfEmpty();
  }

  private void notifyIfEmpty() {
    Runnable then = whenEmpty;
    if (then != null && connections.isEmpty()) {
      whenEmpty = null;
      then.run();
    }
  }

  /** Closes all connections and notifies their clients. */
  void closeAll() {
    refusing = true;
    handshakes.forEach(handshake -> handshake.failing(FailureReason.REFUSED));
    Set.copyOf(edges).forEach(Http3Edge::close);
    for (QuicChannel channel : List.copyOf(connections.values())) {
      channel.close(true, Http3ErrorCode.H3_NO_ERROR.code(), Unpooled.EMPTY_BUFFER);
    }
  }

  /** Starts HTTP/3 on the connection, which counts as opened with the end of its handshake. */
  private Http3Edge begin(QuicChannel channel, SocketAddress peer, @Nullable String serverName) {
    ConnectionRecord record =
        loop.observer().connectionEarly(listenerNumber, WireProtocol.HTTP_3, peer);
    ClientConnection client = new ClientConnection(
        loop,
        listener,
        Protocol.HTTP_3,
        record,
        TLS_VERSION,
        served(serverName),
        altSvc,
        trustedProxies());
    SSLEngine tls = channel.sslEngine();
    if (tls != null && listener.asksForCertificates()) {
      client.authenticatedBy(tls);
    }
    Http3Edge edge = Http3Edge.addTo(channel, client);
    client.retiredBy(edge);
    open.add(edge);
    own.add(edge);
    edges.add(edge);
    if (whenEmpty != null || open.isDraining()) {
      edge.drain();
    }
    channel.pipeline().addFirst(new ClientPaths(record, edge));
    channel.closeFuture().addListener(closed -> {
      open.remove(edge);
      own.remove(edge);
      edges.remove(edge);
      client.closed();
      record.closing(ClientPaths.unannounced(channel));
      loop.observer().connectionClosed(record);
    });
    return edge;
  }

  /** @param serverName the SNI; null if the client sent none */
  private ServedNames served(@Nullable String serverName) {
    TlsIdentities current = identities.get();
    return new ServedNames(
        current.certified().map(serverName), owned, current.names(), listener.passthrough());
  }

  private AddressRanges trustedProxies() {
    trustedProxies = trustedProxies.as(listener.clients().trustedProxies());
    return trustedProxies;
  }

  /** Waits for the end of one handshake, up to its timeout. Requests may precede the end. */
  private final class Handshake extends ChannelInboundHandlerAdapter {
    private final QuicChannel channel;
    private final Deadline patience = new Deadline() {
      @Override
      protected void expired() {
        failing(FailureReason.TIMEOUT);
        channel.close();
      }
    };
    private boolean underWay = true;
    private @Nullable FailureReason reason;

    /** True if a stream came before the end of the handshake. */
    private boolean isEarly;

    /** The error of RFC 9000 section 20.1 that has ended the handshake. */
    private long failure = NO_ERROR;

    private PacketChecks.@Nullable Opening opening;
    private EarlyPackets.@Nullable Beginning beginning;
    private @Nullable Http3Edge http3;
    private @Nullable String serverName;

    Handshake(QuicChannel channel) {
      this.channel = channel;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      load.begun();
      open.handshakeBegun();
      beginning = earlyPackets.begun(channel);
      opening = checks.opened(channel);
      loop.deadlines().arm(patience, listener.timeouts().tlsHandshake().toNanos());
      // A channel that was never active does not notify its handlers when it closes.
      channel.closeFuture().addListener(closed -> {
        if (underWay) {
          loop.observer().handshakeFailed(listenerNumber, failureReason());
          ended();
          if (opening != null && failure != NO_ERROR) {
            opening.failed(failure);
          }
        }
      });
    }

    /** Records a cause for which the handshake will fail. Only the first one counts. */
    void failing(FailureReason cause) {
      if (reason == null) {
        reason = cause;
      }
    }

    private FailureReason failureReason() {
      if (reason != null) {
        return reason;
      }
      return channel.isTimedOut() ? FailureReason.TIMEOUT : FailureReason.LEFT;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof QuicConnectionCloseEvent close) {
        failing(close.isTlsError() ? FailureReason.TLS : FailureReason.LEFT);
      } else if (event instanceof SniCompletionEvent sni) {
        serverName = sni.hostname();
      }
      ctx.fireUserEventTriggered(event);
    }

    /** Handles a stream before the end of the handshake: early data (RFC 8446 section 2.3) that is not a known replay. */
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      isEarly = true;
      if (beginning != null) {
        beginning.shown();
      }
      if (speaks(ctx)) {
        ctx.fireChannelRead(message);
      } else {
        ReferenceCountUtil.release(message);
      }
    }

    /**
     * Starts HTTP/3 once the client's address is known, and fires channelActive, at which HTTP/3 sends its SETTINGS. Returns true
     * if HTTP/3 has started.
     */
    private boolean speaks(ChannelHandlerContext ctx) {
      SocketAddress peer = channel.remoteSocketAddress();
      if (http3 == null && peer != null) {
        Http3Edge edge = begin(channel, peer, serverName);
        http3 = edge;
        ctx.fireChannelActive();
        edge.sendOrigins();
      }
      return http3 != null;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      ended();
      Http3Edge edge = speaks(ctx) ? http3 : null;
      if (edge == null) {
        loop.observer().handshakeFailed(listenerNumber, failureReason());
        channel.close();
        return;
      }
      // The cost was counted packet by packet, before the outcome was known.
      boolean isResumed = resumption.isResumed(channel.sslEngine());
      loop.observer().handshake(edge.client().record(), isResumed, isEarly, 0);
      paths.add(channel);
      edge.handshakeEnded();
      ctx.pipeline().remove(this);
    }

    private void ended() {
      underWay = false;
      handshakes.remove(this);
      load.ended();
      open.handshakeEnded();
      if (beginning != null) {
        beginning.ended();
      }
      if (opening != null) {
        opening.ended();
      }
      loop.deadlines().disarm(patience);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      failure = QuicFailures.codeOf(cause);
      failing(FailureReason.TLS);
      // Deferred: this may be called while Netty sends. Netty would then free the connection before
      // quiche's CONNECTION_CLOSE has left.
      loop.loop().execute(channel::close);
      ctx.fireExceptionCaught(cause);
    }
  }
}
