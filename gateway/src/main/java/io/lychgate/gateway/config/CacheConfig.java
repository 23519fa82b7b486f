package io.lychgate.gateway.config;

import io.lychgate.gateway.config.check.Require;

/**
 * The memory of the response cache, which all routes with the policy {@code cache} share.
 *
 * @param memory bytes of stored responses, with their fields
 */
public record CacheConfig(long memory) {
  /** Default: the assets and pages of most sites. The memory is taken only as far as responses are stored. */
  public static final long DEFAULT_MEMORY = 64L * 1024 * 1024;

  /** Less could not hold one response of a usual size beside others. */
  public static final long LEAST_MEMORY = 1024 * 1024;

  /** More belongs on a disk. */
  public static final long MOST_MEMORY = 64L * 1024 * 1024 * 1024;

  public CacheConfig {
    Require.range("memory", memory, LEAST_MEMORY, MOST_MEMORY);
  }

  public static CacheConfig defaults() {
    return new CacheConfig(DEFAULT_MEMORY);
  }
}
