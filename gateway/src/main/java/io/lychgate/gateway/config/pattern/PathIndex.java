package io.lychgate.gateway.config.pattern;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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

  /** Ints of a slot: the hash of a beginning, its length, and the first position of a pattern that has it. */
  private static final int SLOT = 3;

  private final PathPattern[] patterns;

  /**
   * A hash table with linear probing. It has numbers only, so that a look-up among many sites reads few places in memory: the patterns
   * themselves compare their texts.
   */
  private final int[] table;

  /** The next position with the same beginning, by position; {@link #NONE} after the last one. */
  private final int[] following;

  private final int mask;

  /** The bit of each length in characters below 64 that some beginning has. */
  private final long shortLengths;

  /** True at each length that some beginning has. */
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
    mask = slots - 1;
    table = new int[slots * SLOT];
    for (int slot = 0; slot < slots; slot++) {
      table[slot * SLOT + 2] = NONE;
    }
    following = new int[this.patterns.length];
    isLength = new boolean[longest + 1];
    byBeginning.forEach(this::put);
    long lengths = 0;
    for (int length = 0; length < Math.min(isLength.length, Long.SIZE); length++) {
      lengths |= isLength[length] ? 1L << length : 0;
    }
    shortLengths = lengths;
  }

  private void put(String beginning, List<Integer> of) {
    int at = slot(beginning.hashCode()) * SLOT;
    while (table[at + 2] != NONE) {
      at = after(at);
    }
    table[at] = beginning.hashCode();
    table[at + 1] = beginning.length();
    table[at + 2] = of.get(0);
    for (int i = 0; i < of.size(); i++) {
      following[of.get(i)] = i + 1 < of.size() ? of.get(i + 1) : NONE;
    }
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
      if (end < Long.SIZE ? ((shortLengths >>> end) & 1) != 0 : isLength[end]) {
        best = earlier(end, hash, path, length, after, best, gate);
      }
      if (end < length) {
        // The hash of String.hashCode, one character at a time.
        hash = hash * 31 + path.charAt(end);
      }
    }
    return best == patterns.length ? NONE : best;
  }

  /**
   * Returns the first match that is after {@code after} and before {@code before}; else {@code before}. Beginnings with the same hash are
   * rare, and their patterns do not match.
   */
  private int earlier(
      int end, int hash, CharSequence path, int length, int after, int before, Gate gate) {
    int best = before;
    for (int at = slot(hash) * SLOT; table[at + 2] != NONE; at = after(at)) {
      if (table[at] == hash && table[at + 1] == end) {
        best = firstOf(table[at + 2], path, length, after, best, gate);
      }
    }
    return best;
  }

  private int firstOf(int first, CharSequence path, int length, int after, int before, Gate gate) {
    for (int position = first;
        position != NONE && position < before;
        position = following[position]) {
      PathPattern pattern = patterns[position];
      if (position > after
          && (!pattern.isRegex() || gate.admits(pattern, length))
          && pattern.matches(path, length)) {
        return position;
      }
    }
    return before;
  }

  private int slot(int hash) {
    return (hash ^ (hash >>> 15)) & mask;
  }

  /** Returns the place of the slot that follows this one. */
  private int after(int at) {
    return at == mask * SLOT ? 0 : at + SLOT;
  }
}
