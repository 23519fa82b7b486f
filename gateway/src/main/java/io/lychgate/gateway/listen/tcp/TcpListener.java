package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.listener.ProxyProtocolConfig;
import io.lychgate.gateway.exchange.AltSvc;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.ledger.ClientHash;
import io.lychgate.gateway.listen.socket.ConnectionQuota;
import io.lychgate.gateway.listen.socket.OpenConnections;
import io.lychgate.gateway.listen.socket.Transport;
import io.lychgate.gateway.listen.tls.OwnedNames;
import io.lychgate.gateway.listen.tls.TlsIdentities;
import io.lychgate.gateway.loop.BindFailure;
import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.ReadBudget;
import io.lychgate.gateway.observe.census.FailureReason;
import io.lychgate.gateway.observe.count.EventCount;
import io.lychgate.gateway.upstream.connect.ConnectRace;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.unix.UnixChannel;
import io.netty.channel.unix.UnixChannelOption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One TCP port. Each loop has its own socket on it (SO_REUSEPORT). The loop that accepts a connection also serves it, so a
 * connection never changes threads.
 */
public final class TcpListener {
  /** Maximum connections that the kernel holds until the gateway accepts them. The kernel caps this at net.core.somaxconn. */
  private static final int BACKLOG = 4096;

  /** Maximum connections accepted in one turn of a loop. The kernel's queue is in order: a client waits for all before it. */
  private static final int ACCEPTS_OF_TURN = 64;

  /** Bytes queued in a socket's handler at which streams are held back. A scheduler matters only while bytes wait in it. */
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(32 * 1024, 128 * 1024);

  /**
   * Maximum unsent bytes that the kernel takes: one TLS record. HTTP/2, which keeps an order of responses, adapts it to the link.
   */
  private static final long NOT_SENT_LOW_WATER = 16 * 1024;

  private final List<Channel> sockets = new ArrayList<>();
  private final List<ProtocolChoice> choices = new ArrayList<>();
  private final ConnectionQuota quota;
  private final ConnectRace.Means connecting;

  private volatile ListenerConfig config;
  private volatile TlsIdentities identities;
  private final OwnedNames owned;

  /**
   * @param owned the names of the certificates of all listeners
   * @param connecting opens connections to the servers to which connections are passed on
   */
  public TcpListener(
      ListenerConfig config,
      TlsIdentities identities,
      OwnedNames owned,
      ConnectRace.Means connecting) {
    this.config = config;
    this.connecting = connecting;
    this.identities = identities;
    this.owned = owned;
    this.quota = new ConnectionQuota(config.limits());
  }

  /**
   * Binds on all loops, or on none. The message of the exception gives the reason.
   *
   * @param port 0 lets the system choose
   * @param inherited descriptors of bound sockets to use instead of new ones
   */
  public void bind(
      Map<LoopContext, OpenConnections> loops,
      Transport transport,
      int listenerNumber,
      int port,
      @Nullable AltSvc altSvc,
      List<Integer> inherited)
      throws IOException {
    if (!inherited.isEmpty()) {
      adoptSockets(loops, transport, listenerNumber, altSvc, inherited);
      return;
    }
    int actualPort = port;
    for (Map.Entry<LoopContext, OpenConnections> entry : loops.entrySet()) {
      LoopContext loop = entry.getKey();
      ChannelFuture bound = bootstrap(loop, loop.loop(), transport)
          .channel(transport.serverChannel())
          .handler(new AcceptGate(loop.descriptors(), loop.observer(), listenerNumber))
          .childHandler(accepted(loop, entry.getValue(), listenerNumber, altSvc))
          .bind(config.host(), actualPort)
          .awaitUninterruptibly();
      if (!bound.isSuccess()) {
        close();
        throw new BindFailure(
            "listener " + config.name() + ": " + config.host() + ":" + config.port(),
            bound.cause());
      }
      sockets.add(bound.channel());
      // With port 0, the first socket chooses the port, and the others use the same one.
      actualPort = ((InetSocketAddress) bound.channel().localAddress()).getPort();
      if (!transport.reusePort()) {
        break;
      }
    }
  }

