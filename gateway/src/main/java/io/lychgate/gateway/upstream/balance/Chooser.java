package io.lychgate.gateway.upstream.balance;

/** Chooses among the servers of one {@link Lineup}, which has at least one. It neither allocates nor blocks. Any thread. */
interface Chooser {
  /** The value of {@code avoided} if each server may be chosen. */
  int NO_SERVER = -1;

  /**
   * Returns the index of a server.
   *
   * @param key equal for requests that want the same server
   * @param avoided index of a server that is chosen only if there is no other
   */
  int choose(long key, int avoided);
}
