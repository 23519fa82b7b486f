package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.message.KeyHash;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Draws two different servers at random, by weight, and chooses the one with fewer requests in progress for its weight [1]. The first
 * one wins a tie, so that idle servers get requests in proportion to their weights.
 *
 * <p>[1] Mitzenmacher: The power of two choices in randomized load balancing, IEEE TPDS 12(10), 2001.
 */
final class TwoChoices implements Chooser {
  private final ServerState[] states;
  private final int[] servers;
  private final double[] weights;
  private final WeightedDraw draw;
  private final Supplier<? extends RandomGenerator> random;

  /**
   * @param states all servers of the set
   * @param random draws the servers
   */
  TwoChoices(Lineup.Tier tier, ServerState[] states, Supplier<? extends RandomGenerator> random) {
    this.random = random;
    this.states = states;
    this.servers = tier.servers();
    this.weights = tier.weights();
    this.draw = new WeightedDraw(weights);
  }

  @Override
  public int choose(long key, int avoided) {
    RandomGenerator bits = random.get();
    int first = draw.draw(bits.nextLong());
    if (servers[first] == avoided) {
      first = another(first, bits);
    }
    int second = draw.draw(bits.nextLong());
    if (second == first || servers[second] == avoided) {
      second = another(first, bits);
    }
    if (servers[second] == avoided) {
      return servers[first];
    }
    return load(second) < load(first) ? servers[second] : servers[first];
  }

  /** Returns one of the others, each with the same probability; the same if there is none. */
  private int another(int than, RandomGenerator bits) {
    int others = servers.length - 1;
    if (others == 0) {
      return than;
    }
    int chosen = KeyHash.scale(bits.nextInt(), others);
    return chosen < than ? chosen : chosen + 1;
  }

  private double load(int place) {
    return states[servers[place]].inFlight() / weights[place];
  }
}