  private Accepted accepted(
      LoopContext loop, OpenConnections open, int listenerNumber, @Nullable AltSvc altSvc) {
    ProtocolChoice choice =
        new ProtocolChoice(loop, this::config, listenerNumber, open, altSvc, connecting);
    choices.add(choice);
    return new Accepted(loop, choice, open);
  }

  /**
   * Uses bound sockets, which accept nothing until {@link #startAccepting}. With fewer sockets than loops, connections are spread
   * over all loops. With more, a loop has several.
   */
  private void adoptSockets(
      Map<LoopContext, OpenConnections> loops,
      Transport transport,
      int listenerNumber,
      @Nullable AltSvc altSvc,
      List<Integer> inherited)
      throws IOException {
    List<LoopContext> all = List.copyOf(loops.keySet());
    Map<EventLoop, Accepted> byLoop = new HashMap<>();
    loops.forEach(
        (loop, open) -> byLoop.put(loop.loop(), accepted(loop, open, listenerNumber, altSvc)));
    boolean isSpread = inherited.size() < all.size();
    for (int i = 0; i < inherited.size(); i++) {
      int descriptor = inherited.get(i);
      LoopContext loop = all.get(i % all.size());
      EventLoopGroup children = isSpread
          ? Objects.requireNonNull(loop.loop().parent(), "a loop of a group")
          : loop.loop();
      ChannelFuture registered = bootstrap(loop, children, transport)
          .channelFactory(() -> new EpollServerSocketChannel(descriptor))
          .option(ChannelOption.AUTO_READ, false)
          .handler(new AcceptGate(loop.descriptors(), loop.observer(), listenerNumber))
          .childHandler(new OnItsLoop(byLoop))
          .register()
          .awaitUninterruptibly();
      if (!registered.isSuccess()) {
        close();
        throw new IOException(
            "listener " + config.name() + ": inherited socket " + descriptor + ": "
                + registered.cause().getMessage(),
            registered.cause());
      }
      sockets.add(registered.channel());
    }
  }

  /** Starts to accept at inherited sockets. */
  public void startAccepting() {
    sockets.forEach(socket -> socket.config().setAutoRead(true));
  }

  /** Returns the file descriptors of the sockets, for another process. */
  public List<Integer> descriptors() {
    List<Integer> descriptors = new ArrayList<>();
    for (Channel socket : sockets) {
      if (socket instanceof UnixChannel unix) {
        descriptors.add(unix.fd().intValue());
      }
    }
    return descriptors;
  }

