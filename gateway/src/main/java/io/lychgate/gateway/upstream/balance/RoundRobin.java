package io.lychgate.gateway.upstream.balance;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Chooses the servers in turn, all loops together. An ejected server is skipped while there is another. */
public final class RoundRobin implements SelectionPolicy {
  private final List<ServerState> servers;
  private final AtomicInteger turn;

  /** @param turn the next server, common to all sets of the upstream */
  public RoundRobin(List<ServerState> servers, AtomicInteger turn) {
    this.servers = servers;
    this.turn = turn;
  }

  @Override
  public int choose(BalancedRequest request, long nowNanos) {
    int size = servers.size();
    if (size <= 1) {
      return size - 1;
    }
    int start = Math.floorMod(turn.getAndIncrement(), size);
    int chosen = start;
    for (int i = 0; i < size; i++) {
      int candidate = (start + i) % size;
      ServerState server = servers.get(candidate);
      if (!server.isEjected(nowNanos) && server != request.avoided()) {
        chosen = candidate;
        break;
      }
    }
    return chosen;
  }
}
