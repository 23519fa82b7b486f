package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * The active dependents of one tree node, in the order in which they send.
 *
 * <p>A ring of 64 slots, each a FIFO, with a bit for each slot that may contain a node. Weight w moves {@code round(63 * 65536 /
 * w)} 65536ths of a slot ahead. The node carries the fraction of a slot to its next turn, so shares are exact over time. Weight 257
 * has its own FIFO, which is served first.
 *
 * <p>Put and take are O(1) (one count of leading zeros) and allocate nothing. The order is that of H2O, whose recorded orders are
 * among the tests. Advantages over a heap of virtual times: no comparison, no overflow, and weight 256 moves only a quarter of a
 * slot ahead.
 */
final class WeightedRing {
  static final int NOT_QUEUED = -1;

  private static final int SLOTS = 64;
  private static final int UNITS_PER_SLOT = 65536;
  private static final int RAISED_SLOT = SLOTS;

  /** Index w - 1: distance that weight w moves ahead, in 65536ths of a slot. */
  private static final int[] DISTANCE = distances();

  /** First node of each FIFO; its {@code ringPrevious} is the last. The FIFO of weight 257 is at the end. */
  private final @Nullable TreeNode[] heads = new @Nullable TreeNode[SLOTS + 1];

  /** The highest bit represents the current slot. A bit may stay set after its slot's last node has left. */
  private long occupied;

  private int current;

  void put(TreeNode node) {
    if (node.slot != NOT_QUEUED) {
      throw new IllegalStateException(
          "stream " + node.streamId + ": in slot " + node.slot + " (expected: in none)");
    }
    if (node.weight == TreeDependency.RAISED_WEIGHT) {
      append(node, RAISED_SLOT);
      return;
    }
    int distance = DISTANCE[node.weight - 1] + node.carry;
    node.carry = distance % UNITS_PER_SLOT;
    int slotsAhead = distance / UNITS_PER_SLOT;
    occupied |= Long.MIN_VALUE >>> slotsAhead;
    append(node, (current + slotsAhead) % SLOTS);
  }

  /** Returns the node that {@link #take} would return. */
  @Nullable
  TreeNode peek() {
    TreeNode raised = heads[RAISED_SLOT];
    if (raised != null) {
      return raised;
    }
    long ahead = occupied;
    int slot = current;
    while (ahead != 0) {
      int skipped = Long.numberOfLeadingZeros(ahead);
      ahead <<= skipped;
      slot = (slot + skipped) % SLOTS;
      TreeNode node = heads[slot];
      if (node != null) {
        return node;
      }
      ahead &= Long.MAX_VALUE;
    }
    return null;
  }

  @Nullable
  TreeNode take() {
    TreeNode raised = heads[RAISED_SLOT];
    if (raised != null) {
      remove(raised);
      return raised;
    }
    while (occupied != 0) {
      int skipped = Long.numberOfLeadingZeros(occupied);
      occupied <<= skipped;
      current = (current + skipped) % SLOTS;
      TreeNode node = heads[current];
      if (node != null) {
        remove(node);
      }
      if (heads[current] == null) {
        occupied &= Long.MAX_VALUE;
      }
      if (node != null) {
        return node;
      }
    }
    return null;
  }

  /** Removes a node. The bit of the slot stays set; {@link #take} clears it when it reaches the slot. */
  void remove(TreeNode node) {
    int slot = node.slot;
    TreeNode next = node.ringNext;
    TreeNode previous = node.ringPrevious;
    if (slot == NOT_QUEUED || next == null || previous == null) {
      throw new IllegalStateException(
          "stream " + node.streamId + ": in no slot (expected: in one)");
    }
    if (next == node) {
      heads[slot] = null;
    } else {
      previous.ringNext = next;
      next.ringPrevious = previous;
      if (heads[slot] == node) {
        heads[slot] = next;
      }
    }
    node.ringNext = null;
    node.ringPrevious = null;
    node.slot = NOT_QUEUED;
  }

  private void append(TreeNode node, int slot) {
    TreeNode head = heads[slot];
    if (head == null) {
      heads[slot] = node;
      node.ringPrevious = node;
      node.ringNext = node;
    } else {
      TreeNode last = head.ringPrevious == null ? head : head.ringPrevious;
      last.ringNext = node;
      node.ringPrevious = last;
      node.ringNext = head;
      head.ringPrevious = node;
    }
    node.slot = slot;
  }

  private static int[] distances() {
    int[] distances = new int[256];
    for (int weight = 1; weight <= distances.length; weight++) {
      distances[weight - 1] = (int) Math.round((SLOTS - 1) * (double) UNITS_PER_SLOT / weight);
    }
    return distances;
  }
}
