package io.lychgate.gateway.observe.timeline;

import org.jspecify.annotations.Nullable;

/**
 * Why a connection is recorded.
 *
 * @param filter what somebody waits, or waited, for; null for one that was picked as a sample
 * @param author who asked; empty for a sample
 */
public record TimelineOrigin(@Nullable WatchFilter filter, String author) {
  static final TimelineOrigin SAMPLE = new TimelineOrigin(null, "");

  public boolean isSample() {
    return filter == null;
  }
}
