package io.lychgate.gateway.http3.qpack;

import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** The dynamic table that a client fills for its requests (RFC 9204 section 3.2): the last entries for which there is room. */
final class RequestTable {
  private static final int ENTRY_OVERHEAD = 32;

  private final int maxCapacity;

  /** A ring; an entry is at its index modulo the length. */
  private @Nullable Entry[] entries = new Entry[0];

  private int capacity;
  private long size;
  private long inserted;
  private long dropped;

  /** @param maxCapacity octets, as in our SETTINGS */
  RequestTable(int maxCapacity) {
    this.maxCapacity = maxCapacity;
  }

  /** RFC 9204 section 4.5.1.1. */
  long maxEntries() {
    return maxCapacity / ENTRY_OVERHEAD;
  }

  long inserted() {
    return inserted;
  }

  /** RFC 9204 section 4.3.1. */
  void capacity(long octets) throws Malformed {
    if (octets > maxCapacity) {
      throw new Malformed("capacity of " + octets);
    }
    if (entries.length == 0) {
      entries = new Entry[(int) maxEntries()];
    }
    capacity = (int) octets;
    dropUntil(capacity);
  }

  void insert(AsciiString name, AsciiString value) throws Malformed {
    long octets = (long) name.length() + value.length() + ENTRY_OVERHEAD;
    if (octets > capacity) {
      throw new Malformed("entry of " + octets + " octets");
    }
    dropUntil(capacity - octets);
    entries[(int) (inserted % entries.length)] = new Entry(name, value, (int) octets);
    inserted++;
    size += octets;
  }

  private void dropUntil(long octets) {
    while (size > octets) {
      int slot = (int) (dropped % entries.length);
      Entry oldest = entries[slot];
      size -= oldest == null ? 0 : oldest.octets;
      entries[slot] = null;
      dropped++;
    }
  }

  /** Of the encoder stream: 0 is the last one (RFC 9204 section 3.2.5). */
  Entry getRelative(long index) throws Malformed {
    return get(inserted - 1 - index);
  }

  /** RFC 9204 section 3.2.4. */
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

  /** @param octets as they count */
  record Entry(AsciiString name, AsciiString value, int octets) {}
}