  private static ServerBootstrap bootstrap(
      LoopContext loop, EventLoopGroup children, Transport transport) {
    ServerBootstrap bootstrap = new ServerBootstrap()
        .group(loop.loop(), children)
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(ChannelOption.SO_REUSEADDR, true)
        .option(
            ChannelOption.RECVBUF_ALLOCATOR,
            new ServerChannelRecvByteBufAllocator().maxMessagesPerRead(ACCEPTS_OF_TURN))
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, ReadBudget.ONE_READ);
    if (transport.reusePort()) {
      bootstrap
          .option(UnixChannelOption.SO_REUSEPORT, true)
          .childOption(EpollChannelOption.TCP_NOTSENT_LOWAT, NOT_SENT_LOW_WATER);
    }
    return bootstrap;
  }

  public ListenerConfig config() {
    return config;
  }

  /** Uses this configuration and these certificates for new connections. */
  public void adopt(ListenerConfig next, TlsIdentities certificates) {
    config = next;
    identities = certificates;
    quota.limits(next.limits());
  }

  public int port() {
    return sockets.isEmpty()
        ? config.port()
        : ((InetSocketAddress) sockets.get(0).localAddress()).getPort();
  }

  public void close() {
    sockets.forEach(socket -> socket.close().awaitUninterruptibly());
    sockets.clear();
  }

  /** Closes the sockets, and lets the requests in flight on their connections end. */
  public void retire() {
    close();
    choices.forEach(ProtocolChoice::retire);
  }

  /** Prepares a connection for the loop that serves it, which may not be the loop that has accepted it. */
  private static final class OnItsLoop extends ChannelInitializer<Channel> {
    private final Map<EventLoop, Accepted> byLoop;

    OnItsLoop(Map<EventLoop, Accepted> byLoop) {
      this.byLoop = byLoop;
    }

    @Override
    protected void initChannel(Channel channel) {
      Objects.requireNonNull(byLoop.get(channel.eventLoop()), "loop").initChannel(channel);
    }
  }

  private final class Accepted extends ChannelInitializer<Channel> {
    private final LoopContext loop;
    private final ProtocolChoice choice;
    private final OpenConnections open;

    Accepted(LoopContext loop, ProtocolChoice choice, OpenConnections open) {
      this.loop = loop;
      this.choice = choice;
      this.open = open;
    }

    @Override
    protected void initChannel(Channel channel) {
      ConnectionAccount account = ConnectionAccount.accepted(
          loop.observer(), loop.clock(), choice.listenerNumber(), channel);
      LoopDescriptors descriptors = loop.descriptors();
      descriptors.take(Use.CLIENT);
      channel.closeFuture().addListener(closed -> descriptors.leave(Use.CLIENT));
      SocketAddress peer = channel.remoteAddress();
      ListenerConfig now = config;
      if (now.tls() != null) {
        channel.config().setRecvByteBufAllocator(new RecordReads());
      }
      ProxyProtocolConfig proxyProtocol = now.clients().proxyProtocol();
      boolean sendsHeader =
          proxyProtocol != null && choice.headerSenders(proxyProtocol).contains(peer);
      if (peer != null && proxyProtocol != null && !sendsHeader && proxyProtocol.refusesOthers()) {
        loop.observer().event(EventCount.PROXY_HEADERS_FOREIGN);
        refuse(account, channel);
        return;
      }
      // Without an address, the client has already reset it.
      if (peer == null || !quota.enterUnnamed()) {
        account.failing(peer == null ? FailureReason.LEFT : FailureReason.REFUSED);
        channel.close();
        return;
      }
      open.arrived(
          channel,
          new OpenConnections.Arriving(
              loop.clock().nanoTime(), () -> account.failing(FailureReason.REFUSED)));
      channel.closeFuture().addListener(closed -> {
        open.settled(channel);
        quota.leaveUnnamed();
      });
      channel.pipeline().addLast(account);
      if (proxyProtocol != null && sendsHeader) {
        channel
            .pipeline()
            .addLast(
                ProxyHeaderReader.decoder(),
                new ProxyHeaderReader(
                    proxyProtocol.versions(),
                    account,
                    loop.observer(),
                    loop.deadlines(),
                    client -> admit(account, channel, client == null ? peer : client)));
      } else {
        admit(account, channel, peer);
      }
    }

    private void refuse(ConnectionAccount account, Channel channel) {
      account.failing(FailureReason.REFUSED);
      channel.close();
    }

    /** Continues when the client is known. A trusted proxy has as many connections as it needs. */
    private void admit(ConnectionAccount account, Channel channel, SocketAddress client) {
      account.client(client);
      if (!choice.trustedProxies().contains(client)) {
        if (!quota.name(client)) {
          refuse(account, channel);
          return;
        }
        channel.closeFuture().addListener(closed -> quota.unname(client));
      }
      ChannelPipeline pipeline = channel.pipeline();
      TlsIdentities current = identities;
      if (current.tcp() != null) {
        pipeline.addLast(new HandshakeTurns(
            loop.turns().of(ClientHash.of(client)),
            loop.deadlines(),
            config.timeouts().tlsHandshake(),
            account,
            behind -> TlsFront.addTo(behind, current, owned, choice)));
      } else if (config.speaks(Protocol.HTTP_2)) {
        pipeline.addLast(new PrefaceDetector(choice, loop.deadlines(), account));
      } else {
        choice.choose(pipeline, false);
      }
    }
  }
}
