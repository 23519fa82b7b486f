package io.lychgate.gateway.config.pattern;

import com.google.re2j.Matcher;
import java.util.ArrayList;
import java.util.List;

/**
 * A text in which {@code $1} to {@code $9} stand for the groups that a regular expression has captured, {@code $0} for its whole match,
 * and {@code $$} for a dollar sign. A group that took no part in the match is empty. Immutable.
 */
public final class CaptureTemplate {
  /** References of one template. Each may be as long as the input, so this bounds how far a result grows. */
  public static final int MAX_REFERENCES = 16;

  private final String text;

  /** One literal more than references. */
  private final List<String> literals;

  private final List<Integer> groups;

  private CaptureTemplate(String text, List<String> literals, List<Integer> groups) {
    this.text = text;
    this.literals = List.copyOf(literals);
    this.groups = List.copyOf(groups);
  }

  public static CaptureTemplate of(String text) {
    List<String> literals = new ArrayList<>();
    List<Integer> groups = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char next = i + 1 < text.length() ? text.charAt(i + 1) : ' ';
      if (c == '$' && next == '$') {
        literal.append('$');
        i++;
      } else if (c == '$' && next >= '0' && next <= '9') {
        literals.add(literal.toString());
        literal.setLength(0);
        groups.add(next - '0');
        i++;
      } else {
        literal.append(c);
      }
    }
    literals.add(literal.toString());
    return new CaptureTemplate(text, literals, groups);
  }

  /** Returns the reason why the template cannot be used; empty if it can. */
  public String problem(int groupCount) {
    if (groups.size() > MAX_REFERENCES) {
      return text + " (expected: at most " + MAX_REFERENCES + " references such as $1)";
    }
    int most = groups.stream().mapToInt(Integer::intValue).max().orElse(0);
    return most > groupCount
        ? text + " (expected: no reference above $" + groupCount + ", the number of groups)"
        : "";
  }

  /** Returns true if it has references. */
  public boolean hasReferences() {
    return !groups.isEmpty();
  }

  /** Returns the text before the first reference; all of it if there is none. */
  public String beginning() {
    return literals.get(0);
  }

  /** Appends the text, with the groups of the last match in place of their references. */
  void appendTo(StringBuilder into, Matcher matched) {
    for (int i = 0; i < groups.size(); i++) {
      into.append(literals.get(i));
      String group = matched.group(groups.get(i));
      if (group != null) {
        into.append(group);
      }
    }
    into.append(literals.get(groups.size()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CaptureTemplate that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Returns the template as written. */
  @Override
  public String toString() {
    return text;
  }
}
