package io.lychgate.gateway.push.facts;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A set of clients, without iteration, in a fixed number of bits: one bit for each keyed hash of an address. Two clients with the
 * same bit count as one, so it may count too few clients and never too many. Thread-safe without a lock.
 */
final class DistinctClients {
  /** Bits for each expected client; at the expected number, 6 % of the clients share a bit with another. */
  private static final int BITS_PER_CLIENT = 16;

  /** 2 KiB; 99 in 100 sets of 20 clients have no shared bit. */
  private static final int LEAST_BITS = 1 << 14;

  /** 256 KiB. */
  private static final int MOST_BITS = 1 << 21;

  private final AtomicLongArray words;

  /** Differs for each set, so that clients that share a bit in one set rarely share one in the next. */
  private final long salt = ThreadLocalRandom.current().nextLong();

  DistinctClients(int expected) {
    long wanted = (long) expected * BITS_PER_CLIENT;
    int bits = LEAST_BITS;
    while (bits < wanted && bits < MOST_BITS) {
      bits <<= 1;
    }
    words = new AtomicLongArray(bits / Long.SIZE);
  }

  /** Adds a client. Returns false if it was in the set. */
  boolean add(long client) {
    int bit = bitOf(client);
    long mask = 1L << (bit & 63);
    return (words.getAndAccumulate(bit >>> 6, mask, (old, more) -> old | more) & mask) == 0;
  }

  void remove(long client) {
    int bit = bitOf(client);
    words.getAndAccumulate(bit >>> 6, 1L << (bit & 63), (old, less) -> old & ~less);
  }

  private int bitOf(long client) {
    // The hash is keyed, so no client chooses bits; Fibonacci hashing spreads what the salt
    // has mixed.
    long mixed = (client ^ salt) * 0x9e3779b97f4a7c15L;
    return (int) (mixed >>> 33) & (words.length() * Long.SIZE - 1);
  }
}
