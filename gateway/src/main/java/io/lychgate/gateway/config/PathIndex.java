package io.lychgate.gateway.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A list of path patterns that is asked which of them match a path, and does not try each: only those whose literal beginning
 * is the path's. So a question costs by the length of the path, and not by the number of patterns; those that begin with a star
 * or are regular expressions have no such beginning and are always tried. Immutable; questions make no garbage.
 */
public final class PathIndex {
  /** Decides whether a regular expression may be tried; a pattern that may not does not match. */
  @FunctionalInterface
  public interface Gate {
    boolean admits(PathPattern regex, int length);
  }

  private static final Gate OPEN = (regex, length) -> true;

  /** What {@link #next} answers, and is asked with first, when there is none. */
  public static final int NONE = -1;

  private final PathPattern[] patterns;

  /** A hash table with linear probing: the beginnings, and which patterns have them, in their order. */
  private final @Nullable String[] beginnings;

  private final int[][] positions;

  /** Whether there is a beginning of so many characters. */
  private final boolean[] isLength;

  /** The order of the list is the order of the answers. */
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
   * The position of the next pattern that matches the first {@code length} characters; {@link #NONE} if there is none.
   *
   * @param after the position of the last one, or {@link #NONE}
   */
  public int next(CharSequence path, int length, int after) {
    return next(path, length, after, OPEN);
  }

  /** As {@link #next(CharSequence, int, int)}, with a gate before each regular expression. */
  public int next(CharSequence path, int length, int after, Gate gate) {
    int best = patterns.length;
    int hash = 0;
    int longest = Math.min(length, isLength.length - 1);
    for (int end = 0; end <= longest; end++) {
      if (isLength[end]) {
        best = earlier(positionsOf(path, end, hash), path, length, after, best, gate);
      }
      if (end < length) {
        // As String.hashCode has it, one character at a time.
        hash = hash * 31 + path.charAt(end);
      }
    }
    return best == patterns.length ? NONE : best;
  }

  /** The first of these positions that is after one, before another, and matches; else the other. */
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
