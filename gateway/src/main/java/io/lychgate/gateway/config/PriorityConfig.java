package io.lychgate.gateway.config;

/** Order of responses where the client's wish is not enough. */
public record PriorityConfig(boolean reprioritizeBlockingAssets, TimelineConfig timeline) {
  public static PriorityConfig defaults() {
    return new PriorityConfig(true, TimelineConfig.defaults());
  }
}
