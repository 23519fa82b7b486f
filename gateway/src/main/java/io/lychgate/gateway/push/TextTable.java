package io.lychgate.gateway.push;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An immutable map with text keys, looked up by a section of any CharSequence. Unlike HashMap it needs no String per lookup. */
final class TextTable<V> {
  private final @Nullable String[] keys;
  private final @Nullable Object[] values;
  private final boolean foldsCase;

  /** With {@code foldsCase} the keys are in lower case, and lookups ignore ASCII case. */
  TextTable(Map<String, V> entries, boolean foldsCase) {
    int slots = Integer.highestOneBit(Math.max(4, entries.size() * 4));
    this.keys = new String[slots];
    this.values = new Object[slots];
    this.foldsCase = foldsCase;
    entries.forEach((key, value) -> {
      int slot = slot(key, 0, key.length());
      keys[slot] = key;
      values[slot] = value;
    });
  }

  @SuppressWarnings("unchecked") // Only values of the constructor's map are ever put in.
  @Nullable
  V get(CharSequence text, int from, int to) {
    return (V) values[slot(text, from, to)];
  }

  /** Returns the slot of the key, or the empty slot where it would be. At most half of the slots are in use. */
  private int slot(CharSequence text, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash * 31 + at(text, i);
    }
    int mask = keys.length - 1;
    int slot = (hash ^ (hash >>> 15)) & mask;
    String key = keys[slot];
    while (key != null && !isSame(key, text, from, to)) {
      slot = (slot + 1) & mask;
      key = keys[slot];
    }
    return slot;
  }

  private boolean isSame(String key, CharSequence text, int from, int to) {
    if (key.length() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (key.charAt(i - from) != at(text, i)) {
        return false;
      }
    }
    return true;
  }

  private char at(CharSequence text, int index) {
    char c = text.charAt(index);
    return foldsCase && c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
  }
}
