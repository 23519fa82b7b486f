package io.lychgate.gateway.observe.timeline;

import io.lychgate.scheduler.PriorityReason;
import io.lychgate.scheduler.ScheduleReason;
import io.lychgate.scheduler.StreamPriority;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One event on a connection.
 *
 * @param sequence number of the event on its connection, from 0; dropped events count
 * @param nanos nanoseconds since the recording began
 * @param amount bytes for {@link Kind#SENT}, status for {@link Kind#HEAD}, else 0
 * @param source the rule or the entry of a manifest that decided, for {@link Kind#PRIORITY}; null for every other reason
 * @param priority priority of the stream from this event on; null if the stream was opened before the recording began
 */
public record TimelineEvent(
    long sequence,
    long nanos,
    long stream,
    Kind kind,
    int amount,
    @Nullable Reason reason,
    @Nullable String source,
    @Nullable StreamPriority priority) {

  /** The kind of an event. */
  public enum Kind {
    /** A request arrived or was promised. */
    OPENED,
    /** Client or gateway set the priority of the stream. */
    PRIORITY,
    /** The head of the final response was sent. */
    HEAD,
    /** One DATA frame was sent. */
    SENT,
    ENDED;

    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The reason of an event.
   *
   * @param token stable identifier
   * @param sentence text for users
   */
  public record Reason(String token, String sentence) {
    static Reason of(ScheduleReason reason) {
      return new Reason(reason.token(), reason.sentence());
    }

    static Reason of(PriorityReason reason) {
      return new Reason(reason.token(), reason.sentence());
    }

    static Reason of(StreamEnding ending) {
      return new Reason(ending.token(), ending.sentence());
    }
  }
}
