package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.BeaconConfig;
import io.lychgate.gateway.config.LearnConfig;
import io.lychgate.gateway.config.LedgerConfig;

/** Reads the sections {@code ledger} and {@code learn}. The schema has checked their ranges. */
final class LessonReader {
  private LessonReader() {}

  static LedgerConfig ledger(Section section) {
    LedgerConfig defaults = LedgerConfig.defaults();
    return new LedgerConfig(
        section.flag("demote", defaults.demotes()),
        section.share("wasteBound", defaults.wasteBound()),
        section.integer("minViews", defaults.minViews()),
        section.duration("window", defaults.window()),
        section.integer("meteredEntries", defaults.meteredEntries()),
        beacons(section.section("beacons")));
  }

  private static BeaconConfig beacons(Section section) {
    BeaconConfig defaults = BeaconConfig.defaults();
    return new BeaconConfig(
        section.flag("enabled", defaults.enabled()),
        section.text("path", defaults.path()),
        section.duration("window", defaults.window()));
  }

  static LearnConfig learn(Section section) {
    LearnConfig defaults = LearnConfig.defaults();
    return new LearnConfig(
        section.flag("enabled", defaults.enabled()),
        section.share("memoryShare", defaults.memoryShare()),
        section.integer("minViews", defaults.minViews()),
        section.share("confidence", defaults.confidence()),
        section.flag("publish", defaults.publishes()),
        section.duration("interval", defaults.interval()));
  }
}
