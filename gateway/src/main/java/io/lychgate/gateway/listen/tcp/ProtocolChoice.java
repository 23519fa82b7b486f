package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.PassthroughConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.listener.ProxyProtocolConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.exchange.AddressRanges;
import io.lychgate.gateway.exchange.AltSvc;
import io.lychgate.gateway.exchange.BenchEndpoint;
import io.lychgate.gateway.exchange.ClientConnection;
import io.lychgate.gateway.exchange.Drainable;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.exchange.ServedNames;
import io.lychgate.gateway.exchange.Snapshot;
import io.lychgate.gateway.experiment.Assigned;
import io.lychgate.gateway.http1.Http1Edge;
import io.lychgate.gateway.http2.Http2Edge;
import io.lychgate.gateway.http2.Http2EdgeBuilder;
import io.lychgate.gateway.ledger.ClientHash;
import io.lychgate.gateway.listen.socket.OpenConnections;
import io.lychgate.gateway.message.Treatment;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.census.FailureReason;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.upstream.connect.ConnectRace;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Adds the edge of a connection's protocol to the pipeline once the protocol is known. One per listener and loop. */
final class ProtocolChoice {
  private final LoopContext loop;
  private final Supplier<ListenerConfig> listener;
  private final int listenerNumber;
  private final OpenConnections open;
  private final @Nullable AltSvc altSvc;
  private final ConnectRace.Means connecting;

  /** The connections of {@link #open} that this listener accepted. */
  private final OpenConnections own;

  private AddressRanges trustedProxies = AddressRanges.of(List.of());
  private PassthroughNames passthrough = PassthroughNames.of(List.of());
  private AddressRanges headerSenders = AddressRanges.of(List.of());
  private boolean isRetired;

  ProtocolChoice(
      LoopContext loop,
      Supplier<ListenerConfig> listener,
      int listenerNumber,
      OpenConnections open,
      @Nullable AltSvc altSvc,
      ConnectRace.Means connecting) {
    this.loop = loop;
    this.listener = listener;
    this.listenerNumber = listenerNumber;
    this.open = open;
    this.own = new OpenConnections(loop.clock());
    this.altSvc = altSvc;
    this.connecting = connecting;
  }

  /** Handles the removal of the listener: lets requests in flight on its connections end, and accepts no new ones. Any thread. */
  void retire() {
    loop.loop().execute(() -> {
      isRetired = true;
      own.drain();
    });
  }

  LoopContext loop() {
    return loop;
  }

  int listenerNumber() {
    return listenerNumber;
  }

  /** Returns the proxies whose forwarding fields name the client. */
  AddressRanges trustedProxies() {
    trustedProxies = trustedProxies.as(listener.get().clients().trustedProxies());
    return trustedProxies;
  }

  /** Returns the proxies whose connections begin with a PROXY protocol header. */
  AddressRanges headerSenders(ProxyProtocolConfig config) {
    headerSenders = headerSenders.as(config.from());
    return headerSenders;
  }

  /** Returns the names that are passed on without termination. */
  PassthroughNames passthrough() {
    passthrough = passthrough.as(listener.get().passthrough());
    return passthrough;
  }

  /** Returns the configuration of {@link #passthrough}. */
  List<PassthroughConfig> passthroughConfig() {
    return listener.get().passthrough();
  }

  /** Passes the connection on, beginning with the bytes that this handler holds. */
  void passThrough(
      ChannelPipeline pipeline, ChannelHandler hello, String name, PassthroughNames.Target target) {
    Channel channel = pipeline.channel();
    open.settled(channel);
    ConnectionAccount account = pipeline.get(ConnectionAccount.class);
    account.passedThrough();
    Passthrough passed = new Passthrough(
        loop,
        connecting,
        target,
        listener.get().timeouts().drain(),
        new Passthrough.Visitor(name, account.client()));
    open.add(passed);
    own.add(passed);
    channel.closeFuture().addListener(closed -> {
      open.remove(passed);
      own.remove(passed);
    });
    pipeline.replace(hello, null, passed.handler());
    pipeline.remove(HandshakeTurns.class);
    passed.begin();
    if (isRetired || open.isDraining()) {
      passed.drain();
    }
  }

  /** Returns true if experiments decide something for whole connections, so that the server name must be read. */
  boolean decidesByName() {
    Snapshot snapshot = loop.snapshots().get();
    return snapshot.experiments().decidesConnections() || snapshot.bench() != null;
  }

