package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Require;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Backups of the store on this node.
 *
 * @param folder absolute
 * @param every time between two backups; zero for none by schedule
 * @param keep number of files that stay, the newest
 */
public record BackupConfig(Path folder, Duration every, int keep) {
  /** A week of daily backups. */
  public static final int DEFAULT_KEEP = 7;

  /** A year of daily backups. */
  public static final int MAX_KEEP = 366;

  public BackupConfig {
    if (every.isNegative()) {
      throw new IllegalArgumentException("every: " + every + " (expected: not negative)");
    }
    Require.range("keep", keep, 1, MAX_KEEP);
  }
}
