package io.lychgate.scheduler;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * RFC 7540 5.3 with virtual time: the model that {@link DependencyTree} must agree with. Instead of a ring, every queued node has
 * the number of the slot in which it is due, counted without wrapping, and its order of arrival. Instead of counters, a search of
 * the whole tree finds active nodes.
 */
final class NaiveTree {
  private final Node root = new Node(0, null, 16);
  private final Map<Integer, Node> nodes = new HashMap<>();
  private final Set<Integer> idle = new HashSet<>();
  private final Deque<Node> closed = new ArrayDeque<>();
  private long arrivals;
  private @Nullable Node sending;

  private static final class Node {
    final int id;

    @Nullable
    Node parent;

    final List<Node> children = new ArrayList<>();
    int weight;
    boolean active;
    boolean queued;
    long due;
    long arrival;
    int carry;
    long now;

    Node(int id, @Nullable Node parent, int weight) {
      this.id = id;
      this.parent = parent;
      this.weight = weight;
    }

    boolean hasActive() {
      return active || children.stream().anyMatch(Node::hasActive);
    }
  }

  /** Returns 0 if no stream is active. */
  int next() {
    settle();
    Node at = root;
    while (true) {
      Node node = at.children.stream()
          .filter(child -> child.queued)
          .min(Comparator.comparing((Node child) -> child.weight != TreeDependency.RAISED_WEIGHT)
              .thenComparingLong(child -> child.due)
              .thenComparingLong(child -> child.arrival))
          .orElse(null);
      if (node == null) {
        return 0;
      }
      if (node.weight != TreeDependency.RAISED_WEIGHT) {
        at.now = node.due;
      }
      node.queued = false;
      if (node.active) {
        sending = node;
        return node.id;
      }
      queue(node);
      at = node;
    }
  }

  /** Returns false if there is no space for another idle stream. */
  boolean idle(int id, TreeDependency priority) {
    settle();
    if (idle.contains(id)) {
      move(id, priority);
      return true;
    }
    if (idle.size() == SchedulerLimits.IDLE_STREAMS) {
      return false;
    }
    idle.add(id);
    place(id, priority);
    return true;
  }

  void open(int id, @Nullable TreeDependency priority) {
    settle();
    if (!idle.remove(id)) {
      place(id, priority == null ? TreeDependency.DEFAULT : priority);
    } else if (priority != null) {
      move(id, priority);
    }
  }

  private void place(int id, TreeDependency priority) {
    Node parent = priority.parentId() == 0 ? root : nodes.get(priority.parentId());
    Node node =
        new Node(id, parent == null ? root : parent, parent == null ? 16 : priority.weight());
    nodes.put(id, node);
    Objects.requireNonNull(node.parent).children.add(node);
    if (parent != null && priority.exclusive()) {
      takeOthers(parent, node);
    }
  }

  void move(int id, TreeDependency priority) {
    settle();
    Node node = Objects.requireNonNull(nodes.get(id));
    if (node.weight == TreeDependency.RAISED_WEIGHT) {
      return;
    }
    Node parent = priority.parentId() == 0 ? root : nodes.get(priority.parentId());
    if (parent == null) {
      move(node, root, 16, false);
    } else if (parent != node) {
      move(node, parent, priority.weight(), priority.exclusive());
    }
  }

  void active(int id, boolean active) {
    Node node = Objects.requireNonNull(nodes.get(id));
    if (node != sending) {
      settle();
    }
    node.active = active;
    if (node == sending) {
      sending = null;
      if (node.hasActive()) {
        queue(node);
      }
    }
    refresh(node);
  }

  void close(int id) {
    Node node = Objects.requireNonNull(nodes.get(id));
    active(id, false);
    settle();
    if (node.weight == TreeDependency.RAISED_WEIGHT) {
      move(node, Objects.requireNonNull(node.parent), 256, false);
    }
    closed.add(node);
    if (closed.size() > SchedulerLimits.CLOSED_STREAMS) {
      forget(closed.remove());
    }
  }

  private void forget(Node node) {
    Node parent = Objects.requireNonNull(node.parent);
    long sum = node.children.stream().mapToLong(child -> child.weight).sum();
    for (Node child : List.copyOf(node.children)) {
      long factor = (node.weight * 65536L + sum / 2) / sum;
      long share = (child.weight * factor / 32768 + 1) / 2;
      move(child, parent, (int) Math.max(1, Math.min(256, share)), false);
    }
    parent.children.remove(node);
    nodes.remove(node.id);
  }

  private void move(Node node, Node newParent, int weight, boolean exclusive) {
    if (node.parent == newParent && node.weight == weight && !exclusive) {
      return;
    }
    Node oldParent = Objects.requireNonNull(node.parent);
    for (Node above = newParent; above != null; above = above.parent) {
      if (above == node) {
        relink(newParent, oldParent);
        break;
      }
    }
    node.weight = weight;
    relink(node, newParent);
    if (exclusive) {
      takeOthers(newParent, node);
    }
  }

  private void takeOthers(Node parent, Node only) {
    for (Node child : List.copyOf(parent.children)) {
      if (child != only) {
        move(child, only, child.weight, false);
      }
    }
  }

  /** Dequeues and queues the node again. If the ancestor stays the same, the ancestor moves to the end. */
  private void relink(Node node, Node newParent) {
    Node oldParent = Objects.requireNonNull(node.parent);
    boolean wasQueued = node.queued;
    node.queued = false;
    oldParent.children.remove(node);
    refresh(oldParent);
    node.parent = newParent;
    newParent.children.add(node);
    if (wasQueued) {
      queue(node);
    }
    refresh(newParent);
  }

  /** Walks up from a node: queues nodes that have become active and removes nodes that are no longer active. */
  private void refresh(Node start) {
    for (Node node = start; node.parent != null; node = node.parent) {
      boolean active = node.hasActive();
      if (active && !node.queued && node != sending) {
        queue(node);
      } else if (!active) {
        node.queued = false;
      }
    }
  }

  private void settle() {
    Node node = sending;
    sending = null;
    if (node != null) {
      queue(node);
    }
  }

  private void queue(Node node) {
    node.queued = true;
    node.arrival = arrivals++;
    if (node.weight == TreeDependency.RAISED_WEIGHT) {
      node.due = 0;
      return;
    }
    int distance = (int) Math.round(63 * 65536.0 / node.weight) + node.carry;
    node.carry = distance % 65536;
    node.due = Objects.requireNonNull(node.parent).now + distance / 65536;
  }
}
