package io.lychgate.gateway.config.pattern;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An index over a list of host patterns that finds the most specific one that matches a host. Names are looked up in a table. So are
 * suffixes, once at each dot of the host. So the cost depends on the length of the host, not on the number of patterns. Immutable;
 * lookups allocate nothing.
 */
public final class HostIndex {
  /** The position that {@link #find} returns if no pattern matches. */
  public static final int NONE = -1;

  /** Ints of a slot: the hash of a name, and the position of its pattern. */
  private static final int SLOT = 2;

  /**
   * A hash table of the names with linear probing. It has numbers only, so that a look-up among many names reads few places in
   * memory.
   */
  private final int[] names;

  /** The names by position; null for other patterns. */
  private final @Nullable String[] nameAt;

  /** A hash table with linear probing: suffixes with their leading dot, and the positions of their patterns. */
  private final @Nullable String[] suffixes;

  private final int[] positions;
  private final int any;

  /** Among equal patterns, the first of the list is found. */
  public HostIndex(List<HostPattern> patterns) {
    Map<String, Integer> byName = new HashMap<>();
    Map<String, Integer> bySuffix = new HashMap<>();
    nameAt = new String[patterns.size()];
    int first = NONE;
    for (int i = 0; i < patterns.size(); i++) {
      HostPattern pattern = patterns.get(i);
      if (pattern.isExact()) {
        nameAt[i] = pattern.toString();
        byName.putIfAbsent(pattern.toString(), i);
      } else if (pattern.suffix().isEmpty()) {
        first = first == NONE ? i : first;
      } else {
        bySuffix.putIfAbsent(pattern.suffix(), i);
      }
    }
    any = first;
    // At most half of the slots are in use.
    names = new int[SLOT * Integer.highestOneBit(Math.max(4, byName.size() * 4))];
    for (int at = 1; at < names.length; at += SLOT) {
      names[at] = NONE;
    }
    byName.forEach(this::putName);
    int slots = bySuffix.isEmpty() ? 0 : Integer.highestOneBit(Math.max(4, bySuffix.size() * 4));
    suffixes = new String[slots];
    positions = new int[slots];
    bySuffix.forEach(this::put);
  }

  private void putName(String name, int position) {
    int hash = name.hashCode();
    int at = nameSlot(hash);
    while (names[at + 1] != NONE) {
      at = (at + SLOT) & (names.length - 1);
    }
    names[at] = hash;
    names[at + 1] = position;
  }

  private int nameSlot(int hash) {
    return SLOT * (hash ^ (hash >>> 15)) & (names.length - 1);
  }

  /** Returns the position of this name; {@link #NONE} if no pattern is equal to it. */
  private int named(String host) {
    int hash = host.hashCode();
    for (int at = nameSlot(hash); names[at + 1] != NONE; at = (at + SLOT) & (names.length - 1)) {
      if (names[at] == hash && host.equals(nameAt[names[at + 1]])) {
        return names[at + 1];
      }
    }
    return NONE;
  }

  private void put(String suffix, int position) {
    int hash = 0;
    for (int i = suffix.length() - 1; i >= 0; i--) {
      hash = 31 * hash + suffix.charAt(i);
    }
    int slot = slot(hash);
    while (suffixes[slot] != null) {
      slot = (slot + 1) & (suffixes.length - 1);
    }
    suffixes[slot] = suffix;
    positions[slot] = position;
  }

  /**
   * Returns the position of the most specific pattern that matches; {@link #NONE} if there is none.
   *
   * @param host lower case, without port
   */
  public int find(String host) {
    int name = named(host);
    if (name != NONE) {
      return name;
    }
    return suffixes.length == 0 ? any : longestSuffix(host);
  }

  /** The hash grows from the end of the host, so that each suffix costs one look-up. The last one found is the longest. */
  private int longestSuffix(String host) {
    int found = any;
    int hash = 0;
    // A suffix has at least one character before it.
    for (int i = host.length() - 1; i > 0; i--) {
      char c = host.charAt(i);
      hash = 31 * hash + c;
      if (c == '.') {
        int position = positionOf(host, i, hash);
        found = position == NONE ? found : position;
      }
    }
    return found;
  }

  private int positionOf(String host, int from, int hash) {
    int slot = slot(hash);
    String suffix = suffixes[slot];
    while (suffix != null) {
      if (suffix.length() == host.length() - from
          && host.regionMatches(from, suffix, 0, suffix.length())) {
        return positions[slot];
      }
      slot = (slot + 1) & (suffixes.length - 1);
      suffix = suffixes[slot];
    }
    return NONE;
  }

  private int slot(int hash) {
    return (hash ^ (hash >>> 15)) & (suffixes.length - 1);
  }
}
