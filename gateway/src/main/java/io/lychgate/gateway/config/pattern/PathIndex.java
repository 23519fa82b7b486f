package io.lychgate.gateway.config.pattern;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An index over a list of path patterns that finds those that match a path. It tries only patterns whose literal beginning is
 * that of the path. So the cost depends on the length of the path, not on the number of patterns. Patterns that begin with a star
 * and regular expressions have no such beginning and are always tried. Immutable; lookups allocate nothing.
 */
public final class PathIndex {
  /** Decides if a regular expression may be tried. One that may not be tried does not match. */
  @FunctionalInterface
  public interface Gate {
    boolean admits(PathPattern regex, int length);
  }

  private static final Gate OPEN = (regex, length) -> true;

  /** The position that {@link #next} returns if there is no further match. The first call passes it, too. */
  public static final int NONE = -1;

  private final PathPattern[] patterns;

  /** A hash table with linear probing: the beginnings, and the ascending positions of the patterns that have them. */
  private final @Nullable String[] beginnings;

  private final int[][] positions;

  /** True at each length in characters that some beginning has. */
  private final boolean[] isLength;

  /** The order of the list is the order of the matches. */
  public PathIndex(List<PathPattern> patterns) {
    this.patterns = patterns.toArray(PathPattern[]::new);
    Map<String, List<Integer>> byBeginning = new HashMap<>();
    for (int i = 0; i < this.patterns.length; i++) {
      byBeginning
          .computeIfAbsent(this.patterns[i].beginning(), text -> new ArrayList<>())
          .add(i);
    }
    int longest = byBeginning.keySet().stream().mapToInt(String::length).max().orElse(0);
    // At most half of the slots are in use.
    int slots = Integer.highestOneBit(Math.max(4, byBeginning.size() * 4));
    beginnings = new String[slots];
    positions = new int[slots][];
    isLength = new boolean[longest + 1];
    byBeginning.forEach(this::put);
  }

  private void put(String beginning, List<Integer> of) {
    int slot = slot(beginning.hashCode());
    while (beginnings[slot] != null) {
      slot = following(slot);
    }
    beginnings[slot] = beginning;
    positions[slot] = of.stream().mapToInt(Integer::intValue).toArray();
    isLength[beginning.length()] = true;
  }

  /**
   * Returns the position of the next pattern that matches the first {@code length} characters; {@link #NONE} if there is none.
   *
   * @param after the position of the previous match, or {@link #NONE}
   */
  public int next(CharSequence path, int length, int after) {
    return next(path, length, after, OPEN);
  }

  /** Does the same as {@link #next(CharSequence, int, int)}, with a gate before each regular expression. */
  public int next(CharSequence path, int length, int after, Gate gate) {
    int best = patterns.length;
    int hash = 0;
    int longest = Math.min(length, isLength.length - 1);
    for (int end = 0; end <= longest; end++) {
      if (isLength[end]) {
        best = earlier(positionsOf(path, end, hash), path, length, after, best, gate);
      }
      if (end < length) {
        // The hash of String.hashCode, one character at a time.
        hash = hash * 31 + path.charAt(end);
      }
    }
    return best == patterns.length ? NONE : best;
  }

  /** Returns the first candidate that is after {@code after}, before {@code before}, and matches; else {@code before}. */
  private int earlier(
      int @Nullable [] candidates,
      CharSequence path,
      int length,
      int after,
      int before,
      Gate gate) {
    if (candidates != null) {
      for (int position : candidates) {
        if (position >= before) {
          return before;
        }
        PathPattern pattern = patterns[position];
        if (position > after
            && (!pattern.isRegex() || gate.admits(pattern, length))
            && pattern.matches(path, length)) {
          return position;
        }
      }
    }
    return before;
  }

  private int @Nullable [] positionsOf(CharSequence path, int end, int hash) {
    int slot = slot(hash);
    String beginning = beginnings[slot];
    while (beginning != null) {
      if (beginning.length() == end && isAtStart(beginning, path)) {
        return positions[slot];
      }
      slot = following(slot);
      beginning = beginnings[slot];
    }
    return null;
  }

  private static boolean isAtStart(String beginning, CharSequence path) {
    for (int i = 0; i < beginning.length(); i++) {
      if (beginning.charAt(i) != path.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private int slot(int hash) {
    return (hash ^ (hash >>> 15)) & (beginnings.length - 1);
  }

  private int following(int slot) {
    return (slot + 1) & (beginnings.length - 1);
  }
}
