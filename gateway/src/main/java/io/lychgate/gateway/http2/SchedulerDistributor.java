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
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one seam between our {@link StreamScheduler} and Netty's flow control: Netty says which streams have data and window, the
 * scheduler says which of them sends next, one DATA frame at a time.
 *
 * <p>{@link PriorityScheme} says by which scheduler. Clients that say nothing get the tree: every stream the same share.
 */
final class SchedulerDistributor implements StreamByteDistributor {
  /** A file of the page cache is read, or an upstream's socket, in a fraction of this time. */
  private static final long REFILL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final Http2Connection connection;
  private final Http2Connection.PropertyKey key;
  private final PriorityScheme scheme;
  private final int maxConcurrentStreams;
  private ScheduleListener listener = ScheduleListener.DISABLED;

  /** Streams that have only an end to send, which needs neither window nor a turn. */
  private final ArrayDeque<SendingStream> endings = new ArrayDeque<>();

  private @Nullable StreamScheduler scheduler;

  /** The client has said something of the order. */
  private boolean isSettled;

  private boolean hasMore;

  /** Goes ahead of no page, and had more to send after its last frame; null if there was none. */
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

      /** Of a promise that is refused before its HEADERS Netty tells nothing else. */
      @Override
      public void onStreamRemoved(Http2Stream stream) {
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

  /**
   * Makes a stream known with what its request said, before anything is written on it.
   *
   * @param dependency the RFC 7540 priority in its HEADERS frame, null for none
   * @param field its {@code priority} field, null for none
   */
  void open(
      Http2Stream stream,
      @Nullable TreeDependency dependency,
      @Nullable Urgency field,
      Http2ClientStream owner) {
    StreamScheduler current = schedulerAfter(field == null ? dependency : field);
    // Where the field rules, a request without one is of the default urgency (RFC 9218 section 5),
    // whatever its weight.
    boolean isOfTree = dependency != null && current instanceof DependencyTree;
    open(stream, isOfTree ? dependency : field, current, owner);
  }

  /** The same for a stream that we promise. */
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
   * The client moves a stream, which need not exist yet.
   *
   * @return false if it has moved more such streams than are remembered for it
   */
  boolean reprioritize(int streamId, StreamPriority priority) {
    return schedulerAfter(priority).reprioritize(streamId, priority);
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

  /** Streams that the client ordered and has not asked for yet. */
  int idleStreams() {
    return scheduler == null ? 0 : scheduler.idleStreams();
  }

  /** Whether the client, or we, gave this stream a place. */
  boolean isKnown(int streamId) {
    return scheduler != null && scheduler.find(streamId) != null;
  }

  /** Where a stream begins that is pushed with this document; null if the document has no place itself. */
  @Nullable
  StreamPriority belowDocument(int documentStreamId) {
    ScheduledStream document = scheduler == null ? null : scheduler.find(documentStreamId);
    return document == null ? null : PriorityOverride.belowDocument(document);
  }

  /** The same once more for a push whose document the client has moved. In a tree it has moved with it. */
  void putBelow(int pushedStreamId, int documentStreamId) {
    StreamPriority below = belowDocument(documentStreamId);
    if (below != null && scheduler instanceof UrgencyQueues queues) {
      var unused = queues.reprioritize(pushedStreamId, below);
    }
  }

  /** Whether streams had more to send than there was room for. */
  boolean hasMore() {
    return hasMore;
  }

  /** Bytes of a stream that wait for their turn or for window. */
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
    // RFC 9218 section 4: of a client that states urgencies, silence means the default one.
    boolean hasStated = clientStated || (isSettled && current instanceof UrgencyQueues);
    return current == null || stream == null
        ? null
        : PriorityFacts.of(current, stream, hasStated, contentType, upstreamPriority);
  }

  /** The scheduler, after the client's word on the order if it is one. */
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
   * Browsers leave the field out where it would say the default, and send weights with every request: neither silence nor weights
   * settle anything against a field that comes later, unless the client has built something of them.
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
    // Netty tells this of every HEADERS, also where the client gave no dependency: it would make a
    // tree of every connection. RequestFrames tells what was really said.
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
    // RFC 9113 6.9: what has no length is not subject to flow control. Trailers, or an empty DATA
    // frame that ends the stream.
    boolean isEnding = state.hasFrame() && state.windowSize() >= 0 && state.pendingBytes() == 0;
    if (isEnding && !entry.isEnding) {
      endings.add(entry);
    }
    entry.isEnding = isEnding;
    entry.isRefilling &= !isEnding;
    entry.isSendable = state.hasFrame() && entry.streamableBytes > 0;
    settle(entry);
  }

  /** Among those that send, or not. */
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
   * A stream that was held, as there was no room for pushes, may try again.
   *
   * @return whether it was
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
   * Writes frames until so many bytes are out, with the last one whole if the connection's window allows: cut to fit the socket,
   * every round would end in a frame of a few octets.
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
    // A stream that is asked for and then not sent would lose its turn.
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
          // Before the write: it may end the stream.
          listener.frameSent(System.nanoTime(), next.streamId(), bytes, current.lastReason());
        }
        write(entry, bytes, writer);
      }
    }
    hasMore = remaining <= 0;
    return true;
  }

  /**
   * The stream has its turn and nothing to send. If it was faster than the link, was held back and has just been asked for more,
   * the others, less urgent, wait a moment for it (as Iyer and Druschel's anticipatory scheduling does for disks, SOSP 2001);
   * the socket has enough to send meanwhile. If not, it loses its turn.
   */
  private boolean isDataDue(SendingStream entry) {
    if (entry.isSendable) {
      return false;
    }
    long waited = System.nanoTime() - entry.askedNanos;
    if (waited < REFILL_NANOS) {
      entry.owner.awaitData(REFILL_NANOS - waited);
      return true;
    }
    entry.isRefilling = false;
    settle(entry);
    return false;
  }

  /** Bytes of the stream's next frame; 0 if it has none, or is a push that there is no room for ahead of its page. */
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
   * What would be sent in place of a stream that is held is no page either. Then holding makes no room, and only lets what is
   * less urgent go first.
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
    // Netty calls updateStreamableBytes from within, so that a stream with nothing left is inactive
    // afterwards.
    writer.write(entry.stream, bytes);
    if (entry.isSendable && entry.scheduled != null && !entry.owner.isAhead()) {
      besides = entry;
    }
    if (entry.owner.drained(bytes, entry.pendingBytes)) {
      entry.isRefilling = true;
      entry.askedNanos = System.nanoTime();
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
