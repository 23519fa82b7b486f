package io.lychgate.gateway.ledger;

import io.lychgate.gateway.config.LedgerConfig;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.Verdict;
import io.lychgate.gateway.store.VerdictStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the tallies of all entries in force and judges them. It demotes an entry that is wasted in too many page views, until a
 * user restores it. The store keeps the verdicts. Any thread except an event loop.
 */
public final class HintLedger {
  private static final Logger LOG = LoggerFactory.getLogger(HintLedger.class);

  /** Author of a demotion by the ledger itself. */
  static final Actor JUDGE = new Actor("ledger", null);

  /** A period ends after this number times the views of a judgement, so that a demotion uses recent samples only. */
  private static final int PERIOD_FACTOR = 10;

  /** Reviews between two reads of the store, which may have verdicts of other nodes. */
  private static final int REVIEWS_PER_READING = 10;

  private final Supplier<ManifestIndex> index;
  private final Supplier<LedgerConfig> config;
  private final Supplier<VerdictStore> store;
  private final InstantSource clock;

  // Guarded by this.
  private final Map<ManifestEntry.Key, Verdict> verdicts = new HashMap<>();
  private final Map<ManifestEntry.Key, Verdict> unsaved = new HashMap<>();
  private final Map<ManifestEntry.Key, Sample> periodStarts = new HashMap<>();
  private int reviews;

  private volatile boolean storeHasChanged;

  public HintLedger(
      Supplier<ManifestIndex> index,
      Supplier<LedgerConfig> config,
      Supplier<VerdictStore> store,
      InstantSource clock) {
    this.index = index;
    this.config = config;
    this.store = store;
    this.clock = clock;
  }

  /** Applies the verdicts to the entries in force, and judges. Called every second, and after each publication. */
  public synchronized void review() {
    if (reviews++ % REVIEWS_PER_READING == 0 || storeHasChanged) {
      readStore();
    }
    ManifestIndex inForce = index.get();
    Map<ManifestEntry.Key, Sample> kept = new HashMap<>();
    for (ManifestEntry entry : inForce.entries()) {
      Sample start = periodStarts.getOrDefault(entry.key(), Sample.NOTHING);
      kept.put(entry.key(), judged(entry, start));
    }
    periodStarts.clear();
    periodStarts.putAll(kept);
  }

  /** Returns the verdicts on entries in force that the ledger itself demoted and that are not restored. */
  public synchronized List<Verdict> demotions() {
    return index.get().entries().stream()
        .filter(entry -> entry.tally().isDemoted())
        .map(entry -> verdicts.get(entry.key()))
        .filter(verdict -> verdict != null && verdict.author().equals(JUDGE.name()))
        .map(Objects::requireNonNull)
        .toList();
  }

  /** Returns the rows of all entries in force, in the order of their manifests. */
  public synchronized List<LedgerRow> rows() {
    List<LedgerRow> rows = new ArrayList<>();
    for (ManifestEntry entry : index.get().entries()) {
      rows.add(LedgerRow.of(entry, period(entry), verdicts.get(entry.key())));
    }
    return rows;
  }

  public LedgerConfig config() {
    return config.get();
  }

  /** Returns the row of an entry in force. */
  public synchronized Optional<LedgerRow> row(ManifestEntry.Key key) {
    return find(key).map(entry -> LedgerRow.of(entry, period(entry), verdicts.get(key)));
  }

  /** Demotes an entry at a user's request. Returns empty if no entry in force has this key. */
  public synchronized Optional<LedgerRow> demote(ManifestEntry.Key key, Actor by) {
    Optional<ManifestEntry> entry = find(key);
    entry.ifPresent(found -> {
      put(verdict(key, Verdict.State.DEMOTED, period(found), by), by);
      found.tally().demote(true);
    });
    return row(key);
  }

  /**
   * Permits an entry again. Earlier counts do not affect later judgements.
   *
   * @param exempt true if the ledger must never demote it again
   */
  public synchronized Optional<LedgerRow> restore(ManifestEntry.Key key, boolean exempt, Actor by) {
    Optional<ManifestEntry> entry = find(key);
    entry.ifPresent(found -> {
      if (exempt) {
        put(verdict(key, Verdict.State.EXEMPT, Sample.NOTHING, by), by);
      } else {
        store.get().remove(key.manifest(), key.match(), key.url(), by);
        verdicts.remove(key);
        unsaved.remove(key);
      }
      beginAgain(found);
    });
    return row(key);
  }

