package io.lychgate.gateway.push;

import io.lychgate.gateway.config.yaml.Position;

/**
 * Finds a place of a text inside the YAML scalar that holds it: behind a quote, or below the head of a block scalar. Of a
 * plain or quoted text over several lines, or with escapes, only the start is known.
 */
final class ScalarPlace {
  private final String[] lines;
  private final Position start;

  ScalarPlace(String document, Position start) {
    this.lines = document.split("\n", -1);
    this.start = start;
  }

  Position of(int line, int column) {
    char first = charAt(start.line(), start.column());
    if (first == '|' || first == '>') {
      // The first line of a block scalar says how deep all of it stands (YAML 1.2, 8.1.1.1).
      return new Position(start.line() + line, indentOf(start.line() + 1) + column);
    }
    if (line > 1) {
      return start;
    }
    boolean isQuoted = first == '"' || first == '\'';
    return new Position(start.line(), start.column() + column - 1 + (isQuoted ? 1 : 0));
  }

  private char charAt(int line, int column) {
    if (line > lines.length || column > lines[line - 1].length()) {
      return ' ';
    }
    return lines[line - 1].charAt(column - 1);
  }

  private int indentOf(int line) {
    if (line > lines.length) {
      return 0;
    }
    String text = lines[line - 1];
    return text.length() - text.stripLeading().length();
  }
}
