package io.lychgate.gateway.upstream.balance;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Chooses the servers in turn, all loops together. An ejected server is used only if there is no other. */
public final class RoundRobin implements SelectionPolicy {
  /** The rank of a server that takes all requests and on which this one has not failed. */
  private static final int BEST = 4;

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
    if (size == 0) {
      return NONE;
    }
    int start = Math.floorMod(turn.getAndIncrement(), size);
    int chosen = NONE;
    int rank = 0;
    for (int i = 0; i < size && rank < BEST; i++) {
      int candidate = (start + i) % size;
      int other = rank(servers.get(candidate), request, nowNanos);
      if (other > rank) {
        rank = other;
        chosen = candidate;
      }
    }
    return chosen;
  }

  private static int rank(ServerState server, BalancedRequest request, long nowNanos) {
    int rank = switch (server.intake(nowNanos)) {
      case ALL -> BEST;
      case RESERVE -> BEST - 2;
      case RETURNING, NONE -> 0;
    };
    return rank > 0 && server == request.avoided() ? rank - 1 : rank;
  }
}
