package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.message.KeyHash;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Chooses a tier by its share, then one of its servers. */
final class TierChooser implements Chooser {
  private final Chooser[] tiers;

  /** The sums of the shares up to each tier, of 2^32. */
  private final long[] limits;

  private final boolean byKey;
  private final Supplier<? extends RandomGenerator> random;

  private TierChooser(
      List<Chooser> tiers,
      List<Lineup.Tier> lineup,
      boolean byKey,
      Supplier<? extends RandomGenerator> random) {
    this.random = random;
    this.tiers = tiers.toArray(new Chooser[0]);
    this.limits = new long[lineup.size()];
    this.byKey = byKey;
    double sum = 0;
    for (int i = 0; i < limits.length; i++) {
      sum += lineup.get(i).share();
      limits[i] = (long) (sum * 0x1p32);
    }
  }

  /**
   * Returns the chooser over these tiers.
   *
   * @param byKey true if requests with the same key get the same tier, as long as the shares last
   * @param random draws the tier of a request without a key
   */
  static Chooser of(
      List<Chooser> tiers,
      List<Lineup.Tier> lineup,
      boolean byKey,
      Supplier<? extends RandomGenerator> random) {
    return tiers.size() == 1 ? tiers.get(0) : new TierChooser(tiers, lineup, byKey, random);
  }

  @Override
  public int choose(long key, int avoided) {
    int bits = byKey ? (int) KeyHash.mix(~key) : random.get().nextInt();
    long drawn = Integer.toUnsignedLong(bits);
    int tier = 0;
    while (tier < tiers.length - 1 && drawn >= limits[tier]) {
      tier++;
    }
    int chosen = tiers[tier].choose(key, avoided);
    if (chosen == avoided) {
      chosen = tiers[tier == 0 ? 1 : 0].choose(key, avoided);
    }
    return chosen;
  }
}
