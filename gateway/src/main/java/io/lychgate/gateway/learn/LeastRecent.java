package io.lychgate.gateway.learn;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A map with a bound in bytes that evicts the least recently used value first. Not thread-safe.
 *
 * <p>It is not Caffeine, whose policy may drop a new entry in favour of frequent ones: a page view has to stay until its assets follow.
 */
final class LeastRecent<V extends LeastRecent.Weighed> {
  /** Bytes of LinkedHashMap's entry and its share of the table, and of the key's String with its array. */
  private static final int ENTRY_BYTES = 48 + 8 + 56;

  private final long maxBytes;
  private final LinkedHashMap<String, Slot<V>> slots = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  /** A value with an estimate of its heap usage. */
  interface Weighed {
    long bytes();
  }

  private static final class Slot<V> {
    final V value;
    long bytes;

    Slot(V value) {
      this.value = value;
    }
  }

  LeastRecent(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Nullable
  V find(String key) {
    Slot<V> slot = slots.get(key);
    return slot == null ? null : slot.value;
  }

  V get(String key, Supplier<V> made) {
    Slot<V> slot = slots.get(key);
    if (slot == null) {
      slot = new Slot<>(made.get());
      slots.put(key, slot);
      weigh(key, slot);
    }
    return slot.value;
  }

  void put(String key, V value) {
    remove(key);
    Slot<V> slot = new Slot<>(value);
    slots.put(key, slot);
    weigh(key, slot);
  }

  /** Updates the size of a key's value after it has grown. */
  void grown(String key) {
    Slot<V> slot = slots.get(key);
    if (slot != null) {
      weigh(key, slot);
    }
  }

  void remove(String key) {
    Slot<V> slot = slots.remove(key);
    bytes -= slot == null ? 0 : slot.bytes;
  }

  int size() {
    return slots.size();
  }

  long bytes() {
    return bytes;
  }

  /** Returns a copy of the entries. It does not count as use of them. */
  Collection<Map.Entry<String, V>> entries() {
    return slots.entrySet().stream()
        .map(each -> Map.entry(each.getKey(), each.getValue().value))
        .toList();
  }

  private void weigh(String key, Slot<V> slot) {
    long now = ENTRY_BYTES + 24 + key.length() + slot.value.bytes();
    bytes += now - slot.bytes;
    slot.bytes = now;
    Iterator<Slot<V>> eldest = slots.values().iterator();
    while (bytes > maxBytes && eldest.hasNext()) {
      bytes -= eldest.next().bytes;
      eldest.remove();
    }
  }
}
