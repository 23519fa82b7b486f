package io.lychgate.gateway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.BeaconConfig;
import io.lychgate.gateway.config.LedgerConfig;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.facts.EntryTally;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.facts.TallyCount;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.Verdict;
import io.lychgate.gateway.store.VerdictStore;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verdicts on entries: when they are made, how long they hold, and how they are withdrawn. */
final class HintLedgerTest {
  private static final Actor ANN = new Actor("ann", null);
  private static final ManifestEntry.Key KEY = new ManifestEntry.Key("shop", "/", "/a.js");

  @TempDir
  Path directory;

  private Store store;
  private ManifestIndex index = index(ManifestIndex.EMPTY, 1);
  private LedgerConfig config = LedgerConfig.defaults();

  @BeforeEach
  void open() {
    store = Store.open(
        StoreUrl.parse("jdbc:sqlite:lychgate.db", directory), directory, InstantSource.system());
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void demotesAboveTheLimitAndKeepsTheVerdictAcrossARestart() {
    HintLedger ledger = ledger();
    views(200, 9);

    ledger.review();

    assertThat(tally().isDemoted()).isTrue();
    assertThat(store.verdicts().all()).hasSize(1);
    assertThat(store.audit().find("ledger.demote", 10, 0).total()).isEqualTo(1);
    index = index(ManifestIndex.EMPTY, 1);
    assertThat(tally().isDemoted()).isFalse();
    ledger().review();
    assertThat(tally().isDemoted()).isTrue();
  }

  @Test
  void publicationKeepsCountsAndVerdict() {
    HintLedger ledger = ledger();
    views(200, 9);
    ledger.review();

    index = index(index, 2);

    assertThat(tally().isDemoted()).isTrue();
    assertThat(tally().get(TallyCount.UNUSED)).isEqualTo(9);
  }

  @Test
  void demotesNothingBelowTheLimitsOrWhenDisabled() {
    HintLedger ledger = ledger();
    views(200, 8);
    ledger.review();
    assertThat(tally().isDemoted()).isFalse();

    config =
        new LedgerConfig(false, 0.04, 200, Duration.ofSeconds(10), 10, BeaconConfig.defaults());
    views(200, 200);
    ledger.review();
    assertThat(tally().isDemoted()).isFalse();
  }

  @Test
  void restoredEntryStartsAgainAndExemptEntryIsNeverJudged() {
    HintLedger ledger = ledger();
    views(200, 200);
    ledger.review();

    ledger.restore(KEY, false, ANN);
    ledger.review();
    assertThat(tally().isDemoted()).isFalse();
    views(200, 200);
    ledger.review();
    assertThat(tally().isDemoted()).isTrue();

    ledger.restore(KEY, true, ANN);
    views(1000, 1000);
    ledger.review();
    assertThat(tally().isDemoted()).isFalse();
  }

  @Test
  void demotionUsesRecentSamplesOnly() {
    HintLedger ledger = ledger();
    views(1_000_000, 0);
    ledger.review();

    views(200, 50);
    ledger.review();

    assertThat(tally().isDemoted()).isTrue();
  }

  @Test
  void demotesWithoutItsStoreAndSavesTheVerdictLater() {
    boolean[] isAway = {true};
    HintLedger ledger = new HintLedger(
        () -> index, () -> config, () -> verdicts(isAway[0]), InstantSource.system());
    views(200, 200);
    ledger.review();
    assertThat(tally().isDemoted()).isTrue();

    isAway[0] = false;
    for (int i = 0; i < 20; i++) {
      ledger.review();
    }

    assertThat(tally().isDemoted()).isTrue();
    assertThat(store.verdicts().all()).hasSize(1);
  }

  @Test
  void entryThatIsRestoredOnAnotherNodeStartsAgain() {
    HintLedger ledger = ledger();
    views(200, 200);
    ledger.review();
    assertThat(tally().isDemoted()).isTrue();

    ledger().restore(KEY, false, ANN);
    ledger.storeChanged();
    ledger.review();
    ledger.review();

    assertThat(tally().isDemoted()).isFalse();
    assertThat(store.verdicts().all()).isEmpty();
  }

  @Test
  void demotionDoesNotReplaceAnExemptionOfAnotherNode() {
    HintLedger ledger = ledger();
    ledger.review();
    views(200, 200);
    ledger().restore(KEY, true, ANN);

    ledger.review();

    assertThat(tally().isDemoted()).isFalse();
    assertThat(store.verdicts().all())
        .extracting(Verdict::state)
        .containsExactly(Verdict.State.EXEMPT);
    assertThat(store.audit().find("ledger.demote", 10, 0).total()).isZero();
  }

  @Test
  void ignoresEntriesThatAreNotPublished() {
    assertThat(ledger().demote(new ManifestEntry.Key("shop", "/", "/b.js"), ANN))
        .isEmpty();
    assertThat(store.verdicts().all()).isEmpty();
  }

  @Test
  void exportsEntriesAboveTheLimitAsOther() {
    config = new LedgerConfig(true, 0.04, 200, Duration.ofSeconds(10), 1, BeaconConfig.defaults());
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    HintLedger ledger = ledger();
    LedgerMeters meters = new LedgerMeters(ledger, registry);
    index.entries().forEach(entry -> entry.tally().add(TallyCount.HINTED, 3));

    meters.follow();

    assertThat(registry.scrape())
        .contains("lychgate_ledger_total{asset=\"/a.js\",manifest=\"shop\",outcome=\"hinted\","
            + "rule=\"/\"} 3.0")
        .contains("lychgate_ledger_total{asset=\"other\",manifest=\"other\",outcome=\"hinted\","
            + "rule=\"other\"} 3.0")
        .contains("lychgate_ledger_demoted 0.0")
        .doesNotContain("asset=\"/c.js\"");
    index = ManifestIndex.of(List.of(), 3, index);
    meters.follow();
    assertThat(registry.scrape()).doesNotContain("asset=\"/a.js\"");
  }

  private VerdictStore verdicts(boolean isAway) {
    if (!isAway) {
      return store.verdicts();
    }
    Path other = directory.resolve("away");
    Store away =
        Store.open(StoreUrl.parse("jdbc:sqlite:away.db", directory), other, InstantSource.system());
    away.close();
    return away.verdicts();
  }

  private HintLedger ledger() {
    return new HintLedger(() -> index, () -> config, store::verdicts, InstantSource.system());
  }

  private EntryTally tally() {
    return index.entries().stream()
        .filter(entry -> entry.key().equals(KEY))
        .map(ManifestEntry::tally)
        .findFirst()
        .orElseThrow();
  }

  private void views(long all, long unused) {
    tally().add(TallyCount.VIEWS, all);
    tally().add(TallyCount.HINTED, all);
    tally().add(TallyCount.USED, all - unused);
    tally().add(TallyCount.UNUSED, unused);
    for (long view = 0; view < all; view++) {
      tally().judge(TallyCount.VIEWS);
      tally().judge(view < unused ? TallyCount.UNUSED : TallyCount.USED);
    }
  }

  private static ManifestIndex index(ManifestIndex previous, long revision) {
    String text = "{ rules: [ { match: { path: / }, assets: [ { url: /a.js, as: script },"
        + " { url: /c.js, as: script } ] } ] }";
    PushManifest shop = new ManifestReader().read(text, "shop").value();
    return ManifestIndex.of(List.of(shop), revision, previous);
  }
}
