package io.lychgate.gateway.upstream.health;

import io.lychgate.gateway.config.site.UpstreamTlsConfig.HttpVersion;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.upstream.ServerConnector;
import io.lychgate.gateway.upstream.TlsFailure;
import io.lychgate.gateway.upstream.UpstreamSite;
import io.lychgate.gateway.upstream.UpstreamTls;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A check that opens a connection, with TLS to an https server, and closes it. Health loop only.
 *
 * <p>In TLS 1.3 a server verifies the client's certificate after the handshake has ended for the client (RFC 8446 section 2). So the
 * check waits a little: a server that refuses the client sends an alert, and most others send a session ticket.
 */
final class TcpCheck implements ServerCheck, ServerConnector.Opening {
  /** The least and the longest time for a server to refuse the client. A round trip and a signature take less. */
  private static final long MIN_PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long MAX_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Bytes of a TLS record before its content; the last two are the length (RFC 8446 section 5.1). */
  private static final int RECORD_HEADER = 5;

  private static final String TLS_1_3 = "TLSv1.3";

  private final ServerConnector connector;
  private final UpstreamSite site;
  private final Endpoint server;
  private final Consumer<CheckResult> done;
  private @Nullable Channel channel;

  private long startNanos;

  /** The connection is open. Only a refusal can follow. */
  private boolean isOpen;

  private boolean isOver;

  TcpCheck(
      ServerConnector connector, UpstreamSite site, Endpoint server, Consumer<CheckResult> done) {
    this.connector = connector;
    this.site = site;
    this.server = server;
    this.done = done;
  }

  @Override
  public void start() {
    startNanos = site.clock().exactNanos();
    connector.connect(site, server, this);
  }

  @Override
  public CheckResult abandon() {
    isOver = true;
    closeChannel();
    return isOpen ? CheckResult.HEALTHY : CheckResult.late("no connection");
  }

  @Override
  public boolean isWanted() {
    return !isOver;
  }

  @Override
  public List<HttpVersion> offered() {
    return UpstreamTls.offered(site.config().tls(), true);
  }

  @Override
  public void initialize(ChannelPipeline pipeline, @Nullable String selected) {
    channel = pipeline.channel();
  }

  @Override
  public void opened() {
    isOpen = true;
    Channel open = channel;
    SslHandler tls = open == null ? null : open.pipeline().get(SslHandler.class);
    if (open == null || tls == null || !tls.engine().getSession().getProtocol().equals(TLS_1_3)) {
      end(CheckResult.HEALTHY);
      return;
    }
    open.pipeline().addFirst(new FirstRecord()).addLast(new Refusal());
    long tookNanos = site.clock().exactNanos() - startNanos;
    long patience = Math.max(MIN_PATIENCE_NANOS, Math.min(2 * tookNanos, MAX_PATIENCE_NANOS));
    var unused =
        site.loop().schedule(() -> end(CheckResult.HEALTHY), patience, TimeUnit.NANOSECONDS);
  }

  /** Ends the check after the first record of the server, unless that was an alert. */
  private final class FirstRecord extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      boolean isWhole = message instanceof ByteBuf bytes && hasRecord(bytes);
      ctx.fireChannelRead(message);
      if (isWhole) {
        end(CheckResult.HEALTHY);
      }
    }

    private static boolean hasRecord(ByteBuf bytes) {
      int length = bytes.readableBytes() - RECORD_HEADER;
      return length > 0
          && length >= bytes.getUnsignedShort(bytes.readerIndex() + RECORD_HEADER - Short.BYTES);
    }
  }

  /** Receives the alert, or the end of the connection. */
  private final class Refusal extends ChannelInboundHandlerAdapter {
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ExchangeFailure refused = TlsFailure.ofConnection(server.toString(), cause);
      if (refused != null) {
        end(CheckResult.unhealthy(refused.detail()));
      }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      end(CheckResult.unhealthy("closed by the server after the TLS handshake"));
    }
  }

  private void end(CheckResult result) {
    report(result);
    closeChannel();
  }

  @Override
  public void failed(ExchangeFailure failure) {
    report(CheckResult.unhealthy(failure.detail()));
  }

  @Override
  public void noDescriptor() {
    report(new CheckResult(CheckResult.Outcome.SKIPPED, "no file descriptor"));
  }

  private void closeChannel() {
    Channel open = channel;
    if (open != null) {
      open.close();
    }
  }

  private void report(CheckResult result) {
    if (!isOver) {
      isOver = true;
      done.accept(result);
    }
  }
}
