package io.lychgate.gateway.observe.timeline;

import org.jspecify.annotations.Nullable;

/**
 * The reason for a recording: a watch or a sample.
 *
 * @param filter the filter of its watch; null for a sample
 * @param author the user who requested it; empty for a sample
 */
public record TimelineOrigin(@Nullable WatchFilter filter, String author) {
  static final TimelineOrigin SAMPLE = new TimelineOrigin(null, "");

  public boolean isSample() {
    return filter == null;
  }
}
