package io.lychgate.gateway.observe;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of one event loop, by slot. Event loop only.
 *
 * <p>It uses slots and not a linked list: a caller can walk it in pieces, with other work of the loop in between. Its index stays
 * valid when connections open and close.
 */
final class ConnectionTable {
  private @Nullable ConnectionRecord[] slots = new @Nullable ConnectionRecord[64];
  private int[] free = new int[64];
  private int freeCount;
  private int used;

  /** Returns the slot for the next record; {@link #put} must follow. */
  int take() {
    if (freeCount > 0) {
      return free[--freeCount];
    }
    if (used == slots.length) {
      slots = Arrays.copyOf(slots, 2 * used);
      free = Arrays.copyOf(free, 2 * used);
    }
    return used++;
  }

  void put(ConnectionRecord record) {
    slots[record.slot] = record;
  }

  /** Removes the record. Returns false if it was removed before. */
  boolean remove(ConnectionRecord record) {
    if (slots[record.slot] != record) {
      return false;
    }
    slots[record.slot] = null;
    free[freeCount++] = record.slot;
    return true;
  }

  /** Returns the number of slots that were ever in use; a walk ends here. */
  int size() {
    return used;
  }

  @Nullable
  ConnectionRecord get(int slot) {
    return slots[slot];
  }
}
