package io.lychgate.gateway.loop;

import io.netty.util.concurrent.ImmediateEventExecutor;

/** The budget of a decoder that a benchmark calls outside of any loop: each call is a turn of its own, so none is cut. */
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
