package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.message.KeyHash;
import io.lychgate.gateway.upstream.balance.Lineup.Tier;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Chooses the server of a key: the first of its servers in the table that takes requests and has room. The requests
 * in progress of a server are at most {@code maxLoad} times its fair part, rounded up [1], so that a key that many ask for spreads over
 * several servers. In a slow start, a server gets only a part of its keys, which grows.
 *
 * <p>[1] Mirrokni, Thorup, Zadimoghaddam: Consistent hashing with bounded loads, SODA 2018.
 */
final class ConsistentHash implements Chooser {
  /** Slots that are tried. With half of the servers full, which is rare, one in a billion keys needs more than 30. */
  private static final int MOST_PROBES = 64;

  /** Above the errors of the products of parts. */
  private static final double ROUNDING = 1e-9;

  private final Maglev table;
  private final ServerState[] states;
  private final int[] servers;

  /** The greatest load of each server of the set for each request in progress; 0 for one that takes none. */
  private final double[] bounds;

  /** The part of its keys that each server of the set takes, of 2^32. */
  private final long[] parts;

  private final AtomicInteger inFlight;

  /**
   * @param states all servers of the set
   * @param weights configured ones, of all servers of the set
   * @param inFlight requests in progress of all servers
   */
  ConsistentHash(
      Maglev table,
      Tier tier,
      ServerState[] states,
      int[] weights,
      double maxLoad,
      AtomicInteger inFlight) {
    this.table = table;
    this.states = states;
    this.servers = tier.servers();
    this.inFlight = inFlight;
    this.bounds = new double[states.length];
    this.parts = new long[states.length];
    double total = tier.totalWeight();
    for (int i = 0; i < servers.length; i++) {
      bounds[servers[i]] = maxLoad * tier.weights()[i] / total;
      parts[servers[i]] = (long) (tier.weights()[i] / weights[servers[i]] * 0x1p32);
    }
  }

  @Override
  public int choose(long key, int avoided) {
    int all = inFlight.get() + 1;
    for (int i = 0; i < MOST_PROBES; i++) {
      int server = table.server(key, i);
      if (server != avoided && isOwn(key, server) && hasRoom(server, all)) {
        return server;
      }
    }
    return leastFull(key, avoided, all);
  }

  /** Returns true if the server takes this key of its slots. */
  private boolean isOwn(long key, int server) {
    long part = parts[server];
    return part == 1L << 32 || table.draw(key, server) < part;
  }

  private boolean hasRoom(int server, int all) {
    return states[server].inFlight() < bounds[server] * all - ROUNDING;
  }

  private int leastFull(long key, int avoided, int all) {
    int start = KeyHash.scale((int) (key >>> 32), servers.length);
    int best = avoided;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < servers.length; i++) {
      int server = servers[(start + i) % servers.length];
      double load = states[server].inFlight() / (bounds[server] * all);
      if (server != avoided && load < least) {
        best = server;
        least = load;
      }
    }
    return best;
  }
}
