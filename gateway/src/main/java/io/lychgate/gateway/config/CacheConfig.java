package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Require;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The memory of the response cache, which all routes with the policy {@code cache} share.
 *
 * @param memory bytes of stored responses, with their fields
 * @param disk the folder behind the memory; null for none
 */
public record CacheConfig(long memory, @Nullable Disk disk) {
  /** Default: the assets and pages of most sites. The memory is taken only as far as responses are stored. */
  public static final long DEFAULT_MEMORY = 64L * 1024 * 1024;

  /**
   * Files of stored responses, which survive a restart.
   *
   * @param folder absolute
   * @param maxSize bytes of all files
   */
  public record Disk(Path folder, long maxSize) {
    /** Default: some thousand pages with their assets. */
    public static final long DEFAULT_SIZE = 1L << 30;

    /** Less than the memory would keep too little over a restart. */
    public static final long LEAST_SIZE = 16L << 20;

    /** The index in memory takes about a hundredth of it. */
    public static final long MOST_SIZE = 1L << 40;

    public Disk {
      Require.range("maxSize", maxSize, LEAST_SIZE, MOST_SIZE);
    }
  }

  /** Less could not hold one response of a usual size beside others. */
  public static final long LEAST_MEMORY = 1024 * 1024;

  /** More belongs on a disk. */
  public static final long MOST_MEMORY = 64L * 1024 * 1024 * 1024;

  public CacheConfig {
    Require.range("memory", memory, LEAST_MEMORY, MOST_MEMORY);
  }

  public static CacheConfig defaults() {
    return new CacheConfig(DEFAULT_MEMORY, null);
  }
}
