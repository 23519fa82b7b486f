package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.upstream.balance.Lineup.Tier;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Chooses the servers in turn, all loops together.
 *
 * <p>The turn is a place in a sequence that has each server as often as its weight says, spread evenly: a server with n of the places
 * has them at 1/2n, 3/2n, 5/2n ... of the sequence, as in a schedule by the earliest deadline. Over one sequence the parts are exact,
 * whatever loop takes which place.
 *
 * <p>A retry takes no turn. In turn, the server behind the one that fails would get all its requests besides its own.
 */
final class RoundRobin implements Chooser {
  /** Places of a sequence. Above this, weights are rounded: the error is below a part in a thousand for 16 equal servers. */
  private static final int MAX_PLACES = 16_384;

  /** Places of a sequence for parts that are no whole numbers, unless there are many servers. */
  private static final int ROUNDED_PLACES = 1024;

  private final short[] sequence;
  private final AtomicInteger turn;
  private final Supplier<? extends RandomGenerator> random;

  /**
   * @param turn the next place, common to all lineups of the upstream
   * @param random supplies the generator of the calling thread
   */
  RoundRobin(Lineup lineup, AtomicInteger turn, Supplier<? extends RandomGenerator> random) {
    this.sequence = sequence(lineup);
    this.turn = turn;
    this.random = random;
  }

  @Override
  public int choose(long key, int avoided) {
    return avoided == NO_SERVER
        ? sequence[Math.floorMod(turn.getAndIncrement(), sequence.length)]
        : another(avoided);
  }

  /** Draws one of the places of the other servers. */
  private int another(int avoided) {
    int others = 0;
    for (short server : sequence) {
      others += server == avoided ? 0 : 1;
    }
    int left = others == 0 ? 0 : random.get().nextInt(others);
    for (short server : sequence) {
      if (server != avoided && left-- == 0) {
        return server;
      }
    }
    return avoided;
  }

  private static short[] sequence(Lineup lineup) {
    int servers =
        lineup.tiers().stream().mapToInt(tier -> tier.servers().length).sum();
    short[] indices = new short[servers];
    double[] parts = new double[servers];
    int at = 0;
    for (Tier tier : lineup.tiers()) {
      double total = tier.totalWeight();
      for (int i = 0; i < tier.servers().length; i++) {
        indices[at] = (short) tier.servers()[i];
        parts[at++] = tier.share() * tier.weights()[i] / total;
      }
    }
    return spread(indices, places(lineup, parts));
  }

  /** Returns the number of places of each server. */
  private static int[] places(Lineup lineup, double[] parts) {
    if (lineup.isExact()) {
      double[] weights = lineup.tiers().get(0).weights();
      long divisor = 0;
      long total = 0;
      for (double weight : weights) {
        divisor = gcd(divisor, Math.round(weight));
        total += Math.round(weight);
      }
      if (total / divisor <= MAX_PLACES) {
        long common = divisor;
        return Arrays.stream(weights)
            .mapToInt(weight -> (int) (Math.round(weight) / common))
            .toArray();
      }
    }
    int length = Math.min(MAX_PLACES, Math.max(ROUNDED_PLACES, 16 * parts.length));
    return Arrays.stream(parts)
        .mapToInt(part -> (int) Math.max(1, Math.round(part * length)))
        .toArray();
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  /** Orders the places by their moment in the sequence, and servers of the same moment as in the set. */
  private static short[] spread(short[] indices, int[] places) {
    long[] keys = new long[Arrays.stream(places).sum()];
    int at = 0;
    for (int i = 0; i < indices.length; i++) {
      for (int k = 0; k < places[i]; k++) {
        long moment = ((2L * k + 1) << 31) / places[i];
        keys[at++] = (moment << Short.SIZE) | indices[i];
      }
    }
    Arrays.sort(keys);
    short[] sequence = new short[keys.length];
    for (int i = 0; i < keys.length; i++) {
      sequence[i] = (short) keys[i];
    }
    return sequence;
  }
}
