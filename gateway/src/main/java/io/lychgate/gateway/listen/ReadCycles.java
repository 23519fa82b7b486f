package io.lychgate.gateway.listen;

import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.WireProtocol;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/**
 * First in the pipeline of a client's socket: measures what one round of reading costs, now and then, decryption included.
 * Silent until the protocol is known, so that handshakes, which are counted apart, are not in it.
 */
final class ReadCycles extends ChannelInboundHandlerAdapter {
  private final LoopObserver observer;
  private final LoopClock clock;
  private @Nullable WireProtocol protocol;
  private boolean reading;
  private long started;
  private long requestsBefore;

  ReadCycles(LoopObserver observer, LoopClock clock) {
    this.observer = observer;
    this.clock = clock;
  }

  /** From the next round on. */
  void speaks(WireProtocol known) {
    protocol = known;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    clock.forget();
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
