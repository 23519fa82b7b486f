package io.lychgate.gateway.http3;

import io.lychgate.gateway.exchange.EarlyRequests;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3Exception;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3RequestStreamFrame;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Before the handler of a request stream that was opened before its connection's handshake was over: holds a request that may
 * not go on as early data (RFC 8470 section 5.1) until the client has proved that it is none of long ago.
 *
 * <p>While it holds something nothing more is read, so that it holds what one read gave and no more; for no longer than the
 * handshake may take, and a head. Event loop only.
 */
final class EarlyRequestGate extends ChannelInboundHandlerAdapter {
  /** One read may give thousands of DATA frames of an octet each, and every one costs more than what is in it. */
  private static final int MAX_FRAMES = 256;

  private final Http3Edge edge;

  /** Frames and events in their order. */
  private final Queue<Object> held = new ArrayDeque<>(4);

  private @Nullable ChannelHandlerContext context;
  private boolean isDecided;
  private boolean isHolding;
  private boolean readCompleted;

  EarlyRequestGate(Http3Edge edge) {
    this.edge = edge;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!isDecided && message instanceof Http3HeadersFrame frame) {
      isDecided = true;
      if (edge.isEarly()) {
        decide(frame.headers());
      }
    }
    if (!isHolding) {
      ctx.fireChannelRead(message);
    } else if (held.size() < MAX_FRAMES) {
      held.add(message);
    } else {
      ReferenceCountUtil.release(message);
      // RFC 9114 section 4.1.1: it was not processed, so the client may send it again.
      ctx.fireExceptionCaught(
          new Http3Exception(Http3ErrorCode.H3_REQUEST_REJECTED, "early data: too many frames"));
    }
  }

  private void decide(Http3Headers headers) {
    boolean served = mayGoOn(headers);
    edge.client().loop().observer().earlyRequest(served);
    if (!served) {
      isHolding = true;
      edge.await(this);
    }
  }

  private boolean mayGoOn(Http3Headers headers) {
    return headers.method() != null
        && headers.authority() != null
        && headers.path() != null
        && EarlyRequests.mayGoOn(
            edge.client(), headers.method(), headers.authority(), headers.path());
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (isHolding) {
      held.add(event);
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (isHolding) {
      readCompleted = true;
    } else {
      ctx.fireChannelReadComplete();
    }
  }

  /** The handshake is over. */
  void open() {
    ChannelHandlerContext ctx = context;
    if (ctx == null || !isHolding) {
      return;
    }
    // Still holding: what is read meanwhile comes after.
    for (Object next = held.poll(); next != null; next = held.poll()) {
      if (next instanceof Http3RequestStreamFrame) {
        ctx.fireChannelRead(next);
      } else {
        ctx.fireUserEventTriggered(next);
      }
    }
    isHolding = false;
    if (readCompleted && context != null) {
      ctx.fireChannelReadComplete();
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    context = null;
    edge.forget(this);
    for (Object left = held.poll(); left != null; left = held.poll()) {
      ReferenceCountUtil.release(left);
    }
  }
}
