package io.lychgate.gateway.ledger;

import io.lychgate.gateway.push.facts.EntryTally;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.facts.TallyCount;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of the ledger: counters with the tags {@code manifest}, {@code rule}, {@code asset} and {@code outcome}. Operators write
 * manifests, so their entries are not a closed set. The first entries, up to the number that the configuration permits, have
 * counters of their own; the others are summed as {@code other}.
 */
public final class LedgerMeters {
  private static final String OTHER = "other";

  private final HintLedger ledger;
  private final MeterRegistry registry;
  private final Map<EntryTally, List<Meter>> own = new HashMap<>();
  private volatile List<EntryTally> others = List.of();

  public LedgerMeters(HintLedger ledger, MeterRegistry registry) {
    this.ledger = ledger;
    this.registry = registry;
    Gauge.builder("lychgate.ledger.demoted", ledger, LedgerMeters::demoted).register(registry);
    register(null, Tags.of("manifest", OTHER, "rule", OTHER, "asset", OTHER));
  }

  /** Updates the counters to the entries in force, and removes those of other entries. Called after each review, by its thread. */
  public void follow() {
    List<LedgerRow> rows = ledger.rows();
    int room = ledger.config().meteredEntries();
    Set<EntryTally> inForce = new HashSet<>();
    rows.forEach(row -> inForce.add(row.entry().tally()));
    own.entrySet().removeIf(each -> !inForce.contains(each.getKey()) && removed(each.getValue()));
    List<EntryTally> rest = new ArrayList<>();
    for (LedgerRow row : rows) {
      EntryTally tally = row.entry().tally();
      if (own.size() < room) {
        own.computeIfAbsent(tally, t -> register(t, tags(row.entry())));
      } else if (!own.containsKey(tally)) {
        rest.add(tally);
      }
    }
    others = rest;
  }

  private boolean removed(List<Meter> meters) {
    meters.forEach(registry::remove);
    return true;
  }

  private static double demoted(HintLedger ledger) {
    return ledger.rows().stream().filter(LedgerRow::demoted).count();
  }

  private static Tags tags(ManifestEntry entry) {
    return Tags.of(
        "manifest",
        entry.manifest(),
        "rule",
        entry.match(),
        "asset",
        entry.asset().url());
  }

  /** Registers the counters of one tally, or those of all other entries for null. */
  private List<Meter> register(@Nullable EntryTally tally, Tags tags) {
    List<Meter> meters = new ArrayList<>();
    for (TallyCount what : TallyCount.values()) {
      String name = switch (what) {
        case VIEWS -> "lychgate.ledger.page_views";
        case WASTED_BYTES -> "lychgate.ledger.wasted_bytes";
        default -> "lychgate.ledger";
      };
      Tags all = name.equals("lychgate.ledger") ? tags.and("outcome", what.token()) : tags;
      meters.add(
          tally == null
              ? FunctionCounter.builder(name, this, self -> self.sumOfOthers(what))
                  .tags(all)
                  .register(registry)
              : FunctionCounter.builder(name, tally, of -> of.get(what))
                  .tags(all)
                  .register(registry));
    }
    return meters;
  }

  private double sumOfOthers(TallyCount what) {
    return others.stream().mapToLong(tally -> tally.get(what)).sum();
  }
}
