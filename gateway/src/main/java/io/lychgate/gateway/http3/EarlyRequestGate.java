package io.lychgate.gateway.http3;

import io.lychgate.gateway.exchange.ClientConnection;
import io.lychgate.gateway.exchange.EarlyRequests;
import io.lychgate.gateway.observe.LoopObserver;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.http3.Http3Exception;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3RequestStreamFrame;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Precedes the handler of a request stream that was opened before its connection's handshake completed. Holds a request that may
 * not proceed as early data (RFC 8470 section 5.1), until the client has proved that it is no replay.
 *
 * <p>While it holds something, nothing more is read, so it holds at most the data of one read. It holds this no longer than the
 * handshake and a request head may take. Event loop only.
 */
final class EarlyRequestGate extends ChannelInboundHandlerAdapter {
  /**
   * Maximum number of held frames. One read may return thousands of DATA frames of one byte each, and each frame costs more than
   * its content.
   */
  private static final int MAX_FRAMES = 256;

  private final ClientConnection client;
  private final Handshake handshake;

  /** Frames and events in their order of arrival. */
  private final Queue<Object> held = new ArrayDeque<>(4);

  private @Nullable ChannelHandlerContext context;
  private boolean isDecided;
  private boolean isHolding;
  private boolean readCompleted;

  /** The handshake of one connection, with the requests that wait for its end. */
  static final class Handshake {
    private final LoopObserver observer;
    private final List<EarlyRequestGate> waiting = new ArrayList<>(0);
    private boolean hasEnded;

    Handshake(LoopObserver observer) {
      this.observer = observer;
    }

    /** Returns true if data read now may be a replay of earlier client data (RFC 8446 section 8). */
    boolean isInProgress() {
      return !hasEnded;
    }

    /** Releases all held requests: the client has completed the handshake and proved its presence. */
    void ended() {
      hasEnded = true;
      for (EarlyRequestGate gate : List.copyOf(waiting)) {
        gate.open();
      }
      waiting.clear();
    }
  }

  EarlyRequestGate(ClientConnection client, Handshake handshake) {
    this.client = client;
    this.handshake = handshake;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!isDecided && message instanceof Http3HeadersFrame frame) {
      isDecided = true;
      if (handshake.isInProgress()) {
        decide(frame.headers());
      }
    }
    if (!isHolding) {
      ctx.fireChannelRead(message);
    } else if (held.size() < MAX_FRAMES) {
      held.add(message);
    } else {
      ReferenceCountUtil.release(message);
      // RFC 9114 section 4.1.1: the request was not processed, so the client may retry it.
      ctx.fireExceptionCaught(
          new Http3Exception(Http3ErrorCode.H3_REQUEST_REJECTED, "early data: too many frames"));
    }
  }

  private void decide(Http3Headers headers) {
    boolean served = mayGoOn(headers);
    handshake.observer.earlyRequest(served);
    if (!served) {
      isHolding = true;
      handshake.waiting.add(this);
    }
  }

  private boolean mayGoOn(Http3Headers headers) {
    return headers.method() != null
        && headers.authority() != null
        && headers.path() != null
        && EarlyRequests.mayGoOn(client, headers.method(), headers.authority(), headers.path());
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

  /** Releases everything held, because the handshake is complete. */
  private void open() {
    ChannelHandlerContext ctx = context;
    if (ctx == null || !isHolding) {
      return;
    }
    // Still holding: data that is read meanwhile comes after.
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
    handshake.waiting.remove(this);
    for (Object left = held.poll(); left != null; left = held.poll()) {
      ReferenceCountUtil.release(left);
    }
  }
}
