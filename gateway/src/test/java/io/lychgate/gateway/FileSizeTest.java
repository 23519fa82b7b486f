package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A file is one idea: what has grown beyond 400 lines holds two. */
final class FileSizeTest {
  private static final int MAX_LINES = 400;

  /** Directories of what tools made or fetched. */
  private static final Set<String> NOT_OURS = Set.of("target", "node_modules", "dist", ".git");

  @Test
  void noSourceFileIsLongerThanFourHundredLines() throws IOException {
    List<String> tooLong = new ArrayList<>();
    int seen = 0;
    for (Path file : sources(repository())) {
      long lines = lines(file);
      seen++;
      if (lines > MAX_LINES) {
        tooLong.add(file + ": " + lines + " lines (expected: at most " + MAX_LINES + ")");
      }
    }

    assertThat(seen).isGreaterThan(100);
    assertThat(tooLong).isEmpty();
  }

  /** Maven runs tests in the module's directory. */
  private static Path repository() {
    Path here = Path.of("").toAbsolutePath();
    return Files.exists(here.resolve("casper/pom.xml")) ? here : here.resolveSibling("");
  }

  private static List<Path> sources(Path repository) throws IOException {
    List<Path> all = new ArrayList<>();
    for (String module : List.of("casper", "scheduler", "gateway", "jmh", "admin-ui")) {
      collect(repository.resolve(module), all);
    }
    return all;
  }

  private static void collect(Path directory, List<Path> into) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      for (Path entry : entries.toList()) {
        String name = String.valueOf(entry.getFileName());
        if (Files.isDirectory(entry)) {
          if (!NOT_OURS.contains(name)) {
            collect(entry, into);
          }
        } else if (isSource(name)) {
          into.add(entry);
        }
      }
    }
  }

  private static boolean isSource(String name) {
    // schema.d.ts is generated from openapi.yaml.
    return name.endsWith(".java")
        || ((name.endsWith(".ts") || name.endsWith(".tsx")) && !name.endsWith(".d.ts"));
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
