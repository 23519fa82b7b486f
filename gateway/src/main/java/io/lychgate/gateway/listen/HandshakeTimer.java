package io.lychgate.gateway.listen;

import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.WireProtocol;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslHandler;
import io.netty.internal.tcnative.SSL;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;

/**
 * An {@link SslHandler} that measures what its handshake costs the loop, in CPU time of the thread. The crypto runs inline;
 * after the handshake the clock is not read any more.
 */
final class HandshakeTimer extends SslHandler {
  private final LoopObserver observer;
  private boolean handshaking = true;
  private long nanos;

  HandshakeTimer(SSLEngine engine, Executor tasks, LoopObserver observer) {
    super(engine, tasks);
    this.observer = observer;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    if (!handshaking) {
      super.channelRead(ctx, message);
      return;
    }
    long start = observer.cpuNanos();
    super.channelRead(ctx, message);
    nanos += observer.cpuNanos() - start;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    if (!handshaking) {
      super.channelReadComplete(ctx);
      return;
    }
    long start = observer.cpuNanos();
    super.channelReadComplete(ctx);
    nanos += observer.cpuNanos() - start;
  }

  /** The handshake is complete and the protocol known. */
  void report(WireProtocol protocol) {
    handshaking = false;
    observer.handshake(protocol, isResumed(), nanos);
  }

  private boolean isResumed() {
    return engine() instanceof ReferenceCountedOpenSslEngine engine
        && SSL.isSessionReused(engine.sslPointer());
  }
}
