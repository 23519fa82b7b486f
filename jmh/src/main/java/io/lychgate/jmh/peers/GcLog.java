package io.lychgate.jmh.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code -Xlog:gc} of a JVM says of its pauses. */
record GcLog(List<String> lines) {
  private static final Pattern PAUSE = Pattern.compile(" Pause .* ([0-9.]+)ms$");

  /** Of a process that is no JVM there is none: it has no lines. */
  static GcLog read(Path file) throws IOException {
    return new GcLog(Files.exists(file) ? Files.readAllLines(file) : List.of());
  }

  /** Lines that this one has and the earlier one had not. */
  GcLog since(GcLog earlier) {
    return new GcLog(lines.subList(Math.min(earlier.lines.size(), lines.size()), lines.size()));
  }

  /** Milliseconds; empty without a pause. */
  OptionalDouble longestPause() {
    return lines.stream()
        .map(PAUSE::matcher)
        .filter(Matcher::find)
        .mapToDouble(pause -> Double.parseDouble(pause.group(1)))
        .max();
  }
}
