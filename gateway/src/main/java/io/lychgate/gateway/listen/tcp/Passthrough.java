package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.config.listener.PassthroughConfig;
import io.lychgate.gateway.config.listener.ProxyHeader;
import io.lychgate.gateway.exchange.Drainable;
import io.lychgate.gateway.exchange.LoopContext;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DescriptorBudget.Use;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.ProxiedClient;
import io.lychgate.gateway.observe.count.EventCount;
import io.lychgate.gateway.observe.log.LoopAccessLog;
import io.lychgate.gateway.upstream.connect.ConnectRace;
import io.lychgate.gateway.upstream.connect.ProxyHeaderWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.HalfClosedSocket;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelOutputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.NetUtil;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A TLS connection that is passed on to a server without termination, from the ClientHello on. Each side may end its direction and
 * still receive. A side is not read while the other one does not take its bytes. If a write fails, its side is read to the end first:
 * a server that rejects a client says why, then resets the connection because it has not read all. Event loop only.
 */
final class Passthrough implements Drainable {
  /** Servers tried for one connection. The client waits, and gives up after some seconds. */
  private static final int MAX_ATTEMPTS = 3;

  /** Time for one side to take the last bytes of the other one, which has left, and to end. */
  private static final long LAST_WRITE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final LoopContext loop;
  private final ConnectRace.Means connecting;
  private final PassthroughNames.Target target;
  private final Duration drainTimeout;
  private final Visitor visitor;
  private final Side clientSide = new Side();
  private final Side serverSide = new Side();

  /** The bytes of the client that arrived before a server was connected: the ClientHello, and what the same read had. */
  private final ArrayDeque<Object> waiting = new ArrayDeque<>(2);

  private final long startMillis;
  private final long startNanos;
  private final Deadline idle = new Deadline() {
    @Override
    protected void expired() {
      if (isOver) {
        serverSide.channel().close();
        return;
      }
      failure = failure == null && !isDraining ? Kind.TUNNEL_IDLE : failure;
      closeClient();
    }
  };

  private PassthroughConfig.@Nullable Server server;
  private @Nullable ConnectRace race;
  private @Nullable Kind failure;
  private int attempts;
  private boolean isJoined;
  private boolean isDraining;
  private boolean isOver;
  private long bytesIn;
  private long bytesOut;

  /**
   * The client of a connection.
   *
   * @param name its SNI
   * @param address its address, which a proxy may have named
   */
  record Visitor(String name, SocketAddress address) {}

  Passthrough(
      LoopContext loop,
      ConnectRace.Means connecting,
      PassthroughNames.Target target,
      Duration drainTimeout,
      Visitor visitor) {
    this.loop = loop;
    this.connecting = connecting;
    this.target = target;
    this.drainTimeout = drainTimeout;
    this.visitor = visitor;
    this.startMillis = loop.clock().wallMillis();
    this.startNanos = loop.clock().nanoTime();
  }

  /** Returns the handler for the client's pipeline. Its first input is the ClientHello. */
  ChannelInboundHandlerAdapter handler() {
    return clientSide;
  }

  /** Begins to connect. The handler is in the client's pipeline. */
  void begin() {
    Channel client = clientSide.channel();
    client.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    client.config().setOption(ChannelOption.AUTO_CLOSE, false);
    client.config().setAutoRead(false);
    client.closeFuture().addListener(closed -> ended());
    connect();
  }

  // Connecting.

