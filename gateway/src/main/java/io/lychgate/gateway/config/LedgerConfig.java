package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import java.time.Duration;

/**
 * Settings of the ledger, which counts hints and pushes that pages did not use.
 *
 * @param demotes true if the ledger demotes an entry past the bound automatically
 * @param wasteBound share of page views, 0-1
 * @param minViews clients, with one page view each, that a judgement needs; never below 20
 * @param window time after a hint or push during which a request still belongs to it
 * @param meteredEntries number of entries with metrics of their own; the others share one
 * @param beacons reports that pages send
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

  /** Returns the default: 4 % of page views, and ten seconds, in which a page on a slow link has requested all its resources. */
  public static LedgerConfig defaults() {
    return new LedgerConfig(true, 0.04, 200, Duration.ofSeconds(10), 100, BeaconConfig.defaults());
  }
}
