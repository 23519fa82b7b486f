package io.lychgate.gateway.loop;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/**
 * The work that one connection may cause in one turn of its loop. One read can hold twenty thousand chunks of one byte each; all
 * other connections of the loop would wait while they are decoded. When the budget is spent, the rest of the input stays
 * undecoded until the loop's next turn, and nothing more is read meanwhile. Event loop only.
 */
public abstract class TurnBudget {
  /** Cost of what is decoded in one turn: some 0.1 ms of work. Large enough that a page's requests fit in. */
  public static final int COST_OF_TURN = 256;

  private final EventLoop loop;
  private final LoopClock clock;
  private final Runnable turnEnd = this::turnEnded;
  private final Runnable nextTurn = this::nextTurn;
  private int left = COST_OF_TURN;
  private boolean endsWithTurn;
  private boolean suspended;

  protected TurnBudget(EventLoop loop, LoopClock clock) {
    this.loop = loop;
    this.clock = clock;
  }

  /** Whether the next piece may be decoded now. If not, {@link #decodeOn} is called in the next turn. */
  public final boolean allowsMore() {
    if (left > 0) {
      return true;
    }
    if (!suspended) {
      suspended = true;
      // A task without delay would run in this turn, before the input of others is read.
      var unused = loop.schedule(nextTurn, 0, TimeUnit.NANOSECONDS);
      suspended();
    }
    return false;
  }

  /** A piece is being decoded. A frame, chunk or head without much work costs 1. */
  public final void spend(int cost) {
    left -= cost;
    if (!endsWithTurn) {
      endsWithTurn = true;
      loop.execute(turnEnd);
    }
  }

  /** Whether input waits for the next turn. */
  public final boolean isSuspended() {
    return suspended;
  }

  private void turnEnded() {
    endsWithTurn = false;
    if (!suspended) {
      left = COST_OF_TURN;
    }
  }

  private void nextTurn() {
    clock.forget();
    suspended = false;
    left = COST_OF_TURN;
    decodeOn();
    if (!suspended) {
      resumed();
    }
  }

  /** The budget is spent: nothing more is to be read. */
  protected abstract void suspended();

  /** Decodes input that waits. May spend the budget again. */
  protected abstract void decodeOn();

  /** All input that waited is decoded: reading may go on. */
  protected abstract void resumed();
}
