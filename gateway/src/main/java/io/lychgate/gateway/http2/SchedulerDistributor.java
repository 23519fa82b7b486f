package io.lychgate.gateway.http2;

import io.lychgate.gateway.config.Limits;
import io.lychgate.scheduler.DependencyTree;
import io.lychgate.scheduler.PriorityFacts;
import io.lychgate.scheduler.PriorityOverride;
import io.lychgate.scheduler.ScheduleListener;
import io.lychgate.scheduler.ScheduledStream;
import io.lychgate.scheduler.StreamPriority;
import io.lychgate.scheduler.StreamScheduler;
import io.lychgate.scheduler.TreeDependency;
import io.lychgate.scheduler.Urgency;
import io.lychgate.scheduler.UrgencyQueues;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.StreamByteDistributor;
import org.jspecify.annotations.Nullable;

/**
 * The one seam between our {@link StreamScheduler} and Netty's flow control: Netty says which streams have data and window, the
 * scheduler says which of them sends next, one DATA frame at a time.
 *
 * <p>Which scheme rules the connection is settled by what the client sends first: a PRIORITY frame, or a request with
 * RFC 7540 priority, makes it the tree, a request that only has a {@code priority} field the urgency queues (RFC 9218). Clients
 * that say nothing get the tree: every stream the same share.
 */
final class SchedulerDistributor implements StreamByteDistributor {
  private final Http2Connection.PropertyKey key;
  private @Nullable StreamScheduler scheduler;
  private ScheduleListener listener = ScheduleListener.DISABLED;
  private boolean idleBoundExceeded;

  SchedulerDistributor(Http2Connection connection) {
    this.key = connection.newKey();
    connection.addListener(new Http2ConnectionAdapter() {
      @Override
      public void onStreamClosed(Http2Stream stream) {
        close(stream);
      }
    });
  }

  /** Tells this one of every frame from now on, and why it was the next. */
  void tell(ScheduleListener of) {
    listener = of;
  }

  /** Where a stream stands, open or still to come; null for one that is closed or unknown. */
  @Nullable
  StreamPriority priority(int streamId) {
    ScheduledStream stream = scheduler == null ? null : scheduler.find(streamId);
    return stream == null ? null : stream.priority();
  }

  /** Makes a stream known with what its request said, before anything is written on it. */
  void open(Http2Stream stream, @Nullable StreamPriority priority, Http2ClientStream owner) {
    Entry entry = new Entry(stream, owner);
    entry.scheduled = scheduler(priority).open(stream.id(), priority, entry);
    stream.setProperty(key, entry);
  }

  /** The client, or the server's own rules, move a stream; it need not exist yet. */
  void reprioritize(int streamId, StreamPriority priority) {
    if (!scheduler(priority).reprioritize(streamId, priority)) {
      idleBoundExceeded = true;
    }
  }

  /** Gives an open stream the place that the server's own rules want. */
  void override(int streamId, StreamPriority priority) {
    StreamScheduler current = scheduler;
    ScheduledStream stream = current == null ? null : current.find(streamId);
    if (current != null && stream != null) {
      current.override(stream, priority);
    }
  }

  /** The urgency of an open stream, or what its place stands for. */
  Urgency standing(int streamId) {
    ScheduledStream stream = scheduler == null ? null : scheduler.find(streamId);
    return stream == null ? Urgency.DEFAULT : stream.standing();
  }

  /** Whether the client keeps more idle streams in its order than we want to remember for it. */
  boolean isIdleBoundExceeded() {
    return idleBoundExceeded;
  }

  /** Where a stream begins that is pushed with this document; null if the document has no place itself. */
  @Nullable
  StreamPriority belowDocument(int documentStreamId) {
    ScheduledStream document = scheduler == null ? null : scheduler.find(documentStreamId);
    return document == null ? null : PriorityOverride.belowDocument(document);
  }