  /** Permits an entry whose earlier counts must not affect later judgements. */
  private void beginAgain(ManifestEntry entry) {
    entry.tally().demote(false);
    entry.tally().beginPeriod();
    periodStarts.put(entry.key(), Sample.of(entry.tally()));
  }

  /** Judges one entry, and returns the start of its period from now on. */
  private Sample judged(ManifestEntry entry, Sample start) {
    Verdict verdict = verdicts.get(entry.key());
    entry.tally().demote(isDemoted(entry.key()));
    if (verdict != null) {
      return start;
    }
    entry.tally().expectClients(config.get().minViews());
    Sample now = Sample.of(entry.tally());
    Sample period = now.minus(start);
    LedgerConfig rules = config.get();
    if (rules.demotes() && period.isPast(rules.wasteBound(), rules.minViews())) {
      demote(entry, period);
      return start;
    }
    if (period.judgedViews() < (long) PERIOD_FACTOR * rules.minViews()) {
      return start;
    }
    entry.tally().beginPeriod();
    return now;
  }

  private void demote(ManifestEntry entry, Sample period) {
    ManifestEntry.Key key = entry.key();
    Verdict verdict = verdict(key, Verdict.State.DEMOTED, period, JUDGE);
    try {
      keep(verdict);
    } catch (StoreException e) {
      LOG.warn("ledger: cannot reach the store, keeping the verdict in memory: {}", e.getMessage());
      verdicts.put(key, verdict);
      unsaved.put(key, verdict);
    }
    boolean isDemoted = isDemoted(key);
    entry.tally().demote(isDemoted);
    if (isDemoted) {
      LOG.warn(
          "ledger: {} {} {} is no longer sent: wasted for {} of {} clients. To see why or to restore it, open the Ledger page",
          key.manifest(),
          key.match(),
          key.url(),
          period.wastedViews(),
          period.judgedViews());
    }
  }

  private boolean isDemoted(ManifestEntry.Key key) {
    Verdict verdict = verdicts.get(key);
    return verdict != null && verdict.state() == Verdict.State.DEMOTED;
  }

  /** Stores a verdict of this ledger. One of a user or of another node precedes it. */
  private void keep(Verdict verdict) {
    verdicts.put(key(verdict), store.get().putIfAbsent(verdict, JUDGE));
  }

  private void put(Verdict verdict, Actor by) {
    verdicts.put(key(verdict), store.get().put(verdict, by));
  }

  /** Records that another node has changed verdicts, so that the next review reads them. */
  public void storeChanged() {
    storeHasChanged = true;
  }

  private void readStore() {
    storeHasChanged = false;
    try {
      for (Verdict verdict : List.copyOf(unsaved.values())) {
        keep(verdict);
        unsaved.remove(key(verdict));
      }
      List<Verdict> read = store.get().all();
      Set<ManifestEntry.Key> withdrawn = new HashSet<>(verdicts.keySet());
      verdicts.clear();
      read.forEach(verdict -> verdicts.put(key(verdict), verdict));
      withdrawn.removeAll(verdicts.keySet());
      // A user has restored these on another node.
      index.get().entries().stream()
          .filter(entry -> withdrawn.contains(entry.key()))
          .forEach(this::beginAgain);
    } catch (StoreException e) {
      LOG.debug("ledger: cannot reach the store: {}", e.getMessage());
    }
  }

  private Optional<ManifestEntry> find(ManifestEntry.Key key) {
    return index.get().entries().stream()
        .filter(entry -> entry.key().equals(key))
        .findFirst();
  }

  private Sample period(ManifestEntry entry) {
    return Sample.of(entry.tally()).minus(periodStarts.getOrDefault(entry.key(), Sample.NOTHING));
  }

  private Verdict verdict(ManifestEntry.Key key, Verdict.State state, Sample period, Actor by) {
    return new Verdict(
        key.manifest(),
        key.match(),
        key.url(),
        state,
        period.judgedViews(),
        period.wastedViews(),
        by.name(),
        Instant.ofEpochMilli(clock.millis()));
  }

  private static ManifestEntry.Key key(Verdict verdict) {
    return new ManifestEntry.Key(verdict.manifest(), verdict.pattern(), verdict.url());
  }
}
