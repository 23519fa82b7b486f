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
 * A recording of the frames that one connection sends. Event loop only. A frame allocates nothing, a stream one small object.
 *
 * <p>Events are in a ring. The sums of each stream are kept beside it, so that they are correct even after the ring has dropped
 * events.
 */
public final class ConnectionTimeline implements ScheduleListener {
  /**
   * The least events of a stream: opened, head, one frame, ended. It bounds the number of kept streams by the capacity of the ring.
   */
  private static final int EVENTS_OF_A_STREAM = 4;

  private final long id;
  private final TimelineSummary.Origin origin;
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
      TimelineSummary.Origin origin,
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

  TimelineSummary.Origin origin() {
    return origin;
  }

  /** Returns true while it is not stopped and its connection is open. */
  public boolean isRecording() {
    return !stopped && closedNanos == RecordedStream.NEVER;
  }

  /** Stops the recording and releases its memory. Later reports are ignored. */
  void stop() {
    stopped = true;
    ring = new EventRing(0);
    byId.clear();
    inOrder.clear();
  }

  /**
   * Records a stream whose request has arrived or was promised.
   *
   * @param promisedOn the stream that carried the promise; 0 for a request of the client
   * @param request its query is not kept, because queries carry secrets and users pass timelines around
   * @param priority the initial priority of the stream
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

  /** Records that the head of the final response was sent. */
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

  /** Records the end of a stream. */
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

  /** Records the close of the connection. The end of its last streams may be reported after this. */
  public void closed(long nanos) {
    closedNanos = nanos - startedNanos;
  }

  TimelineSummary summary(TagValues listeners) {
    return new TimelineSummary(
        id,
        origin,
        closedNanos == RecordedStream.NEVER
            ? TimelineSummary.State.RECORDING
            : TimelineSummary.State.ENDED,
        ConnectionView.of(connection, listeners),
        startedMillis,
        closedNanos,
        new TimelineSummary.Extent(
            inOrder.size(), streamsDropped, ring.capacity(), ring.recorded(), ring.dropped()));
  }

  /** Returns a copy for another thread. */
  TimelineView view(TagValues listeners) {
    List<StreamView> streams = new ArrayList<>(inOrder.size());
    inOrder.forEach(stream -> streams.add(StreamView.of(stream)));
    return new TimelineView(summary(listeners), streams, ring.copy());
  }

  private static long priorityOf(@Nullable RecordedStream stream) {
    return stream == null ? PriorityCode.NONE : stream.priority;
  }
}
