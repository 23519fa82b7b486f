package io.lychgate.gateway.http3.qpack;

import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The field sections with references that a client has not acknowledged, and the number of their streams that may be blocked. A
 * stream may be blocked if a section needs more insertions than the client is known to have (RFC 9204 section 2.1.2).
 */
final class OutstandingSections {
  /**
   * Limit for a client that never acknowledges: at 256 sections, no further sections get references. This is more than twice the
   * streams of a browser, with a head and trailers each.
   */
  static final int MAX_SECTIONS = 256;

  private final LongObjectMap<Deque<Integer>> byStream = new LongObjectHashMap<>();
  private int maxBlocked;
  private int sections;
  private int blocked;

  /** Number of insertions that the client is known to have (RFC 9204 section 2.1.4). */
  private int knownReceived;

  void maxBlocked(int streams) {
    maxBlocked = streams;
  }

  int knownReceived() {
    return knownReceived;
  }

  int blocked() {
    return blocked;
  }

  boolean hasRoom() {
    return sections < MAX_SECTIONS;
  }

  /** Returns true if a section of the stream may need insertions that the client is not known to have. */
  boolean mayBlock(long stream) {
    return blocked < maxBlocked || isBlocked(byStream.get(stream));
  }

  private boolean isBlocked(@Nullable Deque<Integer> required) {
    if (required == null) {
      return false;
    }
    for (int count : required) {
      if (count > knownReceived) {
        return true;
      }
    }
    return false;
  }

  /** Records a sent section that needs this number of insertions. */
  void sent(long stream, int requiredInsertCount) {
    Deque<Integer> required = byStream.get(stream);
    if (required == null) {
      required = new ArrayDeque<>(2);
      byStream.put(stream, required);
    }
    if (requiredInsertCount > knownReceived && !isBlocked(required)) {
      blocked++;
    }
    required.add(requiredInsertCount);
    sections++;
  }

  /** Handles a Section Acknowledgment (RFC 9204 section 4.4.1). */
  void acknowledged(long stream) throws Malformed {
    Deque<Integer> required = byStream.get(stream);
    if (required == null) {
      throw new Malformed("acknowledgment of no section");
    }
    int received = required.remove();
    sections--;
    if (required.isEmpty()) {
      byStream.remove(stream);
    }
    knownReceived = Math.max(knownReceived, received);
    recount();
  }

  /** Handles a Stream Cancellation (RFC 9204 section 4.4.2): the client will not decode the rest of the stream. */
  void cancelled(long stream) {
    Deque<Integer> required = byStream.remove(stream);
    if (required != null) {
      sections -= required.size();
      recount();
    }
  }

  /** Handles an Insert Count Increment (RFC 9204 section 4.4.3). */
  void received(long insertions, int sentInsertions) throws Malformed {
    if (insertions == 0 || insertions > sentInsertions - knownReceived) {
      throw new Malformed("increment of " + insertions);
    }
    knownReceived += (int) insertions;
    recount();
  }

  private void recount() {
    if (blocked == 0) {
      return;
    }
    blocked = 0;
    for (Deque<Integer> required : byStream.values()) {
      if (isBlocked(required)) {
        blocked++;
      }
    }
  }
}
