package io.lychgate.gateway.learn;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A map with a bound in octets: what was not asked for the longest is forgotten first. Not thread-safe. */
final class LeastRecent<V extends LeastRecent.Weighed> {
  /** LinkedHashMap's entry and its share of the table, and the key's String with its array. */
  private static final int ENTRY_BYTES = 48 + 8 + 56;

  private final long maxBytes;
  private final LinkedHashMap<String, Slot<V>> slots = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  /** Something that knows about how much heap it takes. */
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

  /** The value of this key has grown. */
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

  /** A view; asking it makes nothing more recent. */
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
