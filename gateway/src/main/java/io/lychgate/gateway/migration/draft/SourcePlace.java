package io.lychgate.gateway.migration.draft;

/** A line of a configuration that is imported. Lines count from 1; 0 stands for the whole file. */
public record SourcePlace(String file, int line) implements Comparable<SourcePlace> {
  @Override
  public int compareTo(SourcePlace other) {
    int byFile = file.compareTo(other.file);
    return byFile != 0 ? byFile : Integer.compare(line, other.line);
  }

  @Override
  public String toString() {
    return line == 0 ? file : file + ":" + line;
  }
}
