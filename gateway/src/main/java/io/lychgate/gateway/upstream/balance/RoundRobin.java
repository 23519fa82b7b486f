package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.RequestHead;
import java.util.List;

/** Chooses the servers in turn. An ejected server is skipped while there is another. Event loop only. */
public final class RoundRobin implements SelectionPolicy {
  private final Ticker clock;
  private int turn;

  /** @param first index of the first server; loops that all start at the same one would overload it */
  public RoundRobin(Ticker clock, int first) {
    this.clock = clock;
    this.turn = first;
  }

  @Override
  public int choose(List<ServerState> servers, RequestHead request) {
    int size = servers.size();
    if (size == 1) {
      return 0;
    }
    long now = clock.nanoTime();
    int chosen = turn;
    for (int i = 0; i < size; i++) {
      int candidate = (turn + i) % size;
      if (!servers.get(candidate).isEjected(now)) {
        chosen = candidate;
        break;
      }
    }
    turn = (chosen + 1) % size;
    return chosen;
  }
}
