package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.UpstreamConfig;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.LoopClock;
import java.util.List;

/** One upstream as one loop sees it: a pool for each server, and the turn between them. Event loop only. */
final class UpstreamGroup {
  private final UpstreamConfig config;
  private final List<ServerPool> pools;
  private final DeadlineWheel deadlines;
  private final UpstreamCounts counts;
  private int turn;

  UpstreamGroup(
      UpstreamConfig config,
      List<ServerPool> pools,
      DeadlineWheel deadlines,
      UpstreamCounts counts) {
    this.config = config;
    this.pools = pools;
    this.deadlines = deadlines;
    this.counts = counts;
    // Loops start at different servers: with few requests each they would all prefer the first one.
    this.turn = Math.floorMod(System.identityHashCode(this), pools.size());
  }

  UpstreamConfig config() {
    return config;
  }

  UpstreamCounts counts() {
    return counts;
  }

  LoopClock clock() {
    return deadlines.clock();
  }

  DeadlineWheel deadlines() {
    return deadlines;
  }

  /** The next server in turn. A server that just refused a connection is passed over while another one has not. */
  ServerPool next() {
    if (pools.size() == 1) {
      return pools.get(0);
    }
    ServerPool chosen = pools.get(turn);
    for (int i = 0; i < pools.size(); i++) {
      ServerPool candidate = pools.get((turn + i) % pools.size());
      if (!candidate.isFailing()) {
        chosen = candidate;
        turn = (turn + i) % pools.size();
        break;
      }
    }
    turn = (turn + 1) % pools.size();
    return chosen;
  }

  int openConnections() {
    int open = 0;
    for (ServerPool pool : pools) {
      open += pool.openConnections();
    }
    return open;
  }

  /** Closes idle connections, at most so many. Returns how many were closed. */
  int closeIdle(int most) {
    int closed = 0;
    for (ServerPool pool : pools) {
      closed += pool.closeIdle(most - closed);
    }
    return closed;
  }

  void retire() {
    pools.forEach(ServerPool::retire);
  }
}
