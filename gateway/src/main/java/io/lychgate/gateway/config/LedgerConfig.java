package io.lychgate.gateway.config;

import java.time.Duration;

/**
 * How the ledger judges what is sent ahead in vain.
 *
 * @param demotes whether an entry past the bound is taken out by itself
 * @param wasteBound share of page views, 0-1
 * @param minViews clients, with one page view each, that a judgement needs; never below 20
 * @param window how long after a hint or push a request still belongs to it
 * @param meteredEntries entries with metrics of their own; the others share one
 * @param beacons what pages tell of themselves
 */
public record LedgerConfig(
    boolean demotes,
    double wasteBound,
    int minViews,
    Duration window,
    int meteredEntries,
    BeaconConfig beacons) {
  public LedgerConfig {
    if (!(wasteBound >= 0 && wasteBound <= 1)) {
      throw new IllegalArgumentException("wasteBound: " + wasteBound + " (expected: 0-1)");
    }
    Require.range("minViews", minViews, 1, Limits.LEDGER_CLIENTS);
    Require.positive("window", window);
    Require.range("meteredEntries", meteredEntries, 0, 10_000);
  }

  /** Four page views in a hundred; ten seconds, in which pages of slow links have asked for all that they name. */
  public static LedgerConfig defaults() {
    return new LedgerConfig(true, 0.04, 200, Duration.ofSeconds(10), 100, BeaconConfig.defaults());
  }
}
