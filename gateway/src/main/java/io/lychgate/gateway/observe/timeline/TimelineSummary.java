package io.lychgate.gateway.observe.timeline;

import io.lychgate.gateway.observe.ConnectionView;
import org.jspecify.annotations.Nullable;

/**
 * One timeline without its events.
 *
 * @param connection null until one has matched
 * @param startedMillis time at which the recording began, or at which it was requested
 * @param endNanos nanoseconds from then to the close of the connection or to the end of the wait; -1 for an open connection
 */
public record TimelineSummary(
    long id,
    TimelineOrigin origin,
    TimelineState state,
    @Nullable ConnectionView connection,
    long startedMillis,
    long endNanos,
    Extent extent) {

  /**
   * The number of streams and events.
   *
   * @param capacity the most events that are kept
   * @param recorded number of events so far, including dropped ones
   * @param dropped number of the oldest events, dropped for want of room
   */
  public record Extent(
      int streams, long streamsDropped, int capacity, long recorded, long dropped) {
    static final Extent NONE = new Extent(0, 0, 0, 0, 0);
  }
}
