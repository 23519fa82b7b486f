package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * One stream, or the root, in a {@link DependencyTree}: its links, and the moves of RFC 7540 5.3.
 *
 * <p>A node is queued in its parent's ring while it or a node below it is active; {@code activeCount} counts itself and its active
 * children. So a change of activity walks up only as far as nodes change state.
 */
final class TreeNode extends StreamNode<TreeNode> {
  private static final int MAX_WEIGHT = 256;

  @Nullable
  TreeNode parent;

  private @Nullable TreeNode firstChild;
  private @Nullable TreeNode lastChild;
  private @Nullable TreeNode previousSibling;
  private @Nullable TreeNode nextSibling;

  int weight = TreeDependency.DEFAULT.weight();

  /** True if the client's last placement was exclusive. */
  boolean exclusive;

  /** True if it has data and window and sends in the client's order. */
  boolean selfActive;

  /**
   * The node in the urgency queues that sends in place of this one, after an override; this place then serves its dependents alone.
   */
  @Nullable
  UrgencyNode overridden;

  private int activeCount;

  /** The active children. Created when the first of them becomes active. */
  @Nullable
  WeightedRing ring;

  /** Place in the parent's ring; owned by {@link WeightedRing}. */
  int slot = WeightedRing.NOT_QUEUED;

  int carry;

  @Nullable
  TreeNode ringPrevious;

  @Nullable
  TreeNode ringNext;

  TreeNode(int streamId) {
    super(streamId);
  }

  @Override
  public StreamPriority priority() {
    if (overridden != null) {
      return overridden.priority;
    }
    return new TreeDependency(parent == null ? 0 : parent.streamId, weight, false);
  }

  @Override
  public Urgency standing() {
    if (overridden != null) {
      return overridden.priority;
    }
    if (weight == TreeDependency.RAISED_WEIGHT) {
      return Urgency.RAISED;
    }
    return exclusive ? Urgency.ofWeight(weight) : Urgency.DEFAULT;
  }

  @Override
  public boolean isActive() {
    return overridden == null ? selfActive : overridden.isActive();
  }

  @Override
  public boolean dependsOnRoot() {
    return parent != null && parent.parent == null;
  }

  /** Places a new node for the first time. */
  void placeUnder(TreeNode newParent, int newWeight, boolean isExclusive) {
    weight = newWeight;
    exclusive = isExclusive;
    parent = newParent;
    newParent.appendChild(this);
    if (isExclusive) {
      newParent.giveOtherChildrenTo(this);
    }
  }

  /** Moves the node below another one (RFC 7540 5.3.3). */
  void moveUnder(TreeNode newParent, int newWeight, boolean exclusive) {
    if (newParent == this) {
      throw new IllegalStateException(
          "stream " + streamId + ": under itself (expected: under another)");
    }
    TreeNode oldParent = requireParent();
    if (oldParent == newParent && weight == newWeight && !exclusive) {
      return;
    }
    weight = newWeight;
    // RFC 7540 5.3.3: a descendant that becomes the parent first goes to the old parent and keeps
    // its weight.
    if (newParent.isBelow(this)) {
      newParent.rebind(oldParent, false);
    }
    rebind(newParent, exclusive);
  }

  /** Removes the node: its dependents go to the parent and share the weight in proportion (RFC 7540 5.3.4). */
  void removeFromTree() {
    TreeNode heir = requireParent();
    int sum = 0;
    for (TreeNode child = firstChild; child != null; child = child.nextSibling) {
      sum += child.weight;
    }
    int factor = sum == 0 ? 0 : (weight * 65536 + sum / 2) / sum;
    for (TreeNode child = firstChild; child != null; child = firstChild) {
      child.moveUnder(heir, shareOf(child.weight, factor), false);
    }
    heir.removeChild(this);
    parent = null;
  }

  /**
   * Marks the node as active in H2O's order of steps: queues it and then its ancestors, up to the first that was already active.
   */
  void gainActive() {
    TreeNode node = this;
    while (node.parent != null && ++node.activeCount == 1) {
      node.parent.ring().put(node);
      node = node.parent;
    }
  }

  /** Reverses {@link #gainActive}. */
  void loseActive() {
    TreeNode node = this;
    while (node.parent != null && --node.activeCount == 0) {
      node.parent.ring().remove(node);
      node = node.parent;
    }
  }

  /** Does the same as {@link #loseActive} for a node that was taken out of the ring to send. */
  void loseActiveWhileOut() {
    TreeNode above = requireParent();
    if (--activeCount == 0) {
      above.loseActive();
    } else {
      above.ring().put(this);
    }
  }

  WeightedRing ring() {
    if (ring == null) {
      ring = new WeightedRing();
    }
    return ring;
  }

  TreeNode requireParent() {
    if (parent == null) {
      throw new IllegalStateException("stream " + streamId + ": not in the tree (expected: in it)");
    }
    return parent;
  }

  private void rebind(TreeNode newParent, boolean exclusive) {
    TreeNode oldParent = requireParent();
    oldParent.removeChild(this);
    newParent.appendChild(this);
    if (activeCount != 0) {
      oldParent.ring().remove(this);
      newParent.ring().put(this);
      oldParent.loseActive();
      newParent.gainActive();
    }
    parent = newParent;
    if (exclusive) {
      newParent.giveOtherChildrenTo(this);
    }
  }

  /** The new only child is last in the list, so everything before it moves. */
  private void giveOtherChildrenTo(TreeNode only) {
    for (TreeNode child = firstChild; child != null && child != only; child = firstChild) {
      child.moveUnder(only, child.weight, false);
    }
  }

  private boolean isBelow(TreeNode ancestor) {
    TreeNode node = parent;
    while (node != null && node != ancestor) {
      node = node.parent;
    }
    return node != null;
  }

  private static int shareOf(int childWeight, int factor) {
    // 64 bits: 257 * 257 * 65536 does not fit in 32, and H2O computes it unsigned.
    long share = ((long) childWeight * factor / 32768 + 1) / 2;
    return (int) Math.max(1, Math.min(MAX_WEIGHT, share));
  }

  private void appendChild(TreeNode child) {
    child.previousSibling = lastChild;
    if (lastChild == null) {
      firstChild = child;
    } else {
      lastChild.nextSibling = child;
    }
    lastChild = child;
  }

  private void removeChild(TreeNode child) {
    TreeNode before = child.previousSibling;
    TreeNode after = child.nextSibling;
    if (before == null) {
      firstChild = after;
    } else {
      before.nextSibling = after;
    }
    if (after == null) {
      lastChild = before;
    } else {
      after.previousSibling = before;
    }
    child.previousSibling = null;
    child.nextSibling = null;
  }
}
