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

  private final Map<String, Integer> exact = new HashMap<>();

  /** A hash table with linear probing: suffixes with their leading dot, and the positions of their patterns. */
  private final @Nullable String[] suffixes;

  private final int[] positions;
  private final int any;

  /** Among equal patterns, the first of the list is found. */
  public HostIndex(List<HostPattern> patterns) {
    Map<String, Integer> bySuffix = new HashMap<>();
    int first = NONE;
    for (int i = 0; i < patterns.size(); i++) {
      HostPattern pattern = patterns.get(i);
      if (pattern.isExact()) {
        exact.putIfAbsent(pattern.toString(), i);
      } else if (pattern.suffix().isEmpty()) {
        first = first == NONE ? i : first;
      } else {
        bySuffix.putIfAbsent(pattern.suffix(), i);
      }
    }
    any = first;
    // At most half of the slots are in use.
    int slots = bySuffix.isEmpty() ? 0 : Integer.highestOneBit(Math.max(4, bySuffix.size() * 4));
    suffixes = new String[slots];
    positions = new int[slots];
    bySuffix.forEach(this::put);
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
    Integer name = exact.get(host);
    if (name != null) {
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
