package io.lychgate.gateway.config.pattern;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.lychgate.gateway.config.check.Limits;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression of RE2 whose cost is bounded, when it is compiled and at each match. Immutable.
 *
 * <p>RE2 takes linear time in the input, but not in the pattern: {@code ((a{1000}){1000}){1000}} is a program of a billion
 * instructions. So the text is measured before it is compiled, and the program after that. A match is refused if
 * the product of program and input is too large. Patterns are ASCII, as request paths are: classes of Unicode cost 100 ms each to
 * compile, and RE2/J 1.8 never returns from {@code (?i)\x{1C80}}, a letter whose case folding does not lead back to it.
 */
public final class BoundedRegex {
  private final String text;
  private final Pattern pattern;
  private final int programSize;

  private BoundedRegex(String text, Pattern pattern) {
    this.text = text;
    this.pattern = pattern;
    this.programSize = pattern.programSize();
  }

  /**
   * A compiled pattern, or the problem with its text.
   *
   * @param regex null if there is a problem
   * @param problem one line, without the name of the key; empty if there is none
   */
  public record Compiled(@Nullable BoundedRegex regex, String problem) {
    private static Compiled refused(String problem) {
      return new Compiled(null, problem);
    }
  }

  /** Compiles the text. Never throws, and takes at most some milliseconds. */
  public static Compiled compile(String text) {
    if (text.isEmpty() || text.length() > Limits.MAX_PATTERN_LENGTH) {
      return Compiled.refused(
          text.length() + " characters (expected: 1-" + Limits.MAX_PATTERN_LENGTH + ")");
    }
    String excess = RegexMeasure.problemOf(text);
    if (!excess.isEmpty()) {
      return Compiled.refused(text + " (expected: " + excess + ")");
    }
    try {
      Pattern pattern = Pattern.compile(text);
      if (pattern.programSize() > Limits.MAX_REGEX_PROGRAM) {
        return Compiled.refused(text + " (expected: a program of at most "
            + Limits.MAX_REGEX_PROGRAM + " instructions, not " + pattern.programSize() + ")");
      }
      return new Compiled(new BoundedRegex(text, pattern), "");
    } catch (PatternSyntaxException e) {
      return Compiled.refused(text + " (expected: RE2 syntax; " + e.getDescription() + ")");
    }
  }

  /** Returns true if the pattern matches within the first {@code length} characters; false if there are too many to try. */
  public boolean isFoundIn(CharSequence input, int length) {
    return length <= longestInput()
        && pattern
            .matcher(length == input.length() ? input : input.subSequence(0, length))
            .find();
  }

  /** Returns the input with the template in place of its first match; null if there is no match, or too much to try. */
  public @Nullable String replaceFirst(CharSequence input, CaptureTemplate by) {
    if (input.length() > longestInput()) {
      return null;
    }
    Matcher matcher = pattern.matcher(input);
    if (!matcher.find()) {
      return null;
    }
    StringBuilder result = new StringBuilder().append(input, 0, matcher.start());
    by.appendTo(result, matcher);
    return result.append(input, matcher.end(), input.length()).toString();
  }

  /** Returns the template with the groups of the first match; null if there is no match, or too much to try. */
  public @Nullable String expand(CharSequence input, CaptureTemplate template) {
    if (input.length() > longestInput()) {
      return null;
    }
    Matcher matcher = pattern.matcher(input);
    if (!matcher.find()) {
      return null;
    }
    StringBuilder result = new StringBuilder();
    template.appendTo(result, matcher);
    return result.toString();
  }

  /** Returns the number of capturing groups. */
  public int groupCount() {
    return pattern.groupCount();
  }

  /** Returns the length in characters of the longest input that is tried. */
  public int longestInput() {
    return Limits.MAX_REGEX_STEPS / programSize;
  }

  /** Returns the number of instructions of the compiled program. */
  public int programSize() {
    return programSize;
  }

  /** Returns the pattern as written. */
  public String text() {
    return text;
  }

  @Override
  public String toString() {
    return text;
  }
}
