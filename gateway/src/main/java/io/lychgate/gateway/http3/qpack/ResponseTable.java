package io.lychgate.gateway.http3.qpack;

import io.netty.buffer.ByteBuf;

/**
 * What a client's table has of our responses. A field is known by the octets of its line as Netty writes it in full. The table
 * fills once and nothing leaves it: so no insertion can take away what a section still refers to (RFC 9204 section 2.1.1), and a
 * client needs to tell us little.
 */
final class ResponseTable {
  static final int NONE = -1;

  /** RFC 9204 section 3.2.1: what an entry counts besides its octets. */
  static final int ENTRY_OVERHEAD = 32;

  private final long capacity;
  private final byte[][] lines;

  /** The index of an entry plus one, at the hash of its line or behind it; a power of two, never more than half full. */
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

  /** The index of the entry whose line these octets are. */
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

  /** Adds a line that is not there yet and for which there is room, and gives its index. */
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
    // The lower bits choose the slot.
    return hash ^ hash >>> 15;
  }
}
