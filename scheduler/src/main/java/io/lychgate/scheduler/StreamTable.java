package io.lychgate.scheduler;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one connection by stream number, chained through the nodes themselves: a map that neither boxes the number nor
 * creates an entry object per request. Also keeps the number of idle nodes and the highest stream number that a client has used.
 */
final class StreamTable<N extends StreamNode<N>> {
  private static final int FIRST_CAPACITY = 16;

  /** Length is a power of two; each element is the head of a chain. */
  private @Nullable StreamNode<N>[] buckets = newBuckets(FIRST_CAPACITY);

  private int size;
  private int idle;
  private int highestClientId;

  /** Returns the idle, open or closed node with this number. */
  @Nullable
  N find(int streamId) {
    N node = headOf(bucketOf(streamId));
    while (node != null && node.streamId != streamId) {
      node = node.nextInBucket;
    }
    return node;
  }

  /** Returns the idle or open node with this number. */
  @Nullable
  N findLive(int streamId) {
    N node = find(streamId);
    return node == null || node.state == StreamNode.State.CLOSED ? null : node;
  }

  void addIdle(N node) {
    add(node);
    idle++;
  }

  void addOpen(N node) {
    add(node);
    markOpen(node);
  }

  void adopt(N node) {
    if (node.state != StreamNode.State.IDLE) {
      throw new IllegalStateException(
          "stream " + node.streamId + ": " + node.state + " (expected: IDLE)");
    }
    idle--;
    markOpen(node);
  }

  void remove(N node) {
    int bucket = bucketOf(node.streamId);
    N before = headOf(bucket);
    if (before == node) {
      buckets[bucket] = node.nextInBucket;
    } else {
      while (before != null && before.nextInBucket != node) {
        before = before.nextInBucket;
      }
      if (before == null) {
        throw new IllegalStateException("stream " + node.streamId + ": unknown (expected: known)");
      }
      before.nextInBucket = node.nextInBucket;
    }
    node.nextInBucket = null;
    size--;
  }

  int idle() {
    return idle;
  }

  /** Removes the client's idle nodes with lower numbers. Visits all nodes, but only if at least one is idle. */
  void removeIdleBelow(int streamId) {
    if (idle == 0 || (streamId & 1) == 0) {
      return;
    }
    for (StreamNode<N> head : buckets) {
      N node = cast(head);
      while (node != null) {
        N next = node.nextInBucket;
        if (node.state == StreamNode.State.IDLE && node.streamId < streamId) {
          remove(node);
          idle--;
        }
        node = next;
      }
    }
  }

  void forEachOpen(Consumer<N> action) {
    for (StreamNode<N> head : buckets) {
      for (N node = cast(head); node != null; node = node.nextInBucket) {
        if (node.state == StreamNode.State.OPEN) {
          action.accept(node);
        }
      }
    }
  }

  /** Takes over the highest number that the client has used in an earlier table. */
  void follow(StreamTable<?> earlier) {
    highestClientId = Math.max(highestClientId, earlier.highestClientId);
  }

  /**
   * Returns true if a priority frame may create a node for this number. RFC 9113 5.1.1: the numbers of a client's streams are odd
   * and rise, so a lower one that is absent has been closed. An even number is a promise, which the client cannot order in advance.
   */
  boolean mayBecomeIdle(int streamId) {
    return (streamId & 1) == 1 && streamId > highestClientId;
  }

  private void markOpen(N node) {
    node.state = StreamNode.State.OPEN;
    if ((node.streamId & 1) == 1) {
      highestClientId = Math.max(highestClientId, node.streamId);
    }
  }

  private void add(N node) {
    if (size >= buckets.length) {
      grow();
    }
    link(node);
    size++;
  }

  private void link(N node) {
    int bucket = bucketOf(node.streamId);
    node.nextInBucket = headOf(bucket);
    buckets[bucket] = node;
  }

  private void grow() {
    @Nullable StreamNode<N>[] old = buckets;
    buckets = newBuckets(old.length * 2);
    for (StreamNode<N> head : old) {
      N node = cast(head);
      while (node != null) {
        N next = node.nextInBucket;
        link(node);
        node = next;
      }
    }
  }

  private int bucketOf(int streamId) {
    // The numbers of one side are all odd or all even, so the lowest bit carries no information.
    return (streamId >>> 1) & (buckets.length - 1);
  }

  private @Nullable N headOf(int bucket) {
    return cast(buckets[bucket]);
  }

  @SuppressWarnings("unchecked")
  private static <N extends StreamNode<N>> @Nullable N cast(@Nullable StreamNode<N> node) {
    return (N) node;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <N extends StreamNode<N>> @Nullable StreamNode<N>[] newBuckets(int capacity) {
    return new StreamNode[capacity];
  }
}
