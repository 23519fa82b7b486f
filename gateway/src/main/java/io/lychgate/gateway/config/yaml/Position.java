package io.lychgate.gateway.config.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * A place in a text. Line and column count from 1.
 *
 * @param file name of the file; empty for the document that is read
 */
public record Position(String file, int line, int column) {
  static final Position START = new Position(1, 1);

  public Position(int line, int column) {
    this("", line, column);
  }

  static Position of(Optional<Mark> mark) {
    return mark.map(m -> new Position(m.getLine() + 1, m.getColumn() + 1)).orElse(START);
  }

  Position in(String name) {
    return new Position(name, line, column);
  }

  /** Returns the name of the file, or that of the document if the place is in the document itself. */
  public String fileOr(String document) {
    return file.isEmpty() ? document : file;
  }
}
