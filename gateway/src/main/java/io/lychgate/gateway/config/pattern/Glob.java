package io.lychgate.gateway.config.pattern;

import java.util.List;

/** A text in which {@code *} stands for any run of characters, and every other character for itself. Immutable. */
public record Glob(String text) {
  public boolean matches(String value) {
    List<String> runs = List.of(text.split("\\*", -1));
    String first = runs.get(0);
    String last = runs.get(runs.size() - 1);
    if (runs.size() == 1) {
      return value.equals(text);
    }
    int end = value.length() - last.length();
    if (end < first.length() || !value.startsWith(first) || !value.endsWith(last)) {
      return false;
    }
    // Leftmost in order: a run that matches earlier leaves more for the others.
    int from = first.length();
    for (String run : runs.subList(1, runs.size() - 1)) {
      int at = value.indexOf(run, from);
      if (at < 0 || at + run.length() > end) {
        return false;
      }
      from = at + run.length();
    }
    return true;
  }

  @Override
  public String toString() {
    return text;
  }
}
