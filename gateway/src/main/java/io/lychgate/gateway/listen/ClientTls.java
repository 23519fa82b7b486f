package io.lychgate.gateway.listen;

import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.WireProtocol;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslHandler;
import io.netty.internal.tcnative.SSL;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;

/**
 * TLS towards a client. Measures what the handshake costs the loop, in CPU time of the thread, as the crypto runs inline; then
 * sees to the length of records.
 */
final class ClientTls extends SslHandler {
  private final LoopObserver observer;
  private final RecordLength records = new RecordLength();

  /** Something was written since the last flush. */
  private boolean isWriting;

  private boolean handshaking = true;
  private long nanos;

  ClientTls(SSLEngine engine, Executor tasks, LoopObserver observer) {
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

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise)
      throws Exception {
    if (!(message instanceof ByteBuf bytes)) {
      super.write(ctx, message, promise);
      return;
    }
    if (!isWriting) {
      isWriting = true;
      setWrapDataSize(records.begin(System.nanoTime()));
    }
    int shortBytes = records.shortBytes();
    if (shortBytes == 0 || bytes.readableBytes() < shortBytes) {
      records.written(bytes.readableBytes());
      super.write(ctx, message, promise);
      return;
    }
    // The length holds for all that is flushed at once: here one ends and the other begins.
    records.written(shortBytes);
    super.write(ctx, bytes.readRetainedSlice(shortBytes), ctx.newPromise());
    super.flush(ctx);
    setWrapDataSize(RecordLength.LONG);
    super.write(ctx, bytes, promise);
  }

  @Override
  public void flush(ChannelHandlerContext ctx) throws Exception {
    isWriting = false;
    super.flush(ctx);
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
