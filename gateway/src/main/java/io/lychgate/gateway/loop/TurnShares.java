package io.lychgate.gateway.loop;

import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The shares of all clients in the turns of one loop. A hash selects a client's share, so the memory does not grow with the number
 * of clients. Two clients with the same place have one share, which is rare. Event loop only.
 */
public final class TurnShares {
  /** Number of shares: a power of two. */
  private static final int PLACES = 1024;

  /** Turns of one client in a row after which it counts as alone: at least some milliseconds. */
  private static final int TURNS_ALONE = 1024;

  private final TurnShare[] shares = new TurnShare[PLACES];
  private final EventExecutor loop;
  private final LoopClock clock;
  private @Nullable TurnShare latest;

  /** The remaining turns of the latest client until it counts as alone. */
  private int turnsUntilAlone;

  public TurnShares(EventExecutor loop, LoopClock clock) {
    this.loop = loop;
    this.clock = clock;
  }

  /** @param client a hash of the client's address or network */
  public TurnShare of(long client) {
    int place = (int) (client & (PLACES - 1));
    TurnShare share = shares[place];
    if (share == null) {
      share = new TurnShare(this, loop, clock);
      shares[place] = share;
    }
    return share;
  }

  /** Records that a client has spent something in the turn that ends. */
  void active(TurnShare client) {
    if (client == latest) {
      turnsUntilAlone = Math.max(0, turnsUntilAlone - 1);
    } else {
      turnsUntilAlone = latest == null ? 0 : TURNS_ALONE;
      latest = client;
    }
  }

  /** Returns true if one client alone was active in the last turns. */
  boolean isAlone() {
    return turnsUntilAlone == 0;
  }

  int costOfTurn() {
    return isAlone() ? TurnShare.COST_ALONE : TurnShare.COST_AMONG_OTHERS;
  }
}
