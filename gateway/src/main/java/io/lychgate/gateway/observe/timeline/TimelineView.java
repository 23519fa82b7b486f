package io.lychgate.gateway.observe.timeline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A copy of one timeline, made by its loop. */
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

  /** Returns the streams in the order in which they were opened. */
  public List<StreamView> streams() {
    return streams;
  }

  /** Returns the events, oldest first. Each call decodes them from numbers, so that the loop need not. */
  public List<TimelineEvent> events() {
    return ring == null ? List.of() : ring.events();
  }
}
