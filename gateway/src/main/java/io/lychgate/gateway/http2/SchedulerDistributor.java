package io.lychgate.gateway.http2;

import io.lychgate.gateway.config.check.Limits;
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
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The only connection between {@link StreamScheduler} and Netty's flow control. Netty reports which streams have data and window.
 * The scheduler selects the next sender, one DATA frame at a time.
 *
 * <p>{@link PriorityScheme} selects the scheduler. Clients without a priority signal get the tree, in which every stream has the
 * same share.
 */
final class SchedulerDistributor implements StreamByteDistributor {
  /** Upper bound for a read from the page cache or from an upstream's socket, which take a fraction of this time. */
  private static final long REFILL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final Http2Connection connection;
  private final Http2Connection.PropertyKey key;
  private final PriorityScheme scheme;
  private final int maxConcurrentStreams;
  private ScheduleListener listener = ScheduleListener.DISABLED;

  /** Streams that only have an end to send, which needs neither window nor a turn. */
  private final ArrayDeque<SendingStream> endings = new ArrayDeque<>(1);

  private @Nullable StreamScheduler scheduler;

  /** Set once the client has sent a priority signal. */
  private boolean isSettled;

  private boolean hasMore;

  /** The last stream that is ahead of no page and had more to send after its frame; null for none. */
  private @Nullable SendingStream besides;

  SchedulerDistributor(
      Http2Connection connection, PriorityScheme scheme, int maxConcurrentStreams) {
    this.connection = connection;
    this.key = connection.newKey();
    this.scheme = scheme;
    this.maxConcurrentStreams = maxConcurrentStreams;
    connection.addListener(new Http2ConnectionAdapter() {
      @Override
      public void onStreamClosed(Http2Stream stream) {
        close(stream);
      }

      /** Netty reports nothing else for a promise that is refused before its HEADERS. */
      @Override
      public void onStreamRemoved(Http2Stream stream) {
        close(stream);
      }
    });
  }

  /** Sets the listener for every frame from now on, with the reason for its selection. */
  void listener(ScheduleListener of) {
    listener = of;
  }

  /** Returns the priority of an open or idle stream; null for a closed or unknown one. */
  @Nullable
  StreamPriority priority(int streamId) {
    ScheduledStream stream = scheduler == null ? null : scheduler.find(streamId);
    return stream == null ? null : stream.priority();
  }

  /**
   * Registers a stream with the priority of its request, before anything is written on it.
   *
   * @param dependency the RFC 7540 priority in its HEADERS frame; null for none
   * @param field its {@code priority} field; null for none
   */
  void open(
      Http2Stream stream,
      @Nullable TreeDependency dependency,
      @Nullable Urgency field,
      Http2ClientStream owner) {
    StreamScheduler current = schedulerAfter(field == null ? dependency : field);
    // Where the field takes precedence, a request without one has the default urgency (RFC 9218
    // section 5), whatever its weight.
    boolean isOfTree = dependency != null && current instanceof DependencyTree;
    open(stream, isOfTree ? dependency : field, current, owner);
  }

  /** Registers a stream that the gateway promises. */
  void openPromised(
      Http2Stream stream, @Nullable StreamPriority priority, Http2ClientStream owner) {
    open(stream, priority, scheduler(), owner);
  }

  private void open(
      Http2Stream stream,
      @Nullable StreamPriority priority,
      StreamScheduler in,
      Http2ClientStream owner) {
    SendingStream entry = new SendingStream(stream, owner);
    entry.scheduled = in.open(stream.id(), priority, entry);
    stream.setProperty(key, entry);
  }

  /**
   * Applies the client's priority for a stream, which need not exist yet.
   *
   * @return false if the client has moved more such streams than the gateway remembers
   */
  boolean reprioritize(int streamId, StreamPriority priority) {
    return schedulerAfter(priority).reprioritize(streamId, priority);
  }

  /** Moves an open stream to the place that the server's own rules select. */
  void override(int streamId, StreamPriority priority) {
    StreamScheduler current = scheduler;
    ScheduledStream stream = current == null ? null : current.find(streamId);
    if (current != null && stream != null) {
      current.override(stream, priority);
    }
  }

  /** Returns the urgency of an open stream, or the urgency that its place in a tree corresponds to. */
  Urgency standing(int streamId) {
    ScheduledStream stream = scheduler == null ? null : scheduler.find(streamId);
    return stream == null ? Urgency.DEFAULT : stream.standing();
  }

