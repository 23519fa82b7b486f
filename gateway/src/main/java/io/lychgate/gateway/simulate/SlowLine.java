package io.lychgate.gateway.simulate;

import io.lychgate.gateway.loop.Ticker;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Delays all bytes of a socket in both directions, and those that arrive by the bandwidth, too. Bytes keep their order: a thread that
 * loses its processor between two readings of the clock makes a delay too long, but not that of the next bytes. Event loop only.
 */
final class SlowLine extends ChannelDuplexHandler {
  private final NetworkKind kind;
  private final Ticker ticker;

  /** The time at which the last byte that was read has arrived (ns). */
  private long arrived;

  private final Deque<Object> arriving = new ArrayDeque<>();
  private final Deque<Written> leaving = new ArrayDeque<>();

  private record Written(Object message, ChannelPromise promise) {}

  SlowLine(NetworkKind kind, Ticker ticker) {
    this.kind = kind;
    this.ticker = ticker;
    this.arrived = ticker.nanoTime();
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    leaving.add(new Written(message, promise));
    later(ctx, kind.oneWayNanos(), () -> {
      Written next = leaving.poll();
      if (next != null) {
        ctx.writeAndFlush(next.message, next.promise);
      }
    });
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    // Each delayed write flushes.
  }

  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    later(ctx, kind.oneWayNanos(), () -> ctx.close(promise));
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    long now = ticker.nanoTime();
    arrived = Math.max(arrived, now) + kind.nanosOf(bytes(message));
    arriving.add(message);
    later(ctx, arrived - now + kind.oneWayNanos(), () -> {
      Object next = arriving.poll();
      if (next != null) {
        ctx.fireChannelRead(next);
        ctx.fireChannelReadComplete();
      }
    });
  }

  /** The connection has ended, or the loop ends: what is still on the line is lost. */
  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    while (!arriving.isEmpty()) {
      ReferenceCountUtil.release(arriving.remove());
    }
    // A listener of a failed write may write again.
    while (!leaving.isEmpty()) {
      Written bytes = leaving.remove();
      ReferenceCountUtil.release(bytes.message);
      bytes.promise.tryFailure(new ClosedChannelException());
    }
  }

  private static int bytes(Object message) {
    if (message instanceof DatagramPacket packet) {
      return packet.content().readableBytes();
    }
    return message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    // Each delayed read completes by itself.
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    long wait = Math.max(0, arrived - ticker.nanoTime()) + kind.oneWayNanos();
    later(ctx, wait, ctx::fireChannelInactive);
  }

  private static void later(ChannelHandlerContext ctx, long nanos, Runnable work) {
    var unused = ctx.executor().schedule(work, nanos, TimeUnit.NANOSECONDS);
  }
}