  /**
   * Returns the client's arms. A trusted proxy has many clients on one connection, so it is in no arm.
   *
   * @param serverName the SNI in lower case; null if the client sent none, so that its site is unknown
   */
  Assigned arms(@Nullable String serverName, ChannelPipeline pipeline) {
    Snapshot snapshot = loop.snapshots().get();
    if (!decidesByName() || serverName == null) {
      return Assigned.NONE;
    }
    SiteConfig site = snapshot.router().siteOf(serverName);
    SocketAddress client = pipeline.get(ConnectionAccount.class).client();
    if (site == null
        || !(client instanceof InetSocketAddress inet)
        || inet.getAddress() == null
        || trustedProxies().contains(client)) {
      return Assigned.NONE;
    }
    String name = site.hosts().get(0).toString();
    BenchEndpoint bench = snapshot.bench();
    String benched = bench == null ? null : bench.desk().protocolOf(name, inet.getAddress());
    return benched != null
        ? new Assigned(
            List.of(),
            List.of(),
            new Treatment(benched, null, null, null, null, null, null, null),
            0)
        : snapshot
            .experiments()
            .ofConnection(name, inet.getAddress(), loop.clock().wallMillis());
  }

  Duration requestHeadTimeout() {
    return listener.get().timeouts().requestHead();
  }

  /** Returns a handler that waits for the end of the TLS handshake and takes the protocol from ALPN. */
  ApplicationProtocolNegotiationHandler afterHandshake(
      ClientTls tls, ServedNames served, Assigned arms) {
    return new Alpn(tls, served, arms);
  }

  /** Adds the edge. Closes the connection if the listener does not support the protocol. */
  void choose(ChannelPipeline pipeline, boolean http2) {
    choose(pipeline, http2, null, null, Assigned.NONE);
  }

  private void choose(
      ChannelPipeline pipeline,
      boolean http2,
      @Nullable ClientTls tls,
      @Nullable ServedNames served,
      Assigned arms) {
    open.settled(pipeline.channel());
    Protocol protocol = http2 ? Protocol.HTTP_2 : Protocol.HTTP_1_1;
    ListenerConfig now = listener.get();
    ConnectionAccount account = pipeline.get(ConnectionAccount.class);
    if (!now.speaks(protocol)) {
      account.failing(FailureReason.REFUSED);
      pipeline.close();
      return;
    }
    WireProtocol wire = http2 ? WireProtocol.HTTP_2 : WireProtocol.HTTP_1_1;
    ConnectionRecord record = account.opened(wire);
    if (record == null) {
      return;
    }
    if (tls != null) {
      tls.report(record, loop.turns().of(ClientHash.of(account.client())));
      pipeline.remove(HandshakeTurns.class);
    }
    Channel channel = pipeline.channel();
    String tlsVersion = tls == null ? null : tls.engine().getSession().getProtocol();
    ClientConnection client = new ClientConnection(
        loop, now, protocol, record, tlsVersion, served, altSvc, trustedProxies());
    if (tls != null && now.asksForCertificates()) {
      client.authenticatedBy(tls.engine());
    }
    client.counts(arms);
    Drainable edge = http2 ? http2(pipeline, client) : Http1Edge.addTo(pipeline, client);
    client.retiredBy(edge);
    open.add(edge);
    own.add(edge);
    boolean hasRequest = tls == null && !http2;
    if (isRetired) {
      edge.drain();
    } else if (open.isDraining() && !hasRequest) {
      open.drainAlso(edge);
    } else if (open.isDraining()) {
      // Its first bytes have arrived: they get a response, and the connection ends with it.
      client.drain();
    }
    channel.closeFuture().addListener(closed -> {
      open.remove(edge);
      own.remove(edge);
      client.closed();
    });
  }

  private static Http2Edge http2(ChannelPipeline pipeline, ClientConnection client) {
    Http2Edge edge = Http2EdgeBuilder.edgeOf(client);
    // Netty's HTTP/2 codec passes on exceptions that are not protocol errors.
    pipeline.addLast(edge, LostConnections.INSTANCE);
    return edge;
  }

  private final class Alpn extends ApplicationProtocolNegotiationHandler {
    private final ClientTls tls;
    private final ServedNames served;
    private final Assigned arms;

    Alpn(ClientTls tls, ServedNames served, Assigned arms) {
      super(ApplicationProtocolNames.HTTP_1_1);
      this.served = served;
      this.arms = arms;
      this.tls = tls;
    }

    @Override
    protected void configurePipeline(ChannelHandlerContext ctx, String protocol) {
      choose(ctx.pipeline(), ApplicationProtocolNames.HTTP_2.equals(protocol), tls, served, arms);
    }

    @Override
    protected void handshakeFailure(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close();
    }
  }
}
