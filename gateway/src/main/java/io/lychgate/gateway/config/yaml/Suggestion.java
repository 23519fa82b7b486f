package io.lychgate.gateway.config.yaml;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known word that a person probably meant. */
public final class Suggestion {
  /** Characters compared. No known key is longer, and the cost is quadratic. */
  private static final int MAX_LENGTH = 64;

  private Suggestion() {}

  /** Returns the nearest known word, if it is near: one edit in three characters, at most three. */
  public static Optional<String> nearest(String word, Collection<String> known) {
    String best = null;
    int bestDistance = Math.min(3, Math.max(1, word.length() / 3)) + 1;
    for (String candidate : known) {
      if (Math.abs(candidate.length() - word.length()) >= bestDistance) {
        continue;
      }
      int distance = distance(word, candidate);
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Returns {@code (did you mean x?)} if there is a near word, else {@code (expected: a, b, c)}. */
  public static String orExpected(String word, Collection<String> known) {
    return nearest(word, known)
        .map(near -> "(did you mean " + near + "?)")
        .orElseGet(
            () -> "(expected: " + (known.isEmpty() ? "none" : String.join(", ", known)) + ")");
  }

  /** Returns the optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours. Ignores case. */
  private static int distance(String left, String right) {
    String a = shortened(left);
    String b = shortened(right);
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      d[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      d[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int replace = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        d[i][j] = Math.min(replace, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }

  private static String shortened(String word) {
    return word.substring(0, Math.min(word.length(), MAX_LENGTH)).toLowerCase(Locale.ROOT);
  }
}
