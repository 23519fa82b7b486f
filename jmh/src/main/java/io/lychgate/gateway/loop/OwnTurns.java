package io.lychgate.gateway.loop;

import io.netty.util.concurrent.ImmediateEventExecutor;

/** Budget of a decoder that a benchmark calls outside any loop: each call is a separate turn, so none is cut. */
public final class OwnTurns extends TurnBudget {
  public OwnTurns() {
    super(new TurnShare(
        ImmediateEventExecutor.INSTANCE,
        new LoopClock(ImmediateEventExecutor.INSTANCE, Ticker.system())));
  }

  @Override
  protected void suspended() {}

  @Override
  protected void decodeOn() {}

  @Override
  protected void resumed() {}

  @Override
  protected void failed() {}
}