  /** Returns the number of streams that the client has prioritized but not opened. */
  int idleStreams() {
    return scheduler == null ? 0 : scheduler.idleStreams();
  }

  /** Returns true if the client or the gateway gave this stream a place. */
  boolean isKnown(int streamId) {
    return scheduler != null && scheduler.find(streamId) != null;
  }

  /** Returns the initial place of a stream pushed with this document; null if the document itself has no place. */
  @Nullable
  StreamPriority belowDocument(int documentStreamId) {
    ScheduledStream document = scheduler == null ? null : scheduler.find(documentStreamId);
    return document == null ? null : PriorityOverride.belowDocument(document);
  }

  /** Moves a push below its document after the client has moved the document. In a tree, the push has moved with it. */
  void putBelow(int pushedStreamId, int documentStreamId) {
    StreamPriority below = belowDocument(documentStreamId);
    if (below != null && scheduler instanceof UrgencyQueues queues) {
      var unused = queues.reprioritize(pushedStreamId, below);
    }
  }

  /** Returns true if streams had more to send than there was room for. */
  boolean hasMore() {
    return hasMore;
  }

  /** Returns the bytes of a stream that wait for their turn or for window. */
  long pendingBytes(Http2Stream stream) {
    SendingStream entry = stream.getProperty(key);
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
    // RFC 9218 section 4: for a client that sends urgencies, a missing one means the default.
    boolean hasStated = clientStated || (isSettled && current instanceof UrgencyQueues);
    return current == null || stream == null
        ? null
        : PriorityFacts.of(current, stream, hasStated, contentType, upstreamPriority);
  }

  /** Returns the scheduler after this priority signal; {@code word} is null for none. */
  private StreamScheduler schedulerAfter(@Nullable StreamPriority word) {
    StreamScheduler current = scheduler;
    if (current == null) {
      current =
          scheme.isTree(word) ? new DependencyTree() : new UrgencyQueues(maxConcurrentStreams);
      scheduler = current;
    } else if (current instanceof DependencyTree tree && leavesTree(word, tree)) {
      current = UrgencyQueues.of(
          tree, maxConcurrentStreams, (owner, moved) -> ((SendingStream) owner).scheduled = moved);
      scheduler = current;
    }
    isSettled |= word != null;
    return current;
  }

  /**
   * Returns true if this signal replaces the tree by urgencies. Browsers omit the field where it would state the default, and send
   * weights with every request. So neither a missing field nor weights rule out a later field, unless the client has built its own
   * tree.
   */
  private boolean leavesTree(@Nullable StreamPriority word, DependencyTree tree) {
    return word instanceof Urgency && !tree.clientBuildsItsOwnOrder() && !scheme.isTree(word);
  }

  private StreamScheduler scheduler() {
    return schedulerAfter(null);
  }

  @Override
  public void updateDependencyTree(
      int childStreamId, int parentStreamId, short weight, boolean exclusive) {
    // Netty calls this for every HEADERS frame, also without a dependency, which would make a tree
    // of every connection. RequestFrames reports the client's real signals.
  }

  @Override
  public void updateStreamableBytes(StreamState state) {
    SendingStream entry = state.stream().getProperty(key);
    if (entry == null) {
      return;
    }
    if (state.pendingBytes() > entry.pendingBytes) {
      entry.isRefilling = false;
    }
    entry.pendingBytes = state.pendingBytes();
    entry.streamableBytes = (int) Math.min(state.pendingBytes(), Math.max(0, state.windowSize()));
    // RFC 9113 6.9: an empty frame is not subject to flow control. It is trailers, or a DATA frame
    // that ends the stream.
    boolean isEnding = state.hasFrame() && state.windowSize() >= 0 && state.pendingBytes() == 0;
    if (isEnding && !entry.isEnding) {
      endings.add(entry);
    }
    entry.isEnding = isEnding;
    entry.isRefilling &= !isEnding;
    entry.isSendable = state.hasFrame() && entry.streamableBytes > 0;
    settle(entry);
  }

  /** Activates or deactivates a stream in the scheduler. */
  private void settle(SendingStream entry) {
    ScheduledStream scheduled = entry.scheduled;
    boolean takesTurns = entry.takesTurns();
    if (scheduled != null && takesTurns != scheduled.isActive()) {
      if (takesTurns) {
        scheduler().activate(scheduled);
      } else {
        scheduler().deactivate(scheduled);
      }
    }
  }

