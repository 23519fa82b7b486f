package io.lychgate.gateway.simulate;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DatagramPacket;
import java.util.concurrent.TimeUnit;

/** Delays all bytes of a socket in both directions, and those that arrive by the bandwidth, too. Event loop only. */
final class SlowLine extends ChannelDuplexHandler {
  private final NetworkKind kind;

  /** The time at which the last byte that was read has arrived (ns). */
  private long arrived;

  SlowLine(NetworkKind kind) {
    this.kind = kind;
    this.arrived = System.nanoTime();
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    later(ctx, kind.oneWayNanos(), () -> ctx.writeAndFlush(message, promise));
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
    long now = System.nanoTime();
    arrived = Math.max(arrived, now) + kind.nanosOf(bytes(message));
    later(ctx, arrived - now + kind.oneWayNanos(), () -> {
      ctx.fireChannelRead(message);
      ctx.fireChannelReadComplete();
    });
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
    long wait = Math.max(0, arrived - System.nanoTime()) + kind.oneWayNanos();
    later(ctx, wait, ctx::fireChannelInactive);
  }

  private static void later(ChannelHandlerContext ctx, long nanos, Runnable work) {
    var unused = ctx.executor().schedule(work, nanos, TimeUnit.NANOSECONDS);
  }
}
