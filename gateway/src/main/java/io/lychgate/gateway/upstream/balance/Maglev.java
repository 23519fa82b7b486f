package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.message.KeyHash;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The table of Maglev hashing [1]: each slot belongs to a server, and a key belongs to a slot. Each server has its own permutation of
 * the slots, from its id. In turn, each server takes the first free slot of its permutation; a server with a lower weight leaves out
 * turns. If a server joins or leaves, few slots of the others change. All gateways with the same servers have the same table.
 *
 * <p>The table covers servers that take no requests for the moment, too. A key has further slots for that case, so that the keys of
 * such a server spread over all others, and no other key moves. The next slot of the table would not do: the permutations have equal
 * steps, so that a server has few neighbours.
 *
 * <p>[1] Eisenbud et al.: Maglev: A fast and reliable software network load balancer, NSDI 2016, section 3.4.
 */
final class Maglev {
  /** A prime, as the permutations need. 65 slots for each of 1000 servers. Of one size for all sets, or each change would move all. */
  static final int SLOTS = 65_537;

  private static final short FREE = -1;

  private final short[] table;

  /** A number of each server of the set, from its id. */
  private final long[] seeds;

  /**
   * @param servers indices in the set, of servers with a weight above 0
   * @param ids the ids of all servers of the set
   * @param weights the weights of all servers of the set
   */
  Maglev(int[] servers, List<String> ids, int[] weights) {
    table = new short[SLOTS];
    seeds = ids.stream().mapToLong(KeyHash::of).toArray();
    Arrays.fill(table, FREE);
    int[] ordered = IntStream.of(servers)
        .boxed()
        .sorted(Comparator.comparing(ids::get))
        .mapToInt(Integer::intValue)
        .toArray();
    int heaviest = IntStream.of(servers).map(server -> weights[server]).max().orElse(1);
    int[] skips = new int[ordered.length];
    int[] next = new int[ordered.length];
    int[] saved = new int[ordered.length];
    for (int i = 0; i < ordered.length; i++) {
      long hash = seeds[ordered[i]];
      next[i] = KeyHash.scale((int) hash, SLOTS);
      skips[i] = KeyHash.scale((int) (hash >>> 32), SLOTS - 1) + 1;
    }
    int filled = 0;
    while (filled < SLOTS && ordered.length > 0) {
      for (int i = 0; i < ordered.length && filled < SLOTS; i++) {
        saved[i] += weights[ordered[i]];
        if (saved[i] >= heaviest) {
          saved[i] -= heaviest;
          while (table[next[i]] != FREE) {
            next[i] = (next[i] + skips[i]) % SLOTS;
          }
          table[next[i]] = (short) ordered[i];
          filled++;
        }
      }
    }
  }

  /**
   * Returns the index of a server that a key belongs to.
   *
   * @param attempt 0 for the first one
   */
  int server(long key, int attempt) {
    return table[KeyHash.scale((int) KeyHash.mix(key + attempt * KeyHash.GOLDEN), SLOTS)];
  }

  /** Returns 32 bits that depend on the key and the server. */
  long draw(long key, int server) {
    return KeyHash.mix(key ^ seeds[server]) & 0xffff_ffffL;
  }
}
