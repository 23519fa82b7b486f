package io.lychgate.gateway.listen.socket;

import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import org.jspecify.annotations.Nullable;

/**
 * First handler in the pipeline of a client's socket. Samples the cost of a read cycle, including decryption. Inactive until the
 * protocol is known, so that it excludes handshakes, which are counted separately.
 */
public class ReadCycles extends ChannelDuplexHandler {
  private final LoopObserver observer;
  private final LoopClock clock;
  private final int listener;
  private @Nullable WireProtocol protocol;

  /** Null for a socket with many connections. */
  private @Nullable ConnectionRecord record;

  private boolean reading;
  private long started;
  private long requestsBefore;

  /** @param listener number of the listener in counters */
  public ReadCycles(LoopObserver observer, LoopClock clock, int listener) {
    this.observer = observer;
    this.clock = clock;
    this.listener = listener;
  }

  /** Sets the protocol for the following read cycles. */
  public final void speaks(WireProtocol known) {
    protocol = known;
  }

  /** Sets the connection of the following read cycles. */
  protected final void serves(ConnectionRecord connection) {
    record = connection;
  }

  @Override
  public final void channelRead(ChannelHandlerContext ctx, Object message) {
    clock.invalidate();
    if (!reading && protocol != null) {
      reading = true;
      started = observer.cycleStarted();
      requestsBefore = observer.exchangesStarted(protocol);
    }
    ctx.fireChannelRead(message);
  }

  @Override
  public final void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.fireChannelReadComplete();
    if (reading && protocol != null) {
      reading = false;
      int requests = (int) (observer.exchangesStarted(protocol) - requestsBefore);
      observer.cycleEnded(started, listener, protocol, requests, record);
    }
  }
}
