package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/** The active streams of one urgency and one kind, linked through the nodes. */
final class UrgencyQueue {
  private @Nullable UrgencyNode first;
  private @Nullable UrgencyNode last;

  @Nullable
  UrgencyNode first() {
    return first;
  }

  void append(UrgencyNode node) {
    insertAfter(last, node);
  }

  /**
   * Inserts by stream number. O(1) for the newest stream and for the oldest, which is removed and inserted repeatedly while it is
   * sent. In the worst case takes as many steps as the connection has streams.
   */
  void insertInOrder(UrgencyNode node) {
    if (last == null || last.streamId < node.streamId) {
      append(node);
      return;
    }
    UrgencyNode before = null;
    for (UrgencyNode at = first; at != null && at.streamId < node.streamId; at = at.next) {
      before = at;
    }
    insertAfter(before, node);
  }

  void remove(UrgencyNode node) {
    UrgencyNode before = node.previous;
    UrgencyNode after = node.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    node.previous = null;
    node.next = null;
    node.queue = null;
  }

  private void insertAfter(@Nullable UrgencyNode before, UrgencyNode node) {
    UrgencyNode after = before == null ? first : before.next;
    node.previous = before;
    node.next = after;
    if (before == null) {
      first = node;
    } else {
      before.next = node;
    }
    if (after == null) {
      last = node;
    } else {
      after.previous = node;
    }
    node.queue = this;
  }
}
