package io.lychgate.gateway.http3.qpack;

import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** The dynamic table that a client fills for its requests (RFC 9204 section 3.2): the latest entries that fit. */
final class RequestTable {
  private static final int ENTRY_OVERHEAD = 32;

  private final int maxCapacity;

  /** A ring; an entry is at its index modulo the length. */
  private @Nullable Entry[] entries = new Entry[0];

  private int capacity;
  private long size;
  private long inserted;
  private long dropped;

  /** @param maxCapacity capacity in bytes, as in the gateway's SETTINGS */
  RequestTable(int maxCapacity) {
    this.maxCapacity = maxCapacity;
  }

  /** Returns MaxEntries of RFC 9204 section 4.5.1.1. */
  long maxEntries() {
    return maxCapacity / ENTRY_OVERHEAD;
  }

  long inserted() {
    return inserted;
  }

  /** Sets the capacity (RFC 9204 section 4.3.1). */
  void capacity(long bytes) throws Malformed {
    if (bytes > maxCapacity) {
      throw new Malformed("capacity of " + bytes);
    }
    if (entries.length == 0) {
      entries = new Entry[(int) maxEntries()];
    }
    capacity = (int) bytes;
    dropUntil(capacity);
  }

  void insert(AsciiString name, AsciiString value) throws Malformed {
    long bytes = (long) name.length() + value.length() + ENTRY_OVERHEAD;
    if (bytes > capacity) {
      throw new Malformed("entry of " + bytes + " bytes");
    }
    dropUntil(capacity - bytes);
    entries[(int) (inserted % entries.length)] = new Entry(name, value, (int) bytes);
    inserted++;
    size += bytes;
  }

  private void dropUntil(long bytes) {
    while (size > bytes) {
      int slot = (int) (dropped % entries.length);
      Entry oldest = entries[slot];
      size -= oldest == null ? 0 : oldest.size;
      entries[slot] = null;
      dropped++;
    }
  }

  /** Returns an entry by its relative index on the encoder stream: 0 is the latest one (RFC 9204 section 3.2.5). */
  Entry getRelative(long index) throws Malformed {
    return get(inserted - 1 - index);
  }

  /** Returns an entry by its absolute index (RFC 9204 section 3.2.4). */
  Entry get(long absolute) throws Malformed {
    if (absolute < dropped || absolute >= inserted) {
      throw new Malformed("dynamic entry " + absolute);
    }
    Entry entry = entries[(int) (absolute % entries.length)];
    if (entry == null) {
      throw new IllegalStateException("no entry " + absolute);
    }
    return entry;
  }

  /** @param size size in bytes, including the overhead */
  record Entry(AsciiString name, AsciiString value, int size) {}
}
