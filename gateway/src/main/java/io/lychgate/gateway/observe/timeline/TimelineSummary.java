package io.lychgate.gateway.observe.timeline;

import io.lychgate.gateway.observe.ConnectionView;
import java.util.Locale;
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
    Origin origin,
    State state,
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

  /**
   * The state of a timeline.
   *
   * <pre>
   * a user asks -> WAITING -- one matches --> RECORDING -- it closes --> ENDED
   *                     \-- none comes in time --> EXPIRED
   * a sample begins with RECORDING
   * </pre>
   */
  public enum State {
    WAITING,
    RECORDING,
    ENDED,
    EXPIRED;

    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The reason for a recording: a watch or a sample.
   *
   * @param filter the filter of its watch; null for a sample
   * @param author the user who requested it; empty for a sample
   */
  public record Origin(@Nullable WatchFilter filter, String author) {
    static final Origin SAMPLE = new Origin(null, "");

    public boolean isSample() {
      return filter == null;
    }
  }
}
