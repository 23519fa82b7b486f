package io.lychgate.gateway.listen.socket;

import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/**
 * First handler in the pipeline of a client's socket. Samples the cost of a read cycle, including decryption. Inactive until the
 * protocol is known, so that it excludes handshakes, which are counted separately.
 */
public final class ReadCycles extends ChannelInboundHandlerAdapter {
  private final LoopObserver observer;
  private final LoopClock clock;
  private @Nullable WireProtocol protocol;
  private boolean reading;
  private long started;
  private long requestsBefore;

  public ReadCycles(LoopObserver observer, LoopClock clock) {
    this.observer = observer;
    this.clock = clock;
  }

  /** Sets the protocol for the following read cycles. */
  public void speaks(WireProtocol known) {
    protocol = known;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    clock.invalidate();
    if (!reading && protocol != null) {
      reading = true;
      started = observer.cycleStarted();
      requestsBefore = observer.exchangesStarted(protocol);
    }
    ctx.fireChannelRead(message);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.fireChannelReadComplete();
    if (reading && protocol != null) {
      reading = false;
      observer.cycleEnded(
          started, protocol, (int) (observer.exchangesStarted(protocol) - requestsBefore));
    }
  }
}
