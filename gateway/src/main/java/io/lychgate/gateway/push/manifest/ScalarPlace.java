package io.lychgate.gateway.push.manifest;

import io.lychgate.gateway.config.yaml.Position;

/**
 * Maps a place in a text to its place in the YAML scalar that holds the text: after a quote, or below the header of a block scalar.
 * For a plain or quoted scalar over several lines, or with escapes, only the start is known.
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
      // The first line of a block scalar sets the indentation of all of it (YAML 1.2, 8.1.1.1).
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
