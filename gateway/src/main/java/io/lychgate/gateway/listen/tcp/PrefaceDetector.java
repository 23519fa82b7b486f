package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.observe.census.FailureReason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes HTTP/2 with prior knowledge (RFC 9113 section 3.3) from HTTP/1.1 on a plain-text listener, by the client's first
 * bytes. Removes itself.
 */
final class PrefaceDetector extends ByteToMessageDecoder {
  private final ProtocolChoice choice;
  private final DeadlineWheel deadlines;
  private final ConnectionAccount account;
  private @Nullable Waiting waiting;

  PrefaceDetector(ProtocolChoice choice, DeadlineWheel deadlines, ConnectionAccount account) {
    this.choice = choice;
    this.deadlines = deadlines;
    this.account = account;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    Waiting wait = new Waiting(ctx);
    waiting = wait;
    deadlines.arm(wait, choice.requestHeadTimeout().toNanos());
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext ctx) {
    if (waiting != null) {
      deadlines.disarm(waiting);
    }
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    ByteBuf preface = Http2CodecUtil.connectionPrefaceBuf();
    try {
      int length = Math.min(in.readableBytes(), preface.readableBytes());
      boolean same =
          ByteBufUtil.equals(in, in.readerIndex(), preface, preface.readerIndex(), length);
      if (same && length < preface.readableBytes()) {
        return;
      }
      choice.choose(ctx.pipeline(), same);
      ctx.pipeline().remove(this);
    } finally {
      preface.release();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ctx.close();
  }

  /** Timeout for a client that does not send enough bytes to detect its protocol. */
  private final class Waiting extends Deadline {
    private final ChannelHandlerContext context;

    Waiting(ChannelHandlerContext context) {
      this.context = context;
    }

    @Override
    protected void expired() {
      account.failing(FailureReason.TIMEOUT);
      var unused = context.close();
    }
  }
}
