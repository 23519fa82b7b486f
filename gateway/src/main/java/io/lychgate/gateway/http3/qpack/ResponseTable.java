package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;

/**
 * The entries of a client's table for responses. A field is identified by the bytes of its line as Netty writes it in full. The
 * table fills once, and no entry is evicted. So no insertion can remove an entry that a section still refers to (RFC 9204 section
 * 2.1.1), and a client needs to send few instructions.
 */
final class ResponseTable {
  static final int NONE = -1;

  /** Overhead of an entry in addition to its bytes (RFC 9204 section 3.2.1). */
  static final int ENTRY_OVERHEAD = 32;

  private final long capacity;
  private final byte[][] lines;

  /**
   * The index of an entry plus one, at the hash of its line or after it. The length is a power of two, and at most half of the
   * slots are used.
   */
  private final int[] slots;

  private int inserted;
  private long size;

  ResponseTable(int capacity) {
    this.capacity = capacity;
    int maxEntries = capacity / ENTRY_OVERHEAD;
    lines = new byte[maxEntries][];
    slots = new int[Integer.highestOneBit(Math.max(maxEntries, 1)) * 4];
  }

  int inserted() {
    return inserted;
  }

  long size() {
    return size;
  }

  boolean hasRoom(long entrySize) {
    return size + entrySize <= capacity;
  }

  /** Returns the index of the entry with this line; {@link #NONE} for none. */
  int find(ByteBuf in, int start, int end, int hash) {
    for (int slot = hash & slots.length - 1; slots[slot] != 0; slot = slot + 1 & slots.length - 1) {
      if (isLine(lines[slots[slot] - 1], in, start, end)) {
        return slots[slot] - 1;
      }
    }
    return NONE;
  }

  private static boolean isLine(byte[] line, ByteBuf in, int start, int end) {
    if (line.length != end - start) {
      return false;
    }
    for (int i = 0; i < line.length; i++) {
      if (line[i] != in.getByte(start + i)) {
        return false;
      }
    }
    return true;
  }

  /** Adds a new line, for which there must be room. Returns its index. */
  int add(ByteBuf in, int start, int end, int hash, long entrySize) {
    byte[] line = new byte[end - start];
    in.getBytes(start, line);
    int slot = hash & slots.length - 1;
    while (slots[slot] != 0) {
      slot = slot + 1 & slots.length - 1;
    }
    lines[inserted] = line;
    inserted++;
    slots[slot] = inserted;
    size += entrySize;
    return inserted - 1;
  }

  static int hash(ByteBuf in, int start, int end) {
    int hash = 1;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + in.getByte(i);
    }
    // The lower bits select the slot.
    return hash ^ hash >>> 15;
  }
}
