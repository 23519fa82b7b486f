package io.lychgate.gateway.observe.timeline;

import io.lychgate.scheduler.StreamPriority;
import org.jspecify.annotations.Nullable;

/**
 * A copy of one stream of a recorded connection, made by its loop. Times are nanoseconds since the recording began; -1 for an event
 * that has not happened.
 *
 * @param promisedOn the stream that promised it; 0 for a request of the client
 * @param asked priority of the stream when it was opened
 * @param priority current priority
 * @param status status of the final response; 0 until there is one
 * @param bytes bytes of the response's body that were handed to the connection
 */
public record StreamView(
    long stream,
    long promisedOn,
    RecordedRequest request,
    @Nullable StreamPriority asked,
    @Nullable StreamPriority priority,
    int status,
    @Nullable String contentType,
    long bytes,
    int frames,
    long openedNanos,
    long headNanos,
    long firstNanos,
    long lastNanos,
    long endedNanos,
    @Nullable StreamEnding ending) {

  public static final long NEVER = RecordedStream.NEVER;

  static StreamView of(RecordedStream stream) {
    return new StreamView(
        stream.id,
        stream.promisedOn,
        stream.request,
        PriorityCode.decode(stream.asked),
        PriorityCode.decode(stream.priority),
        stream.status,
        stream.contentType,
        stream.bytes,
        stream.frames,
        stream.openedNanos,
        stream.headNanos,
        stream.firstNanos,
        stream.lastNanos,
        stream.endedNanos,
        stream.ending);
  }
}
