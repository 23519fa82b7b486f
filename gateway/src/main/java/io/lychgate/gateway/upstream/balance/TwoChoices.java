package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.message.KeyHash;
import java.util.concurrent.ThreadLocalRandom;

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

  /** @param states all servers of the set */
  TwoChoices(Lineup.Tier tier, ServerState[] states) {
    this.states = states;
    this.servers = tier.servers();
    this.weights = tier.weights();
    this.draw = new WeightedDraw(weights);
  }

  @Override
  public int choose(long key, int avoided) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    int first = draw.draw(random.nextLong());
    if (servers[first] == avoided) {
      first = another(first, random);
    }
    int second = draw.draw(random.nextLong());
    if (second == first || servers[second] == avoided) {
      second = another(first, random);
    }
    if (servers[second] == avoided) {
      return servers[first];
    }
    return load(second) < load(first) ? servers[second] : servers[first];
  }

  /** Returns one of the others, each with the same probability; the same if there is none. */
  private int another(int than, ThreadLocalRandom random) {
    int others = servers.length - 1;
    if (others == 0) {
      return than;
    }
    int chosen = KeyHash.scale(random.nextInt(), others);
    return chosen < than ? chosen : chosen + 1;
  }

  private double load(int place) {
    return states[servers[place]].inFlight() / weights[place];
  }
}
