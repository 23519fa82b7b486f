package io.lychgate.gateway.upstream;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * An amount for each client: a count-min sketch [1] of two rows, which takes the same space for any number of clients and needs no
 * lock. It never returns too little. It returns too much for clients that share their place in both rows, which is one of 16
 * million pairs. Keys are keyed hashes, so no client can choose to share another's place. Any thread.
 *
 * <p>[1] Cormode, Muthukrishnan: An improved data stream summary: the count-min sketch and its applications, 2005.
 */
final class ClientLoad {
  /** Places of a row: a power of two, 32 KiB for both rows. */
  private static final int ROW = 4096;

  private final AtomicIntegerArray counts = new AtomicIntegerArray(2 * ROW);

  void add(long client, int amount) {
    counts.getAndAdd(first(client), amount);
    counts.getAndAdd(second(client), amount);
  }

  int of(long client) {
    return Math.min(counts.get(first(client)), counts.get(second(client)));
  }

  private static int first(long client) {
    return (int) client & ROW - 1;
  }

  private static int second(long client) {
    return ROW + ((int) (client >>> Integer.SIZE) & ROW - 1);
  }
}
