package io.lychgate.gateway.config.pattern;

import io.lychgate.gateway.config.check.Limits;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pattern of the paths that a route or a manifest rule applies to: a glob, a prefix of whole segments, or a regular expression. It is
 * for a path without its query.
 *
 * <p>Requests and globs are compared in the normal form of their paths ({@link NormalPath}). A regular expression must be written
 * for that form.
 *
 * <p>In a glob {@code *} stands for any run of characters, including slashes and the empty run. Every other character stands for
 * itself. A prefix stands for the path itself and all paths below it. Matching a glob or a prefix allocates nothing. Regular expressions are RE2's with bounds ({@link BoundedRegex}), so that no pattern
 * of an operator is expensive. They search, so write {@code ^} and {@code $} to match the whole path.
 */
public final class PathPattern {
  /** Between the longest glob and any exact path. */
  private static final int REGEX_SPECIFICITY = Limits.MAX_PATTERN_LENGTH + 1;

  private final String text;

  /** The literal runs between stars; null for a regular expression. One run means an exact path. */
  private final @Nullable List<String> runs;

  /** The first run; empty for a regular expression. */
  private final String beginning;

  private final int runCount;

  private final @Nullable BoundedRegex regex;

  /** True if the only run is a prefix of whole segments. */
  private final boolean isPrefix;

  private final int specificity;

  private PathPattern(
      String text,
      @Nullable List<String> runs,
      @Nullable BoundedRegex regex,
      boolean isPrefix,
      int specificity) {
    this.text = text;
    this.runs = runs;
    this.beginning = runs == null ? "" : runs.get(0);
    this.runCount = runs == null ? 0 : runs.size();
    this.regex = regex;
    this.isPrefix = isPrefix;
    this.specificity = specificity;
  }

  /** Returns the pattern of a glob. Throws IllegalArgumentException if {@link #problemOfGlob} finds a problem. */
  public static PathPattern glob(String text) {
    refuse(problemOfGlob(text));
    List<String> runs = List.of(NormalPath.ofPattern(text).split("\\*", -1));
    int literals = runs.stream().mapToInt(String::length).sum();
    int specificity = runs.size() == 1 ? REGEX_SPECIFICITY + 1 + literals : literals;
    return new PathPattern(text, runs, null, false, specificity);
  }

  /**
   * Returns the pattern of a path and all paths below it: {@code /api} stands for {@code /api} and {@code /api/x}, not for {@code
   * /apis}. It ranks like the glob {@code /api/*}. Throws IllegalArgumentException if {@link #problemOfPrefix} finds a problem.
   */
  public static PathPattern prefix(String text) {
    refuse(problemOfPrefix(text));
    String path = normal(text);
    String beginning = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return new PathPattern(text, List.of(beginning), null, true, beginning.length() + 1);
  }

  /** Returns the pattern of a regular expression. Throws IllegalArgumentException if {@link #problemOfRegex} finds a problem. */
  public static PathPattern regex(String text) {
    BoundedRegex.Compiled compiled = BoundedRegex.compile(text);
    refuse(problemOf(compiled));
    return regex(Objects.requireNonNull(compiled.regex()));
  }

  /** Returns the pattern of a compiled expression. */
  public static PathPattern regex(BoundedRegex regex) {
    return new PathPattern(regex.text(), null, regex, false, REGEX_SPECIFICITY);
  }

  /** Returns the normal form of a path without stars, such as a prefix. */
  public static String normal(String path) {
    return NormalPath.of(path, false).toString();
  }

  /** Returns the problem with the text in one line; empty if it is a glob. */
  public static String problemOfGlob(String text) {
    if (text.length() > Limits.MAX_PATTERN_LENGTH) {
      return "path: " + text.length() + " characters (expected: at most "
          + Limits.MAX_PATTERN_LENGTH + ")";
    }
    if (!text.startsWith("/") && !text.startsWith("*")) {
      return "path: " + text + " (expected: a glob that starts with / or *)";
    }
    boolean bad = text.chars().anyMatch(c -> c <= ' ' || c >= 0x7f || c == '?' || c == '#');
    return bad
        ? "path: " + text + " (expected: a path without query, in ASCII with percent-encoding)"
        : "";
  }

