package io.lychgate.gateway.observe.timeline;

import org.jspecify.annotations.Nullable;

/**
 * Why a connection is recorded.
 *
 * @param filter the filter of its watch; null for a sample
 * @param author who asked; empty for a sample
 */
public record TimelineOrigin(@Nullable WatchFilter filter, String author) {
  static final TimelineOrigin SAMPLE = new TimelineOrigin(null, "");

  public boolean isSample() {
    return filter == null;
  }
}
