package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.TurnBudget;
import io.lychgate.gateway.loop.TurnShare;
import io.lychgate.gateway.observe.census.FailureReason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the duration of a TLS handshake, and the handshakes that one client causes in one turn of the loop. Without the second
 * bound, 400 connections that one client opens at once occupy the loop for 200 ms. The handler is before TLS in the pipeline, and
 * is removed once the protocol is known. It adds TLS with the client's first bytes, so accepting a connection is cheap and an idle
 * one has no TLS engine. Event loop only.
 */
final class HandshakeTurns extends ChannelInboundHandlerAdapter {
  /** Cost of a read: a key exchange and a signature take some 0.3 ms, as long as thirty frames. */
  private static final int COST = 32;

  private static final String ADVICE =
      "400 Bad Request\nThis port expects TLS: use https:// in place of http://.\n";

  /** The response to a request in plain text, which people send by mistake. */
  private static final ByteBuf PLAIN_TEXT = Unpooled.unreleasableBuffer(Unpooled.copiedBuffer(
          "HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: "
              + ADVICE.length() + "\r\nconnection: close\r\n\r\n" + ADVICE,
          StandardCharsets.US_ASCII)
      .asReadOnly());

  private final DeadlineWheel deadlines;
  private final Duration timeout;
  private final ConnectionAccount account;
  private final Consumer<ChannelPipeline> addTls;
  private final Decoding budget;
  private final ArrayDeque<Object> waiting = new ArrayDeque<>(1);
  private final Deadline patience = new Deadline() {
    @Override
    protected void expired() {
      if (context != null) {
        account.failing(FailureReason.TIMEOUT);
        context.close();
      }
    }
  };
  private @Nullable ChannelHandlerContext context;
  private boolean hasTls;
  private boolean isPlainText;

  /**
   * @param share the part of each turn that the client may take, over all of its connections
   * @param timeout the timeout of the whole handshake
   * @param addTls adds TLS behind this handler
   */
  HandshakeTurns(
      TurnShare share,
      DeadlineWheel deadlines,
      Duration timeout,
      ConnectionAccount account,
      Consumer<ChannelPipeline> addTls) {
    this.deadlines = deadlines;
    this.timeout = timeout;
    this.account = account;
    this.addTls = addTls;
    this.budget = new Decoding(share);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    deadlines.arm(patience, timeout.toNanos());
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (isPlainText || (!hasTls && beginsRequest(message))) {
      ReferenceCountUtil.release(message);
      respondInPlainText(ctx);
      return;
    }
    waiting.add(message);
    if (waiting.size() == 1) {
      passOn(ctx);
    }
  }

  /** Returns true for a capital letter, with which methods of HTTP begin, and no record of TLS (RFC 8446 section 5.1). */
  private boolean beginsRequest(Object message) {
    if (!waiting.isEmpty() || !(message instanceof ByteBuf bytes) || !bytes.isReadable()) {
      return false;
    }
    byte first = bytes.getByte(bytes.readerIndex());
    return first >= 'A' && first <= 'Z';
  }

  private void respondInPlainText(ChannelHandlerContext ctx) {
    if (!isPlainText) {
      isPlainText = true;
      account.failing(FailureReason.TLS);
      ctx.writeAndFlush(PLAIN_TEXT.duplicate()).addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** Withholds the event while bytes wait here, because TLS would read on while its handshake is incomplete. */
  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (waiting.isEmpty()) {
      ctx.fireChannelReadComplete();
    }
  }

  private void passOn(ChannelHandlerContext ctx) {
    while (!waiting.isEmpty() && budget.allowsMore()) {
      budget.spend(COST);
      if (!hasTls) {
        addTls.accept(ctx.pipeline());
        hasTls = true;
      }
      ctx.fireChannelRead(waiting.remove());
    }
  }

  /** Called when the protocol is known or the connection has ended. */
  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    deadlines.disarm(patience);
    while (!waiting.isEmpty()) {
      Object message = waiting.remove();
      if (ctx.channel().isActive()) {
        ctx.fireChannelRead(message);
      } else {
        ReferenceCountUtil.release(message);
      }
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // Netty logs what no handler takes.
    if (hasTls || !(cause instanceof IOException)) {
      ctx.fireExceptionCaught(cause);
    }
    if (!hasTls) {
      ctx.close();
    }
  }

  private final class Decoding extends TurnBudget {
    Decoding(TurnShare share) {
      super(share);
    }

    @Override
    protected void suspended() {
      if (context != null) {
        context.channel().config().setAutoRead(false);
      }
    }

    @Override
    protected void decodeOn() {
      if (context == null || context.isRemoved()) {
        return;
      }
      context.channel().config().setAutoRead(true);
      passOn(context);
      channelReadComplete(context);
    }

    @Override
    protected void resumed() {}

    @Override
    protected void failed() {
      if (context != null) {
        context.close();
      }
    }
  }
}