  private void connect() {
    attempts++;
    PassthroughConfig.Server next = target.nextServer();
    server = next;
    if (!loop.descriptors().hasRoom(Use.UPSTREAM)) {
      loop.descriptors().refused(Use.UPSTREAM);
      failed(noDescriptor(next));
      return;
    }
    race = new ConnectRace(
        connecting,
        new ConnectRace.Place(loop.loop(), loop.deadlines(), loop.descriptors()),
        new ConnectRace.Goal(
            next.toString(),
            next.host(),
            next.port(),
            List.of(),
            target.config().connectTimeout()),
        new ConnectRace.Finish() {
          @Override
          public void connected(Channel channel) {
            join(channel);
          }

          @Override
          public void failed(ExchangeFailure failure) {
            Passthrough.this.failed(failure);
          }

          @Override
          public void noDescriptor() {
            Passthrough.this.failed(Passthrough.noDescriptor(next));
          }
        });
    race.begin();
  }

  private static ExchangeFailure noDescriptor(PassthroughConfig.Server to) {
    return new ExchangeFailure(Kind.OVERLOADED, to + ": no file descriptor for a connection");
  }

  private void failed(ExchangeFailure why) {
    loop.failures().add(why);
    if (attempts < Math.min(MAX_ATTEMPTS, target.config().servers().size())) {
      connect();
      return;
    }
    failure = why.kind();
    loop.observer().event(EventCount.PASSTHROUGH_FAILED);
    closeClient();
  }

  /** Connects both sides: the server gets what the client has sent so far. */
  private void join(Channel channel) {
    isJoined = true;
    channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    channel.pipeline().addLast(serverSide);
    loop.observer().event(EventCount.PASSTHROUGH_OPENED);
    ProxyHeader header = target.config().proxyHeader();
    if (header != null) {
      writeHeader(channel, header);
    }
    while (!waiting.isEmpty()) {
      var unused = channel.write(waiting.remove());
    }
    channel.flush();
    moved();
    channel.config().setAutoRead(true);
    if (clientSide.hasEnded) {
      serverSide.endOutput();
    } else if (channel.isWritable()) {
      clientSide.channel().config().setAutoRead(true);
    }
  }

  private void writeHeader(Channel channel, ProxyHeader version) {
    if (!(visitor.address instanceof InetSocketAddress from)
        || !(clientSide.channel().localAddress() instanceof InetSocketAddress to)) {
      throw new IllegalStateException(
          "client: " + visitor.address + " (expected: an address of IP, as of each TCP socket)");
    }
    ProxyHeaderWriter.write(channel, version, new ProxiedClient(from, to));
  }

  // Moving bytes.

  private void moved() {
    if (!isDraining && !serverSide.isGone()) {
      loop.deadlines().arm(idle, target.config().idleTimeout().toNanos());
    }
  }

  /** Ends both directions once each has ended. */
  private void sideEnded() {
    if (clientSide.hasEnded && serverSide.hasEnded) {
      clientSide.closeAfterWrites();
    }
  }

  /** One of the two connections. */
  private final class Side extends ChannelInboundHandlerAdapter {
    private @Nullable ChannelHandlerContext context;

    /** Set once this side sends nothing more. */
    private boolean hasEnded;

    /** Set once this side gets nothing more, because the other one has ended. */
    private boolean hasGotEnd;

    /** Set once a write to this side has failed: it takes nothing more. */
    private boolean isBroken;

    private Channel channel() {
      if (context == null) {
        throw new IllegalStateException("channel: none (expected: that of a connection)");
      }
      return context.channel();
    }

    private boolean isClient() {
      return this == clientSide;
    }