  /** Returns the problem with the text in one line; empty if it is a prefix. */
  public static String problemOfPrefix(String text) {
    String problem = problemOfGlob(text);
    return !problem.isEmpty() || (text.startsWith("/") && text.indexOf('*') < 0)
        ? problem
        : "prefix: " + text + " (expected: a path that starts with /, without *)";
  }

  /** Returns the problem with the text in one line; empty if it is an RE2 regular expression within bounds. */
  public static String problemOfRegex(String text) {
    return problemOf(BoundedRegex.compile(text));
  }

  private static String problemOf(BoundedRegex.Compiled compiled) {
    return compiled.regex() == null ? "regex: " + compiled.problem() : "";
  }

  private static void refuse(String problem) {
    if (!problem.isEmpty()) {
      throw new IllegalArgumentException(problem);
    }
  }

  public boolean matches(CharSequence path) {
    return matches(path, path.length());
  }

  /** Returns true if the first {@code length} characters match. The caller need not cut off a query. */
  public boolean matches(CharSequence text, int length) {
    if (regex != null) {
      return regex.isFoundIn(text, length);
    }
    if (isPrefix) {
      return isBelow(text, length, beginning);
    }
    if (runCount == 1) {
      return length == beginning.length() && isAt(text, 0, beginning);
    }
    return runs != null && matchesRuns(text, length, runs);
  }

  private static boolean isBelow(CharSequence path, int length, String prefix) {
    return length >= prefix.length()
        && (length == prefix.length() || path.charAt(prefix.length()) == '/')
        && isAt(path, 0, prefix);
  }

  /** Matches the first run at the start, the last at the end, and each other run leftmost in order, so it never backtracks. */
  private static boolean matchesRuns(CharSequence path, int length, List<String> runs) {
    String first = runs.get(0);
    String last = runs.get(runs.size() - 1);
    int end = length - last.length();
    if (end < first.length() || !isAt(path, 0, first) || !isAt(path, end, last)) {
      return false;
    }
    int from = first.length();
    for (int i = 1; i < runs.size() - 1; i++) {
      int at = find(path, from, end, runs.get(i));
      if (at < 0) {
        return false;
      }
      from = at + runs.get(i).length();
    }
    return true;
  }

  private static int find(CharSequence path, int from, int end, String run) {
    for (int at = from; at + run.length() <= end; at++) {
      if (isAt(path, at, run)) {
        return at;
      }
    }
    return -1;
  }

  private static boolean isAt(CharSequence path, int at, String run) {
    for (int i = 0; i < run.length(); i++) {
      if (path.charAt(at + i) != run.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the text that every matching path begins with; empty for a regular expression, where it is unknown. */
  String beginning() {
    return beginning;
  }

  /** Returns true if exactly one path matches. */
  public boolean isExact() {
    return runCount == 1 && !isPrefix;
  }

  /** Returns true if it matches a path and all paths below it. */
  public boolean isPrefix() {
    return isPrefix;
  }

  public boolean isRegex() {
    return regex != null;
  }

  /** Returns the regular expression; null for a glob and a prefix. */
  public @Nullable BoundedRegex regex() {
    return regex;
  }

  /** Returns the number of instructions of the regular expression; 0 for a glob. */
  public int programSize() {
    return regex == null ? 0 : regex.programSize();
  }

  /**
   * Returns the rank among matching patterns. The larger wins: exact paths, then regular expressions, then globs by their number
   * of literal characters. Equal ones keep the order of the file.
   */
  public int specificity() {
    return specificity;
  }

  /** Returns the pattern as written. */
  public String text() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PathPattern that
        && text.equals(that.text)
        && isRegex() == that.isRegex()
        && isPrefix == that.isPrefix;
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return isRegex() ? "regex:" + text : isPrefix ? "prefix:" + text : text;
  }
}
