package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * The dependency tree of RFC 7540 5.3: streams depend on streams, and siblings share by weight. Event loop only.
 *
 * <p>Each choice walks down from the root and takes the next dependent in the ring. If that stream has no data, its turn goes to
 * its own dependents; otherwise it sends one frame. So a stream goes before its dependents, shares count frames and not bytes, and
 * a choice costs O(1) per level.
 *
 * <p>Orders are those of H2O 2.2.5, frame by frame. Unlike 2.2.5 and like later versions of H2O, the last few closed streams keep
 * their place. Unlike both, a raised stream is no longer raised once it is closed, so that its dependents do not go before
 * everything else.
 *
 * <p>A stream to which the gateway gave an urgency ({@link #override}) sends from queues beside the tree. The tree and the queues
 * each propose a stream. The more urgent one sends ({@link ScheduledStream#standing}), or the older one if both are equally urgent.
 * A tree without such streams skips the queues.
 */
public final class DependencyTree implements StreamScheduler {
  private final TreeNode root = new TreeNode(0);
  private final StreamTable<TreeNode> streams = new StreamTable<>();

  /** A ring buffer; {@code nextClosed} is the index of the oldest. */
  private final @Nullable TreeNode[] closed =
      new @Nullable TreeNode[SchedulerLimits.CLOSED_STREAMS];

  private int nextClosed;

  /**
   * The stream that sends now. It stays out of its ring until the next call, because only then is it known if it goes back. Putting
   * it back earlier would charge it for an unused turn.
   */
  private @Nullable TreeNode sending;

  /** The streams to which the gateway gave an urgency. Created with the first of them. */
  private @Nullable UrgencyQueues overridden;

  private ScheduleReason lastReason = ScheduleReason.NONE_ACTIVE;

  /**
   * Opens a stream. An existing node keeps its place if the request states no priority; a new one gets the default (RFC 7540
   * 5.3.5).
   */
  @Override
  public ScheduledStream open(
      int streamId, @Nullable StreamPriority priority, @Nullable Object owner) {
    settle();
    TreeNode node = streams.find(streamId);
    if (node == null) {
      node = new TreeNode(streamId);
      place(node, priority == null ? TreeDependency.DEFAULT : inTree(priority));
      streams.addOpen(node);
    } else {
      streams.adopt(node);
      if (priority != null) {
        move(node, inTree(priority));
      }
    }
    node.owner = owner;
    if ((streamId & 1) == 0 && priority instanceof Urgency urgency) {
      // A push below a document to which the gateway gave an urgency.
      override(node, urgency);
    }
    return node;
  }

  @Override
  public @Nullable ScheduledStream find(int streamId) {
    return streams.findLive(streamId);
  }

  @Override
  public boolean reprioritize(int streamId, StreamPriority priority) {
    settle();
    TreeNode node = streams.find(streamId);
    if (node != null) {
      // The client's order lacks the gateway's facts, so a raised stream stays raised.
      if (node.state != StreamNode.State.CLOSED && node.weight != TreeDependency.RAISED_WEIGHT) {
        move(node, inTree(priority));
      }
      return true;
    }
    if (!streams.mayBecomeIdle(streamId)) {
      return true;
    }
    if (streams.idle() >= SchedulerLimits.IDLE_STREAMS) {
      return false;
    }
    TreeNode idle = new TreeNode(streamId);
    place(idle, inTree(priority));
    streams.addIdle(idle);
    return true;
  }

  @Override
  public void override(ScheduledStream stream, StreamPriority priority) {
    TreeNode node = requireOpen(stream);
    if (priority instanceof Urgency urgency) {
      sendBeside(node, urgency);
    } else if (node.overridden == null) {
      reprioritize(node.streamId, priority);
    } else {
      // The stream has left the tree, so a place in the tree would have no effect.
      int weight = ((TreeDependency) priority).weight();
      sendBeside(
          node, weight == TreeDependency.RAISED_WEIGHT ? Urgency.RAISED : Urgency.ofWeight(weight));
    }
  }

  private void sendBeside(TreeNode node, Urgency urgency) {
    UrgencyQueues queues = overridden;
    if (queues == null) {
      queues = new UrgencyQueues(0);
      overridden = queues;
    }
    if (node.overridden != null) {
      queues.override(node.overridden, urgency);
      return;
    }
    boolean wasActive = node.selfActive;
    deactivate(node);
    UrgencyNode beside = (UrgencyNode) queues.open(node.streamId, urgency, node);
    node.overridden = beside;
    if (wasActive) {
      queues.activate(beside);
    }
  }

  @Override
  public void close(ScheduledStream stream) {
    TreeNode node = requireOpen(stream);
    deactivate(node);
    settle();
    if (node.overridden != null && overridden != null) {
      overridden.close(node.overridden);
      node.overridden = null;
    }
    node.state = StreamNode.State.CLOSED;
    node.owner = null;
    if (node.weight == TreeDependency.RAISED_WEIGHT) {
      node.moveUnder(node.requireParent(), TreeDependency.RAISED_WEIGHT - 1, false);
    }
    TreeNode oldest = closed[nextClosed];
    if (oldest != null) {
      oldest.removeFromTree();
      streams.remove(oldest);
    }
    closed[nextClosed] = node;
    nextClosed = (nextClosed + 1) % closed.length;
  }

  @Override
  public void activate(ScheduledStream stream) {
    TreeNode node = requireOpen(stream);
    settle();
    if (node.overridden != null && overridden != null) {
      overridden.activate(node.overridden);
    } else if (!node.selfActive) {
      node.selfActive = true;
      node.gainActive();
    }
  }

  @Override
  public void deactivate(ScheduledStream stream) {
    TreeNode node = requireOpen(stream);
    if (node.overridden != null && overridden != null) {
      overridden.deactivate(node.overridden);
      return;
    }
    if (!node.selfActive) {
      return;
    }
    node.selfActive = false;
    if (node == sending) {
      sending = null;
      node.loseActiveWhileOut();
    } else {
      settle();
      node.loseActive();
    }
  }

  @Override
  public @Nullable ScheduledStream next() {
    settle();
    UrgencyNode beside = overridden == null ? null : overridden.peek();
    return beside != null && isBefore(beside, candidate()) ? nextOverridden() : nextInTree();
  }

  /** Returns the stream that the tree would choose, without giving it the turn. */
  private @Nullable TreeNode candidate() {
    TreeNode node = root.ring().peek();
    while (node != null && !node.selfActive) {
      node = node.ring().peek();
    }
    return node;
  }

  private static boolean isBefore(UrgencyNode beside, @Nullable TreeNode inTree) {
    if (inTree == null) {
      return true;
    }
    int difference = beside.priority.urgency() - inTree.standing().urgency();
    return difference < 0 || (difference == 0 && beside.streamId < inTree.streamId);
  }

  private @Nullable ScheduledStream nextOverridden() {
    ScheduledStream beside = overridden == null ? null : overridden.next();
    lastReason = ScheduleReason.OVERRIDDEN;
    return beside == null ? null : (TreeNode) beside.owner();
  }

  private @Nullable ScheduledStream nextInTree() {
    int depth = 1;
    WeightedRing ring = root.ring();
    TreeNode node = ring.take();
    while (node != null && !node.selfActive) {
      ring.put(node);
      ring = node.ring();
      node = ring.take();
      depth++;
    }
    sending = node;
    lastReason = reasonFor(node, depth);
    return node;
  }

  @Override
  public ScheduleReason lastReason() {
    return lastReason;
  }

  @Override
  public int idleStreams() {
    return streams.idle();
  }

  @Override
  public boolean clientBuildsItsOwnOrder() {
    return streams.idle() > 0;
  }

  StreamTable<TreeNode> streams() {
    return streams;
  }

  private static ScheduleReason reasonFor(@Nullable TreeNode node, int depth) {
    if (node == null) {
      return ScheduleReason.NONE_ACTIVE;
    }
    if (node.weight == TreeDependency.RAISED_WEIGHT) {
      return ScheduleReason.RAISED;
    }
    return depth == 1 ? ScheduleReason.WEIGHTED_TURN : ScheduleReason.DEPENDENT_TURN;
  }

  private void settle() {
    TreeNode node = sending;
    if (node != null) {
      sending = null;
      node.requireParent().ring().put(node);
    }
  }

  private void place(TreeNode node, TreeDependency dependency) {
    TreeNode parent = parentFor(dependency);
    if (parent == null) {
      node.placeUnder(root, TreeDependency.DEFAULT.weight(), false);
    } else {
      node.placeUnder(parent, dependency.weight(), dependency.exclusive());
    }
  }

  private void move(TreeNode node, TreeDependency dependency) {
    TreeNode parent = parentFor(dependency);
    if (parent == node) {
      // RFC 7540 5.3.1 requires a stream error, which the edge sends; the tree stays unchanged.
      return;
    }
    node.exclusive = parent != null && dependency.exclusive();
    if (parent == null) {
      node.moveUnder(root, TreeDependency.DEFAULT.weight(), false);
    } else {
      node.moveUnder(parent, dependency.weight(), dependency.exclusive());
    }
  }

  /** Returns the parent; null, which means the default priority, if it is not in the tree (RFC 7540 5.3.1). */
  private @Nullable TreeNode parentFor(TreeDependency dependency) {
    return dependency.parentId() == 0 ? root : streams.find(dependency.parentId());
  }

  /** Converts the priority of a client that uses RFC 9218 on a tree: one level, and the weight that represents the urgency. */
  private static TreeDependency inTree(StreamPriority priority) {
    if (priority instanceof TreeDependency dependency) {
      return dependency;
    }
    return new TreeDependency(0, TreeDependency.weightOf((Urgency) priority), false);
  }

  private static TreeNode requireOpen(ScheduledStream stream) {
    TreeNode node = (TreeNode) stream;
    if (node.state != StreamNode.State.OPEN) {
      throw new IllegalStateException(
          "stream " + node.streamId + ": " + node.state + " (expected: OPEN)");
    }
    return node;
  }
}
