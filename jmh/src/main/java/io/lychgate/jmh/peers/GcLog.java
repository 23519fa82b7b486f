package io.lychgate.jmh.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Log of a JVM's {@code -Xlog:gc}, with its pauses. */
record GcLog(List<String> lines) {
  private static final Pattern PAUSE = Pattern.compile(" Pause .* ([0-9.]+)ms$");

  /** Reads the log. It has no lines if the file is missing, as for a process that is no JVM. */
  static GcLog read(Path file) throws IOException {
    return new GcLog(Files.exists(file) ? Files.readAllLines(file) : List.of());
  }

  /** Returns the lines added since the earlier log. */
  GcLog since(GcLog earlier) {
    return new GcLog(lines.subList(Math.min(earlier.lines.size(), lines.size()), lines.size()));
  }

  /** Longest pause in milliseconds; empty without a pause. */
  OptionalDouble longestPause() {
    return lines.stream()
        .map(PAUSE::matcher)
        .filter(Matcher::find)
        .mapToDouble(pause -> Double.parseDouble(pause.group(1)))
        .max();
  }
}
