package io.lychgate.gateway.observe.timeline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One timeline as it was when its loop was asked. */
public final class TimelineView {
  private final TimelineSummary summary;
  private final List<StreamView> streams;
  private final @Nullable EventRing ring;

  TimelineView(TimelineSummary summary, List<StreamView> streams, @Nullable EventRing ring) {
    this.summary = summary;
    this.streams = streams;
    this.ring = ring;
  }

  public TimelineSummary summary() {
    return summary;
  }

  /** In the order in which they were opened. */
  public List<StreamView> streams() {
    return streams;
  }

  /** Oldest first. Made of numbers at each call: this is the work that the loop was spared. */
  public List<TimelineEvent> events() {
    return ring == null ? List.of() : ring.events();
  }
}
