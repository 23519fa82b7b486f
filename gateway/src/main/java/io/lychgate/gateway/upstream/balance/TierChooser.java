package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.message.KeyHash;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Chooses a tier by its share, then one of its servers. */
final class TierChooser implements Chooser {
  private final Chooser[] tiers;

  /** The sums of the shares up to each tier, of 2^32. */
  private final long[] limits;

  private final boolean byKey;

  /** @param byKey true if requests with the same key get the same tier, as long as the shares last */
  private TierChooser(List<Chooser> tiers, List<Lineup.Tier> lineup, boolean byKey) {
    this.tiers = tiers.toArray(new Chooser[0]);
    this.limits = new long[lineup.size()];
    this.byKey = byKey;
    double sum = 0;
    for (int i = 0; i < limits.length; i++) {
      sum += lineup.get(i).share();
      limits[i] = (long) (sum * 0x1p32);
    }
  }

  static Chooser of(List<Chooser> tiers, List<Lineup.Tier> lineup, boolean byKey) {
    return tiers.size() == 1 ? tiers.get(0) : new TierChooser(tiers, lineup, byKey);
  }

  @Override
  public int choose(long key, int avoided) {
    int bits = byKey ? (int) KeyHash.mix(~key) : ThreadLocalRandom.current().nextInt();
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
