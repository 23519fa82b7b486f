package io.lychgate.gateway.listen;

import io.lychgate.gateway.ledger.ClientHash;
import io.lychgate.gateway.loop.TurnBudget;
import io.lychgate.gateway.loop.TurnShares;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * In front of TLS while the handshake is under way: bounds the handshakes that one client causes in one turn of the loop. Without it,
 * 400 connections that one client opens at once occupy the loop for 200 ms. Is removed once the protocol is known. Event loop only.
 */
final class HandshakeTurns extends ChannelInboundHandlerAdapter {
  /** The cost of a read: a key exchange and a signature take some 0.3 ms, as long as thirty frames. */
  private static final int COST = 32;

  private final Decoding budget;
  private final ArrayDeque<Object> waiting = new ArrayDeque<>(1);
  private @Nullable ChannelHandlerContext context;

  HandshakeTurns(TurnShares turns, SocketAddress peer) {
    budget = new Decoding(turns, peer);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (waiting.isEmpty() && budget.allowsMore()) {
      budget.spend(COST);
      ctx.fireChannelRead(message);
    } else {
      waiting.add(message);
    }
  }

  /** TLS reads on if its handshake is not complete, so it must not notice a read whose bytes wait here. */
  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (waiting.isEmpty()) {
      ctx.fireChannelReadComplete();
    }
  }

  private void passOn(ChannelHandlerContext ctx) {
    ctx.channel().config().setAutoRead(true);
    while (!waiting.isEmpty() && budget.allowsMore()) {
      budget.spend(COST);
      ctx.fireChannelRead(waiting.remove());
    }
    if (waiting.isEmpty()) {
      ctx.fireChannelReadComplete();
    }
  }

  /** The protocol is known, or the connection has ended. */
  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    while (!waiting.isEmpty()) {
      Object message = waiting.remove();
      if (ctx.channel().isActive()) {
        ctx.fireChannelRead(message);
      } else {
        ReferenceCountUtil.release(message);
      }
    }
  }

  private final class Decoding extends TurnBudget {
    Decoding(TurnShares turns, SocketAddress peer) {
      super(turns.of(ClientHash.of(peer)));
    }

    @Override
    protected void suspended() {
      if (context != null) {
        context.channel().config().setAutoRead(false);
      }
    }

    @Override
    protected void decodeOn() {
      if (context != null && !context.isRemoved()) {
        passOn(context);
      }
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
