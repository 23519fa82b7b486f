package io.lychgate.gateway.exchange;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection so that a client that still sends can read the last response or GOAWAY. Closing a socket with unread input
 * resets it, and the reset may discard bytes in flight to the client (RFC 9112 section 9.6). This handler first closes only the
 * output. It drops input, before decryption, until the client closes or the timeout expires. Later calls of {@code close} wait for
 * that: Netty closes an HTTP/2 connection twice after an error.
 *
 * <p>Input is read slowly: TCP then slows a flooding client down, and the closing connection costs little. First in the pipeline.
 */
public final class LingeringClose extends ChannelDuplexHandler {
  /** Milliseconds between two reads. One read takes at most 64 KiB, so a client can send about 6 MiB a second. */
  private static final long READ_EVERY_MILLIS = 10;

  private final Duration patience;
  private boolean lingering;

  /** @param patience how long the client may continue to send */
  public LingeringClose(Duration patience) {
    this.patience = patience;
  }

  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    if (!(ctx.channel() instanceof DuplexChannel socket) || !socket.isActive()) {
      ctx.close(promise);
      return;
    }
    if (lingering) {
      socket.closeFuture().addListener(closed -> promise.trySuccess());
      return;
    }
    lingering = true;
    // With automatic reads, one read cycle takes up to sixteen buffers.
    ctx.channel().config().setAutoRead(false);
    ctx.flush();
    socket.shutdownOutput().addListener(shut -> {
      if (shut.isSuccess()) {
        readLater(ctx);
        // Not with the promise, which the end of the connection completes: Netty logs a warning for
        // a
        // promise that is complete already.
        ScheduledFuture<?> end =
            ctx.executor().schedule(() -> ctx.close(), patience.toMillis(), TimeUnit.MILLISECONDS);
        // Most clients close at once. The closed connection must not stay in memory until the
        // timeout.
        socket.closeFuture().addListener(closed -> {
          end.cancel(false);
          promise.trySuccess();
        });
      } else {
        ctx.close(promise);
      }
    });
  }

  private static void readLater(ChannelHandlerContext ctx) {
    var unused = ctx.executor()
        .schedule(
            () -> {
              if (ctx.channel().isOpen()) {
                ctx.read();
              }
            },
            READ_EVERY_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  /** Ignores reads that later handlers, such as TLS, request. */
  @Override
  public void read(ChannelHandlerContext ctx) {
    if (!lingering) {
      ctx.read();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (lingering) {
      ReferenceCountUtil.release(message);
    } else {
      ctx.fireChannelRead(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (lingering) {
      readLater(ctx);
    } else {
      ctx.fireChannelReadComplete();
    }
  }
}
