package io.lychgate.gateway.upstream.balance;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Chooses the server with the fewest requests in progress for its weight. Equal ones are chosen at random by weight, so that loops do
 * not agree on one. It looks at each server, so it is for few.
 */
final class LeastRequests implements Chooser {
  /** Servers that are all looked at. The better of two of so few is often not the best one. */
  static final int MOST_SERVERS = 4;

  private final ServerState[] states;
  private final int[] servers;
  private final double[] weights;
  private final Supplier<? extends RandomGenerator> random;

  /**
   * @param states all servers of the set
   * @param random decides between equal servers
   */
  LeastRequests(
      Lineup.Tier tier, ServerState[] states, Supplier<? extends RandomGenerator> random) {
    this.random = random;
    this.states = states;
    this.servers = tier.servers();
    this.weights = tier.weights();
  }

  @Override
  public int choose(long key, int avoided) {
    int best = NO_SERVER;
    double least = Double.POSITIVE_INFINITY;
    double tied = 0;
    for (int i = 0; i < servers.length; i++) {
      int server = servers[i];
      if (server == avoided) {
        continue;
      }
      double load = states[server].inFlight() / weights[i];
      if (load < least) {
        best = server;
        least = load;
        tied = weights[i];
      } else if (load == least) {
        tied += weights[i];
        if (random.get().nextDouble() * tied < weights[i]) {
          best = server;
        }
      }
    }
    return best == NO_SERVER ? avoided : best;
  }
}
