package io.lychgate.gateway.http;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.DecoratingHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2LifecycleManager;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Limits on frames that a peer can make the gateway send without a message. These are frames that wait because the peer does
 * not read (CVE-2019-9512, 9515), and resets for its errors (CVE-2025-55163). Netty has the same two limits, but only around an
 * encoder that it creates itself.
 */
public final class OutboundLimits extends DecoratingHttp2ConnectionEncoder {
  /** Maximum number of acknowledgements and resets that the socket has not taken. */
  private static final int MAX_QUEUED = Http2CodecUtil.DEFAULT_MAX_QUEUED_CONTROL_FRAMES;

  private final ErrorResets resets = new ErrorResets();
  private @Nullable Http2LifecycleManager connection;
  private int queued;
  private boolean isOver;

  public OutboundLimits(Http2ConnectionEncoder encoder) {
    super(encoder);
  }

  @Override
  public void lifecycleManager(Http2LifecycleManager manager) {
    connection = manager;
    super.lifecycleManager(manager);
  }

  @Override
  public ChannelFuture writeSettingsAck(ChannelHandlerContext ctx, ChannelPromise promise) {
    return super.writeSettingsAck(ctx, queued(ctx, promise));
  }

  @Override
  public ChannelFuture writePing(
      ChannelHandlerContext ctx, boolean ack, long data, ChannelPromise promise) {
    return super.writePing(ctx, ack, data, ack ? queued(ctx, promise) : promise);
  }

  @Override
  public ChannelFuture writeRstStream(
      ChannelHandlerContext ctx, int streamId, long code, ChannelPromise promise) {
    ChannelFuture written = super.writeRstStream(ctx, streamId, code, queued(ctx, promise));
    Http2Exception tooMany = resets.sent(code);
    if (tooMany != null) {
      end(ctx, tooMany);
    }
    return written;
  }

  private ChannelPromise queued(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (isOver) {
      return promise;
    }
    if (queued == MAX_QUEUED) {
      // The socket may take some of them.
      ctx.flush();
    }
    if (queued == MAX_QUEUED) {
      isOver = true;
      end(
          ctx,
          Http2Exception.connectionError(
              Http2Error.ENHANCE_YOUR_CALM,
              "more than %d control frames wait to be read",
              MAX_QUEUED));
    }
    queued++;
    return promise.unvoid().addListener(sent -> queued--);
  }

  private void end(ChannelHandlerContext ctx, Http2Exception why) {
    Objects.requireNonNull(connection, "connection").onError(ctx, true, why);
    var unused = ctx.close();
  }
}
