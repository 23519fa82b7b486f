package io.lychgate.gateway.loop;

import io.netty.util.concurrent.EventExecutor;

/**
 * The shares of all clients in the turns of one loop. A hash selects a client's share, so the memory does not grow with the number
 * of clients. Two clients with the same place have one share, which is rare. Event loop only.
 */
public final class TurnShares {
  /** Number of shares: a power of two. */
  private static final int PLACES = 1024;

  private final TurnShare[] shares = new TurnShare[PLACES];
  private final EventExecutor loop;
  private final LoopClock clock;

  public TurnShares(EventExecutor loop, LoopClock clock) {
    this.loop = loop;
    this.clock = clock;
  }

  /** @param client a hash of the client's address or network */
  public TurnShare of(long client) {
    int place = (int) (client & (PLACES - 1));
    TurnShare share = shares[place];
    if (share == null) {
      share = new TurnShare(loop, clock);
      shares[place] = share;
    }
    return share;
  }
}