  /**
   * Releases a stream that was held because there was no room for pushes.
   *
   * @return true if the stream was held
   */
  boolean release(Http2Stream stream) {
    SendingStream entry = stream.getProperty(key);
    if (entry == null || !entry.isHeld) {
      return false;
    }
    entry.isHeld = false;
    settle(entry);
    return true;
  }

  /**
   * Writes frames until {@code maxBytes} are out. The last frame is whole if the connection's window allows. If it were cut to fit
   * the socket, every round would end with a frame of a few bytes.
   */
  @Override
  public boolean distribute(int maxBytes, Writer writer) {
    writeEndings(writer);
    StreamScheduler current = scheduler;
    if (current == null) {
      return false;
    }
    int remaining = maxBytes;
    int window = connection.remote().flowController().windowSize(connection.connectionStream());
    // A stream that is selected but not sent would lose its turn.
    while (remaining > 0 && window > 0) {
      ScheduledStream next = current.next();
      if (next == null) {
        hasMore = false;
        return false;
      }
      SendingStream entry = Objects.requireNonNull((SendingStream) next.owner());
      if (isDataDue(entry)) {
        hasMore = false;
        return false;
      }
      int bytes = frameBytes(entry, window);
      if (bytes > 0) {
        remaining -= bytes;
        window -= bytes;
        if (listener != ScheduleListener.DISABLED) {
          // Must precede the write, which may end the stream.
          listener.frameSent(System.nanoTime(), next.streamId(), bytes, current.lastReason());
        }
        write(entry, bytes, writer);
      }
    }
    hasMore = remaining <= 0;
    return true;
  }

  /**
   * Returns true if the selected stream has nothing to send but its data is due. The stream was faster than the link, was held
   * back, and its responder has just been resumed. The other, less urgent streams wait briefly for it, as in the anticipatory
   * scheduling of Iyer and Druschel for disks (SOSP 2001). The socket has enough to send meanwhile. Otherwise the stream loses its
   * turn.
   */
  private boolean isDataDue(SendingStream entry) {
    if (entry.isSendable) {
      return false;
    }
    long waited = System.nanoTime() - entry.resumedNanos;
    if (waited < REFILL_NANOS) {
      entry.owner.awaitData(REFILL_NANOS - waited);
      return true;
    }
    entry.isRefilling = false;
    settle(entry);
    return false;
  }

  /** Returns the bytes of the stream's next frame. Returns 0 if it has none, or is a push without room ahead of its page. */
  private int frameBytes(SendingStream entry, int window) {
    if (!entry.isSendable) {
      return 0;
    }
    int room = isPathFilledAnyway() ? Integer.MAX_VALUE : entry.owner.roomAhead();
    if (room == 0) {
      entry.isHeld = true;
      settle(entry);
      return 0;
    }
    return Math.min(
        Math.min(entry.streamableBytes, room), Math.min(window, Limits.DATA_FRAME_BYTES));
  }

  /**
   * Returns true if the path is filled by another stream that is no page either. Holding a push then makes no room, and only lets
   * less urgent data go first.
   */
  private boolean isPathFilledAnyway() {
    return besides != null && besides.isSendable;
  }

  private void writeEndings(Writer writer) {
    for (SendingStream entry = endings.poll(); entry != null; entry = endings.poll()) {
      if (entry.isEnding) {
        entry.isEnding = false;
        write(entry, 0, writer);
      }
    }
  }

  private void write(SendingStream entry, int bytes, Writer writer) {
    // Netty calls updateStreamableBytes from within, so a stream with nothing left is inactive
    // afterwards.
    writer.write(entry.stream, bytes);
    if (entry.isSendable && entry.scheduled != null && !entry.owner.isAhead()) {
      besides = entry;
    }
    if (entry.owner.drained(bytes, entry.pendingBytes)) {
      entry.isRefilling = true;
      entry.resumedNanos = System.nanoTime();
      settle(entry);
    }
  }

  private void close(Http2Stream stream) {
    SendingStream entry = stream.removeProperty(key);
    if (entry != null && entry.scheduled != null) {
      StreamScheduler current = scheduler();
      entry.isEnding = false;
      if (entry.scheduled.isActive()) {
        current.deactivate(entry.scheduled);
      }
      current.close(entry.scheduled);
      entry.scheduled = null;
      besides = besides == entry ? null : besides;
    }
  }
}
