package io.lychgate.gateway.publish;

import io.lychgate.gateway.observe.census.Census;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.Tally;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.facts.EntryTally;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.facts.TallyCount;
import io.lychgate.gateway.store.CanaryCount;
import io.lychgate.gateway.store.SpreadCode;
import io.lychgate.gateway.store.StoredPublication;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The counts of this process for each canary: the difference to the moment at which it first ran the canary's revision. One thread. */
final class CanaryCounts {
  private final Map<String, Baseline> baselines = new HashMap<>();

  private record Baseline(Tally tally, long views, long wasted) {}

  /** Forgets canaries that have ended. */
  void keepOnly(Collection<String> ids) {
    baselines.keySet().retainAll(ids);
  }

  /** Returns the counts since this process runs the canary's revision, or the one beside it; null as long as it runs an older one. */
  @Nullable
  CanaryCount since(
      StoredPublication canary, String instance, String node, Census census, ManifestIndex index) {
    if (index.revision() < Objects.requireNonNullElse(canary.revision(), Long.MAX_VALUE)) {
      return null;
    }
    Baseline now = new Baseline(
        whole(census),
        sum(index, canary.manifest(), TallyCount.VIEWS),
        sum(index, canary.manifest(), TallyCount.REFUSED)
            + sum(index, canary.manifest(), TallyCount.UNUSED)
            + sum(index, canary.manifest(), TallyCount.REPEATED));
    Baseline start = baselines.computeIfAbsent(canary.id(), id -> now);
    Tally difference = now.tally.since(start.tally);
    return new CanaryCount(
        instance,
        node,
        difference.get(Measure.REQUESTS),
        difference.get(Measure.SERVER_ERRORS),
        SpreadCode.encode(notNegative(difference.spread(Spread.FIRST_BYTE))),
        Math.max(0, now.views - start.views),
        Math.max(0, now.wasted - start.wasted));
  }

  private static Tally whole(Census census) {
    Tally sum = new Tally();
    for (Map.Entry<Part, Tally> part : census.parts().entrySet()) {
      if (part.getKey().scope() == Scope.ALL) {
        sum.add(part.getValue());
      }
    }
    return sum;
  }

  private static long sum(ManifestIndex index, String manifest, TallyCount count) {
    long sum = 0;
    for (ManifestEntry entry : index.entries()) {
      if (entry.manifest().equals(manifest)) {
        EntryTally tally = entry.tally();
        sum += tally.judged(count);
      }
    }
    return sum;
  }

  /** The loops count while this reads, so a bucket may briefly be one too low. */
  private static long[] notNegative(long[] counts) {
    long[] copy = counts.clone();
    for (int i = 0; i < copy.length; i++) {
      copy[i] = Math.max(0, copy[i]);
    }
    return copy;
  }
}
