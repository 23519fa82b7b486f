package io.lychgate.scheduler;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of RFC 9218: eight urgencies, each with non-incremental and incremental streams. Event loop only.
 *
 * <p>The lowest urgency value with an active stream sends. Non-incremental streams go one after the other by stream number,
 * incremental ones take turns of one frame each. RFC 9218 10 leaves open the order of both kinds within an urgency. Here the
 * non-incremental go first: each of them is useless until it is complete, while the others are useful in parts. A choice allocates
 * nothing and costs O(1).
 */
public final class UrgencyQueues implements StreamScheduler {
  private final UrgencyQueue[] whole = newQueues();
  private final UrgencyQueue[] inParts = newQueues();
  private final StreamTable<UrgencyNode> streams = new StreamTable<>();

  private final int maxIdle;

  private ScheduleReason lastReason = ScheduleReason.NONE_ACTIVE;

  /**
   * @param maxIdle maximum number of streams that may be prioritized before their requests. RFC 9218 7.1 allows a client as many as
   *     it may have concurrent streams
   */
  public UrgencyQueues(int maxIdle) {
    this.maxIdle = maxIdle;
  }

  /**
   * Converts the open streams of a tree, once a client states urgencies. Streams opened earlier without an urgency get the default,
   * whatever their weights. Priorities from the gateway stay in force, and pushes stay below their documents.
   *
   * @param moved receives each stream by its owner; handles of the tree are invalid from then on
   */
  public static UrgencyQueues of(
      DependencyTree tree, int maxIdle, BiConsumer<Object, ScheduledStream> moved) {
    UrgencyQueues queues = new UrgencyQueues(maxIdle);
    StreamTable<TreeNode> from = tree.streams();
    queues.streams.follow(from);
    from.forEachOpen(node -> {
      if ((node.streamId & 1) == 1) {
        queues.take(node, Urgency.DEFAULT, moved);
      }
    });
    from.forEachOpen(node -> {
      if ((node.streamId & 1) == 0) {
        UrgencyNode document = queues.streams.find(node.requireParent().streamId);
        queues.take(
            node,
            document == null ? Urgency.DEFAULT : PriorityOverride.belowDocument(document),
            moved);
      }
    });
    return queues;
  }

  private void take(
      TreeNode node, StreamPriority priority, BiConsumer<Object, ScheduledStream> moved) {
    ScheduledStream taken = open(node.streamId, priority, node.owner);
    if (node.overridden != null || node.weight == TreeDependency.RAISED_WEIGHT) {
      override(taken, node.standing());
    }
    if (node.isActive()) {
      activate(taken);
    }
    if (node.owner != null) {
      moved.accept(node.owner, taken);
    }
  }

  /**
   * Opens a stream. An existing node keeps its priority: by RFC 9218 7 a PRIORITY_UPDATE before the request overrides the field in
   * the request.
   */
  @Override
  public ScheduledStream open(
      int streamId, @Nullable StreamPriority priority, @Nullable Object owner) {
    UrgencyNode node = streams.find(streamId);
    if (node == null) {
      node = new UrgencyNode(
          streamId, priority == null ? Urgency.DEFAULT : inUrgency(priority, Urgency.DEFAULT));
      streams.addOpen(node);
    } else {
      streams.adopt(node);
    }
    // RFC 9113 5.1.1: the idle streams with lower numbers will never be opened.
    streams.removeIdleBelow(streamId);
    node.owner = owner;
    return node;
  }

  @Override
  public @Nullable ScheduledStream find(int streamId) {
    return streams.findLive(streamId);
  }

  @Override
  public boolean reprioritize(int streamId, StreamPriority priority) {
    UrgencyNode node = streams.find(streamId);
    if (node != null) {
      if (!node.overridden) {
        change(node, inUrgency(priority, node.priority));
      }
      return true;
    }
    if (!streams.mayBecomeIdle(streamId)) {
      return true;
    }
    if (streams.idle() >= maxIdle) {
      return false;
    }
    streams.addIdle(new UrgencyNode(streamId, inUrgency(priority, Urgency.DEFAULT)));
    return true;
  }

  @Override
  public void override(ScheduledStream stream, StreamPriority priority) {
    UrgencyNode node = requireOpen(stream);
    node.overridden = true;
    change(node, inUrgency(priority, node.priority));
  }

  @Override
  public void close(ScheduledStream stream) {
    UrgencyNode node = requireOpen(stream);
    deactivate(node);
    node.state = StreamNode.State.CLOSED;
    node.owner = null;
    streams.remove(node);
  }

  @Override
  public void activate(ScheduledStream stream) {
    UrgencyNode node = requireOpen(stream);
    if (node.queue == null) {
      enqueue(node);
    }
  }

  @Override
  public void deactivate(ScheduledStream stream) {
    UrgencyNode node = requireOpen(stream);
    if (node.queue != null) {
      node.queue.remove(node);
    }
  }

  @Override
  public @Nullable ScheduledStream next() {
    UrgencyNode node = peek();
    if (node == null) {
      lastReason = ScheduleReason.NONE_ACTIVE;
    } else if (node.priority.incremental()) {
      inParts[node.priority.urgency()].remove(node);
      inParts[node.priority.urgency()].append(node);
      lastReason = ScheduleReason.INCREMENTAL_TURN;
    } else {
      lastReason = ScheduleReason.MOST_URGENT;
    }
    return node;
  }

  /** Returns the stream that {@link #next} would return. */
  @Nullable
  UrgencyNode peek() {
    for (int urgency = 0; urgency <= Urgency.MAX_URGENCY; urgency++) {
      UrgencyNode oldest = whole[urgency].first();
      UrgencyNode first = oldest == null ? inParts[urgency].first() : oldest;
      if (first != null) {
        return first;
      }
    }
    return null;
  }

  @Override
  public ScheduleReason lastReason() {
    return lastReason;
  }

  @Override
  public int idleStreams() {
    return streams.idle();
  }

  /** Returns false: RFC 9218 has no streams that only group others, so an early priority frame is no such sign. */
  @Override
  public boolean clientBuildsItsOwnOrder() {
    return false;
  }

  private void change(UrgencyNode node, Urgency priority) {
    if (node.priority == priority) {
      return;
    }
    node.priority = priority;
    if (node.queue != null) {
      node.queue.remove(node);
      enqueue(node);
    }
  }

  private void enqueue(UrgencyNode node) {
    if (node.priority.incremental()) {
      inParts[node.priority.urgency()].append(node);
    } else {
      whole[node.priority.urgency()].insertInOrder(node);
    }
  }

  /**
   * Converts a PRIORITY frame of RFC 7540 on an RFC 9218 connection. Chromium sends both, and changes a priority only by the frame.
   * Its weights represent urgencies; a frame does not state incremental.
   */
  private static Urgency inUrgency(StreamPriority priority, Urgency current) {
    if (priority instanceof Urgency urgency) {
      return urgency;
    }
    int weight = ((TreeDependency) priority).weight();
    return Urgency.ofWeight(weight).withIncremental(current.incremental());
  }

  private static UrgencyNode requireOpen(ScheduledStream stream) {
    UrgencyNode node = (UrgencyNode) stream;
    if (node.state != StreamNode.State.OPEN) {
      throw new IllegalStateException(
          "stream " + node.streamId + ": " + node.state + " (expected: OPEN)");
    }
    return node;
  }

  private static UrgencyQueue[] newQueues() {
    UrgencyQueue[] queues = new UrgencyQueue[Urgency.MAX_URGENCY + 1];
    for (int i = 0; i < queues.length; i++) {
      queues[i] = new UrgencyQueue();
    }
    return queues;
  }
}