    private Side other() {
      return isClient() ? serverSide : clientSide;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws IOException {
      context = ctx;
      HalfClosedSocket.prepare(ctx.channel());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (isOver || !(message instanceof ByteBuf bytes)) {
        ReferenceCountUtil.release(message);
        return;
      }
      if (isClient()) {
        bytesIn += bytes.readableBytes();
        loop.observer().event(EventCount.PASSTHROUGH_BYTES_IN, bytes.readableBytes());
      } else {
        bytesOut += bytes.readableBytes();
        loop.observer().event(EventCount.PASSTHROUGH_BYTES_OUT, bytes.readableBytes());
      }
      if (!isJoined) {
        waiting.add(bytes);
        return;
      }
      if (other().isBroken) {
        bytes.release();
        return;
      }
      Channel to = other().channel();
      var unused = to.write(bytes);
      if (!to.isWritable()) {
        ctx.channel().config().setAutoRead(false);
      }
      moved();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      if (isJoined) {
        other().channel().flush();
      }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
      if (isJoined && ctx.channel().isWritable()) {
        moved();
        other().channel().config().setAutoRead(true);
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof ChannelOutputShutdownEvent && !hasGotEnd) {
        broken();
      } else if (event instanceof ChannelInputShutdownEvent && !hasEnded) {
        hasEnded = true;
        if (isJoined) {
          other().endOutput();
          sideEnded();
        }
        closeIfGone();
      }
    }

    /** A write has failed. */
    private void broken() {
      isBroken = true;
      if (!isClient() && failure == null) {
        failure = Kind.CONNECTION_TERMINATED;
      }
      if (isJoined) {
        // Its bytes are dropped.
        other().channel().config().setAutoRead(true);
      }
      closeIfGone();
    }

    /** Returns true if this side takes nothing more and has sent all. */
    private boolean isGone() {
      return isBroken && hasEnded;
    }

    /** Closes a side that is gone. A client gets the last bytes of its server before its own connection is closed. */
    private void closeIfGone() {
      if (isGone()) {
        channel().close();
        if (!isClient() && !isOver) {
          loop.deadlines().arm(idle, LAST_WRITE_NANOS);
        }
      }
    }

    /** Sends a FIN after all earlier bytes. */
    private void endOutput() {
      hasGotEnd = true;
      var unused = channel()
          .writeAndFlush(Unpooled.EMPTY_BUFFER)
          .addListener((ChannelFutureListener) sent -> {
            if (sent.channel() instanceof DuplexChannel duplex) {
              duplex.shutdownOutput();
            }
          });
    }

    private void closeAfterWrites() {
      if (context != null && context.channel().isActive()) {
        var unused =
            channel().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      if (!isClient()) {
        if (!hasEnded && !isOver && failure == null) {
          failure = Kind.CONNECTION_TERMINATED;
        }
        if (!isGone()) {
          clientSide.closeAfterWrites();
        }
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close();
    }
  }

  // The end.

  private void closeClient() {
    clientSide.channel().close();
  }

  /** The client's connection is closed. */
  private void ended() {
    isOver = true;
    if (race != null) {
      race.cancel();
    }
    while (!waiting.isEmpty()) {
      ReferenceCountUtil.release(waiting.remove());
    }
    loop.deadlines().disarm(idle);
    if (isJoined && serverSide.channel().isActive()) {
      loop.deadlines().arm(idle, LAST_WRITE_NANOS);
      serverSide.channel().closeFuture().addListener(closed -> loop.deadlines().disarm(idle));
      serverSide.closeAfterWrites();
    }
    if (isJoined) {
      loop.observer().event(EventCount.PASSTHROUGH_CLOSED);
    }
    LoopAccessLog log = loop.accessLog();
    if (log.isOn()) {
      log.entry()
          .passedThrough(addressText(), visitor.name)
          .time(startMillis)
          .requestBytes(bytesIn)
          .response(0, bytesOut, loop.clock().exactNanos() - startNanos)
          .upstream(server == null ? null : server.toString(), 0)
          .proxyStatus(failure == null ? null : failure.token());
      log.write();
    }
  }

  private String addressText() {
    return visitor.address instanceof InetSocketAddress inet && inet.getAddress() != null
        ? NetUtil.toAddressString(inet.getAddress())
        : visitor.address.toString();
  }

  /** Lets the connection go on for as long as a drain lasts, because it has no end that the gateway could announce. */
  @Override
  public void drain() {
    if (!isDraining) {
      isDraining = true;
      loop.deadlines().arm(idle, drainTimeout.toNanos());
    }
  }
}