  /** Bytes of a stream that wait for their turn or for window. */
  long pendingBytes(Http2Stream stream) {
    Entry entry = stream.getProperty(key);
    return entry == null ? 0 : entry.pendingBytes;
  }

  @Nullable
  PriorityFacts facts(
      int streamId,
      boolean clientStated,
      @Nullable CharSequence contentType,
      @Nullable CharSequence upstreamPriority) {
    StreamScheduler current = scheduler;
    ScheduledStream stream = current == null ? null : current.find(streamId);
    return current == null || stream == null
        ? null
        : PriorityFacts.of(current, stream, clientStated, contentType, upstreamPriority);
  }

  private StreamScheduler scheduler(@Nullable StreamPriority first) {
    StreamScheduler current = scheduler;
    if (current == null) {
      current = first == null || first instanceof TreeDependency
          ? new DependencyTree()
          : new UrgencyQueues();
      scheduler = current;
    }
    return current;
  }

  @Override
  public void updateDependencyTree(
      int childStreamId, int parentStreamId, short weight, boolean exclusive) {
    // Netty tells this of every HEADERS, also where the client gave no dependency: it would make a
    // tree of every connection. RequestFrames tells what was really said.
  }

  @Override
  public void updateStreamableBytes(StreamState state) {
    Entry entry = state.stream().getProperty(key);
    if (entry == null) {
      return;
    }
    entry.pendingBytes = state.pendingBytes();
    entry.streamableBytes = (int) Math.min(state.pendingBytes(), Math.max(0, state.windowSize()));
    // A stream whose window is used up can still send what has no length: trailers, or an empty
    // DATA frame that ends it.
    boolean sendable = state.hasFrame()
        && (entry.streamableBytes > 0 || (state.windowSize() >= 0 && state.pendingBytes() == 0));
    ScheduledStream scheduled = entry.scheduled;
    if (scheduled != null && sendable != scheduled.isActive()) {
      if (sendable) {
        scheduler(null).activate(scheduled);
      } else {
        scheduler(null).deactivate(scheduled);
      }
    }
  }

  @Override
  public boolean distribute(int maxBytes, Writer writer) {
    StreamScheduler current = scheduler;
    if (current == null) {
      return false;
    }
    int remaining = maxBytes;
    for (ScheduledStream next = current.next(); next != null; next = current.next()) {
      Entry entry = (Entry) next.owner();
      if (entry == null || (remaining <= 0 && entry.streamableBytes > 0)) {
        // Out of connection window or of room in the socket. The turn that was just given is lost,
        // which a later round
        // evens out; the stream stays active.
        return true;
      }
      // One frame, as long as one TLS record holds.
      int bytes = Math.min(Math.min(remaining, entry.streamableBytes), Limits.DATA_FRAME_BYTES);
      remaining -= bytes;
      if (listener != ScheduleListener.DISABLED) {
        // Before the write: it may end the stream.
        listener.frameSent(System.nanoTime(), next.streamId(), bytes, current.lastReason());
      }
      // Netty calls updateStreamableBytes from within, so that a stream with nothing left is
      // inactive afterwards.
      writer.write(entry.stream, bytes);
      entry.owner.drained(entry.pendingBytes);
    }
    return false;
  }

  private void close(Http2Stream stream) {
    Entry entry = stream.removeProperty(key);
    if (entry != null && entry.scheduled != null) {
      StreamScheduler current = scheduler(null);
      if (entry.scheduled.isActive()) {
        current.deactivate(entry.scheduled);
      }
      current.close(entry.scheduled);
      entry.scheduled = null;
    }
  }

  /** A stream as flow control sees it. */
  private static final class Entry {
    final Http2Stream stream;
    final Http2ClientStream owner;

    @Nullable
    ScheduledStream scheduled;

    long pendingBytes;
    int streamableBytes;

    Entry(Http2Stream stream, Http2ClientStream owner) {
      this.stream = stream;
      this.owner = owner;
    }
  }
}
