package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.config.listener.ProxyHeader;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.census.FailureReason;
import io.lychgate.gateway.observe.count.EventCount;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.netty.handler.codec.haproxy.HAProxyProtocolVersion;
import io.netty.util.NetUtil;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Handles the PROXY protocol header at the beginning of a proxy's connection. Closes the connection if there is none, if it is
 * malformed, too long or too late, or of a version that is not accepted. Its {@link #decoder} passes the rest of the bytes on. Both
 * are removed after the header. Event loop only.
 */
final class ProxyHeaderReader extends ChannelInboundHandlerAdapter {
  /** Time for the header: the proxy sends it at once, and a lost packet comes again within three seconds. */
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Bytes of the additions of version 2. They contain the names of a TLS connection, but no certificate. */
  private static final int MAX_ADDITIONS = 2048;

  private final Set<ProxyHeader> versions;
  private final ConnectionAccount account;
  private final LoopObserver observer;
  private final DeadlineWheel deadlines;
  private final Consumer<@Nullable InetSocketAddress> admit;
  private @Nullable ChannelHandlerContext context;
  private boolean isDone;

  private final Deadline patience = new Deadline() {
    @Override
    protected void expired() {
      if (context != null) {
        refuse(context, FailureReason.TIMEOUT, EventCount.PROXY_HEADERS_LATE);
      }
    }
  };

  /** @param admit continues with the client's address; null if the connection is the proxy's own, such as a health check */
  ProxyHeaderReader(
      Set<ProxyHeader> versions,
      ConnectionAccount account,
      LoopObserver observer,
      DeadlineWheel deadlines,
      Consumer<@Nullable InetSocketAddress> admit) {
    this.versions = versions;
    this.account = account;
    this.observer = observer;
    this.deadlines = deadlines;
    this.admit = admit;
  }

  /** Returns the handler that precedes this one. It closes the connection itself if the header is malformed. */
  static ChannelHandler decoder() {
    return new HAProxyMessageDecoder(MAX_ADDITIONS, true);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    account.refusesOnClose(true);
    deadlines.arm(patience, TIMEOUT.toNanos());
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    deadlines.disarm(patience);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (isDone || !(message instanceof HAProxyMessage header)) {
      ReferenceCountUtil.release(message);
      return;
    }
    try {
      read(ctx, header);
    } finally {
      header.release();
    }
  }

  private void read(ChannelHandlerContext ctx, HAProxyMessage header) {
    boolean isFirst = header.protocolVersion() == HAProxyProtocolVersion.V1;
    if (!versions.contains(isFirst ? ProxyHeader.V1 : ProxyHeader.V2)) {
      refuse(ctx, FailureReason.REFUSED, EventCount.PROXY_HEADERS_MALFORMED);
      return;
    }
    isDone = true;
    account.refusesOnClose(false);
    InetSocketAddress client = clientOf(header);
    observer.event(
        client == null ? EventCount.PROXY_HEADERS_LOCAL : EventCount.PROXY_HEADERS_TAKEN);
    admit.accept(client);
    ctx.pipeline().remove(this);
  }

  /** Returns null for a connection of the proxy itself (LOCAL), and for a client without an IP address (UNKNOWN, UNIX). */
  private static @Nullable InetSocketAddress clientOf(HAProxyMessage header) {
    String address = header.sourceAddress();
    if (header.command() == HAProxyCommand.LOCAL || address == null) {
      return null;
    }
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
    try {
      // Turns an IPv4-mapped address into IPv4.
      return bytes == null
          ? null
          : new InetSocketAddress(InetAddress.getByAddress(bytes), header.sourcePort());
    } catch (UnknownHostException e) {
      return null;
    }
  }

  private void refuse(ChannelHandlerContext ctx, FailureReason reason, EventCount outcome) {
    if (!isDone) {
      isDone = true;
      observer.event(outcome);
      account.failing(reason);
      ctx.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof DecoderException) {
      refuse(ctx, FailureReason.REFUSED, EventCount.PROXY_HEADERS_MALFORMED);
    } else {
      ctx.close();
    }
  }
}
