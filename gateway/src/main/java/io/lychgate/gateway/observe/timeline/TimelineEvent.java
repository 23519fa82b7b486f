package io.lychgate.gateway.observe.timeline;

import io.lychgate.scheduler.StreamPriority;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened on a connection.
 *
 * @param sequence counts the events of the connection from 0, those included that the ring has dropped
 * @param nanos since the recording began
 * @param amount octets of {@link Kind#SENT}, status of {@link Kind#HEAD}, else 0
 * @param source which rule or which manifest's entry decided, of {@link Kind#PRIORITY}; null for every other reason
 * @param priority where the stream stood from then on; null when the stream was opened before the recording began
 */
public record TimelineEvent(
    long sequence,
    long nanos,
    long stream,
    Kind kind,
    int amount,
    @Nullable TimelineReason reason,
    @Nullable String source,
    @Nullable StreamPriority priority) {

  /** What happened. */
  public enum Kind {
    /** A request came in, or was promised. */
    OPENED,
    /** Client or gateway had a word on the stream's place. */
    PRIORITY,
    /** The head of the final response. */
    HEAD,
    /** One DATA frame. */
    SENT,
    ENDED;

    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
