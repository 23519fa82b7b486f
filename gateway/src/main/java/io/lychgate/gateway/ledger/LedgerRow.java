package io.lychgate.gateway.ledger;

import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.facts.TallyCount;
import io.lychgate.gateway.store.Verdict;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a manifest in force, with the outcomes of its pushes and hints.
 *
 * @param counts counts since the gateway started, or since the entry came into force
 * @param judgedViews page views, one of each client, that count since the entry was last judged or restored
 * @param wasteShare share of those views that did not use it
 */
public record LedgerRow(
    ManifestEntry entry,
    Map<TallyCount, Long> counts,
    long judgedViews,
    double wasteShare,
    boolean demoted,
    @Nullable Verdict verdict) {
  static LedgerRow of(ManifestEntry entry, Sample period, @Nullable Verdict verdict) {
    Map<TallyCount, Long> counts = new EnumMap<>(TallyCount.class);
    for (TallyCount what : TallyCount.values()) {
      counts.put(what, entry.tally().get(what));
    }
    return new LedgerRow(
        entry,
        Collections.unmodifiableMap(counts),
        period.judgedViews(),
        period.wasteShare(),
        entry.tally().isDemoted(),
        verdict);
  }

  public long count(TallyCount what) {
    return counts.getOrDefault(what, 0L);
  }
}
