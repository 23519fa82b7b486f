package io.lychgate.scheduler;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * RFC 9218: eight urgencies, and in each the streams to be sent whole and those to be sent in parts.
 * Event loop only.
 *
 * <p>The lowest urgency with an active stream sends. Non-incremental streams go one after the other in
 * order of their numbers, incremental ones in turn, a frame each. RFC 9218 10 leaves open what happens
 * when both kinds share an urgency: here the non-incremental go first, because each of them is worth
 * nothing until it is whole, while the parts of the others only get better with time.
 * A choice allocates nothing and costs O(1).
 */
public final class UrgencyQueues implements StreamScheduler {
  private final UrgencyQueue[] whole = newQueues();
  private final UrgencyQueue[] inParts = newQueues();
  private final StreamTable<UrgencyNode> streams = new StreamTable<>();

  private final int maxIdle;

  private ScheduleReason lastReason = ScheduleReason.NONE_ACTIVE;

  /**
   * @param maxIdle streams that may be prioritized before their requests come. RFC 9218 7.1 allows a client as many as it may
   *     have streams at a time
   */
  public UrgencyQueues(int maxIdle) {
    this.maxIdle = maxIdle;
  }

  /**
   * The open streams of a tree, for a client that turns out to state urgencies. Of those that came before, its silence means the
   * default, whatever their weights; what the gateway decided stands, and pushes stay below their documents.
   *
   * @param moved told of each stream by its owner: handles of the tree are of no use from then on
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
   * A node that exists keeps its priority: RFC 9218 7 has a PRIORITY_UPDATE that came before the
   * request override the field in the request.
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
    // RFC 9113 5.1.1: the idle ones below it will never be opened.
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

  /** What {@link #next} would answer. */
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

  /** RFC 9218 has no streams that only group others: what came early only came early. */
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
   * A PRIORITY frame of RFC 7540 among RFC 9218: Chromium sends both, and changes its mind by the frame alone. Its weights
   * stand for urgencies; of incremental a frame says nothing.
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
