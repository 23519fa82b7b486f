package io.lychgate.gateway.simulate;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Delays all bytes of a socket in both directions, and those that arrive by the bandwidth, too. Event loop only. */
final class SlowLine extends ChannelDuplexHandler {
  private final NetworkKind kind;

  /** The time at which the last byte that was read has arrived (ns). */
  private long arrived;

  private final Set<Held> held = new HashSet<>();

  /** Bytes on the line. Two of them are never equal, even if they are the same empty buffer. */
  private static final class Held {
    private final Object message;
    private final ChannelPromise written;

    Held(Object message, ChannelPromise written) {
      this.message = message;
      this.written = written;
    }
  }

  SlowLine(NetworkKind kind) {
    this.kind = kind;
    this.arrived = System.nanoTime();
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    Held bytes = new Held(message, promise);
    held.add(bytes);
    later(ctx, kind.oneWayNanos(), () -> {
      if (held.remove(bytes)) {
        ctx.writeAndFlush(message, promise);
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
    long now = System.nanoTime();
    arrived = Math.max(arrived, now) + kind.nanosOf(bytes(message));
    Held bytes = new Held(message, ctx.newPromise());
    held.add(bytes);
    later(ctx, arrived - now + kind.oneWayNanos(), () -> {
      if (held.remove(bytes)) {
        ctx.fireChannelRead(message);
        ctx.fireChannelReadComplete();
      }
    });
  }

  /** The connection has ended, or the loop ends: what is still on the line is lost. */
  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    // A listener of a failed write may write again.
    while (!held.isEmpty()) {
      Held bytes = held.iterator().next();
      held.remove(bytes);
      ReferenceCountUtil.release(bytes.message);
      bytes.written.tryFailure(new ClosedChannelException());
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
    long wait = Math.max(0, arrived - System.nanoTime()) + kind.oneWayNanos();
    later(ctx, wait, ctx::fireChannelInactive);
  }

  private static void later(ChannelHandlerContext ctx, long nanos, Runnable work) {
    var unused = ctx.executor().schedule(work, nanos, TimeUnit.NANOSECONDS);
  }
}
