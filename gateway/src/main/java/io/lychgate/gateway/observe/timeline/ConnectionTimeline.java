package io.lychgate.gateway.observe.timeline;

import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.ConnectionView;
import io.lychgate.gateway.observe.TagValues;
import io.lychgate.gateway.observe.timeline.TimelineEvent.Kind;
import io.lychgate.scheduler.PriorityReason;
import io.lychgate.scheduler.ScheduleListener;
import io.lychgate.scheduler.ScheduleReason;
import io.lychgate.scheduler.StreamPriority;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one connection sends, as it happens. Event loop only; nothing is allocated for a frame, and one small object for a stream.
 *
 * <p>Events are in a ring; what a stream adds up to is kept beside it, so that sums are right when the ring has dropped their
 * events.
 */
public final class ConnectionTimeline implements ScheduleListener {
  /** Opened, head, one frame, ended: a stream that has fewer in the ring is not worth more memory than its events. */
  private static final int EVENTS_OF_A_STREAM = 4;

  private final long id;
  private final TimelineOrigin origin;
  private final ConnectionRecord connection;
  private final long startedMillis;
  private final long startedNanos;
  private final LongObjectMap<RecordedStream> byId = new LongObjectHashMap<>();
  private final ArrayDeque<RecordedStream> inOrder = new ArrayDeque<>();
  private EventRing ring;
  private long streamsDropped;
  private long closedNanos = RecordedStream.NEVER;
  private boolean stopped;

  ConnectionTimeline(
      long id,
      TimelineOrigin origin,
      ConnectionRecord connection,
      int capacity,
      long startedMillis,
      long startedNanos) {
    this.id = id;
    this.origin = origin;
    this.connection = connection;
    this.startedMillis = startedMillis;
    this.startedNanos = startedNanos;
    this.ring = new EventRing(capacity);
  }

  long id() {
    return id;
  }

  TimelineOrigin origin() {
    return origin;
  }

  /** Whether it is still wanted and its connection still open. */
  public boolean isRecording() {
    return !stopped && closedNanos == RecordedStream.NEVER;
  }

  /** The timeline is no longer needed. Its holders may go on reporting; it keeps no memory for that. */
  void stop() {
    stopped = true;
    ring = new EventRing(0);
    byId.clear();
    inOrder.clear();
  }

  /**
   * A request came in, or was promised.
   *
   * @param promisedOn the stream that carried the promise; 0 for a request of the client
   * @param request what is behind the question mark of its path is not kept: queries carry secrets, and timelines are passed
   *     around
   * @param priority where the stream stands at first
   */
  public void streamOpened(
      long nanos, long streamId, long promisedOn, RequestHead request, StreamPriority priority) {
    if (stopped) {
      return;
    }
    if (inOrder.size() >= Math.max(1, ring.capacity() / EVENTS_OF_A_STREAM)) {
      byId.remove(inOrder.remove().id);
      streamsDropped++;
    }
    RecordedStream stream = new RecordedStream(
        streamId,
        promisedOn,
        RecordedRequest.of(request),
        PriorityCode.of(priority),
        nanos - startedNanos);
    byId.put(streamId, stream);
    inOrder.add(stream);
    ring.add(Kind.OPENED, stream.openedNanos, streamId, 0, null, null, stream.priority);
  }

  /** The head of the final response is on its way. */
  public void headSent(long nanos, long streamId, int status, @Nullable CharSequence contentType) {
    if (stopped) {
      return;
    }
    RecordedStream stream = byId.get(streamId);
    if (stream != null) {
      stream.headNanos = nanos - startedNanos;
      stream.status = status;
      stream.contentType = contentType == null ? null : RecordedRequest.text(contentType);
    }
    ring.add(Kind.HEAD, nanos - startedNanos, streamId, status, null, null, priorityOf(stream));
  }

  @Override
  public void frameSent(long nanos, long streamId, int bytes, ScheduleReason reason) {
    if (stopped) {
      return;
    }
    RecordedStream stream = byId.get(streamId);
    if (stream != null) {
      stream.sent(nanos - startedNanos, bytes);
    }
    ring.add(Kind.SENT, nanos - startedNanos, streamId, bytes, reason, null, priorityOf(stream));
  }

  @Override
  public void priorityDecided(
      long nanos,
      long streamId,
      PriorityReason reason,
      @Nullable String source,
      StreamPriority result) {
    if (stopped) {
      return;
    }
    RecordedStream stream = byId.get(streamId);
    long code = PriorityCode.of(result);
    if (stream != null) {
      stream.priority = code;
    }
    ring.add(Kind.PRIORITY, nanos - startedNanos, streamId, 0, reason, source, code);
  }

  /** Nothing of the stream is on the wire any more. */
  public void streamEnded(long nanos, long streamId, StreamEnding ending) {
    if (stopped) {
      return;
    }
    RecordedStream stream = byId.get(streamId);
    if (stream != null) {
      stream.endedNanos = nanos - startedNanos;
      stream.ending = ending;
    }
    ring.add(Kind.ENDED, nanos - startedNanos, streamId, 0, ending, null, priorityOf(stream));
  }

  /** The connection is closed. Its last streams may be told to have ended after this. */
  public void closed(long nanos) {
    closedNanos = nanos - startedNanos;
  }

  TimelineSummary summary(TagValues listeners) {
    return new TimelineSummary(
        id,
        origin,
        closedNanos == RecordedStream.NEVER ? TimelineState.RECORDING : TimelineState.ENDED,
        ConnectionView.of(connection, listeners),
        startedMillis,
        closedNanos,
        inOrder.size(),
        streamsDropped,
        ring.capacity(),
        ring.recorded(),
        ring.dropped());
  }

  /** A copy for another thread. */
  TimelineView view(TagValues listeners) {
    List<StreamView> streams = new ArrayList<>(inOrder.size());
    inOrder.forEach(stream -> streams.add(StreamView.of(stream)));
    return new TimelineView(summary(listeners), streams, ring.copy());
  }

  private static long priorityOf(@Nullable RecordedStream stream) {
    return stream == null ? PriorityCode.NONE : stream.priority;
  }
}
