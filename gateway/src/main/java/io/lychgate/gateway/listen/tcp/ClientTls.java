package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.loop.TurnShare;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslHandler;
import io.netty.internal.tcnative.SSL;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * TLS for client connections. Measures the cost of the handshake for the loop, in CPU time of the thread, because the crypto runs
 * inline. Afterwards adapts the length of records.
 */
final class ClientTls extends SslHandler {
  /** Records that cost 1 in the client's share of a turn. */
  private static final int RECORDS_OF_COST = 4;

  private final LoopObserver observer;
  private final RecordLength records = new RecordLength();
  private final RecordCount received = new RecordCount();

  /** The client's share of a turn; null before the protocol is known. */
  private @Nullable TurnShare share;

  /** Set if data was written since the last flush. */
  private boolean isWriting;

  private boolean handshaking = true;
  private long nanos;

  ClientTls(SSLEngine engine, Executor tasks, LoopObserver observer) {
    super(engine, tasks);
    this.observer = observer;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    if (message instanceof ByteBuf bytes) {
      charge(ctx, received.follow(bytes), bytes.readableBytes());
    }
    if (!handshaking) {
      super.channelRead(ctx, message);
      return;
    }
    long start = observer.cpuNanos();
    super.channelRead(ctx, message);
    nanos += observer.cpuNanos() - start;
  }

  /** Charges a flood of small records. HandshakeTurns bounds those of the handshake. */
  private void charge(ChannelHandlerContext ctx, int count, int bytes) {
    RecordReads.sizeNext(ctx.channel(), count, bytes);
    if (share != null && count >= RecordReads.MANY) {
      share.spend(count / RECORDS_OF_COST);
    }
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
    // The length applies to all data of one flush, so the short phase ends with a flush.
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

  /**
   * Reports the handshake when it is complete and the protocol is known.
   *
   * @param client the share that further records take from
   */
  void report(ConnectionRecord record, TurnShare client) {
    handshaking = false;
    share = client;
    observer.handshake(record, isResumed(), false, nanos);
  }

  private boolean isResumed() {
    return engine() instanceof ReferenceCountedOpenSslEngine engine
        && SSL.isSessionReused(engine.sslPointer());
  }
}
