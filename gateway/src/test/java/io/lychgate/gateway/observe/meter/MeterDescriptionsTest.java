package io.lychgate.gateway.observe.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every metric is described, and nothing else is. */
final class MeterDescriptionsTest {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Pattern NAME = Pattern.compile("\"(lychgate\\.[a-z0-9_.]+)\"");

  @Test
  void describesExactlyTheMetricsOfTheSources() throws IOException {
    Set<String> named;
    try (Stream<Path> files = Files.walk(SOURCES)) {
      named = files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("MeterDescriptions.java"))
          .map(MeterDescriptionsTest::text)
          .filter(text -> text.contains("import io.micrometer.core.instrument."))
          .flatMap(text -> NAME.matcher(text).results())
          .map((MatchResult name) -> name.group(1))
          .collect(Collectors.toCollection(TreeSet::new));
    }

    assertThat(named).isNotEmpty();
    assertThat(MeterDescriptions.names()).containsExactlyInAnyOrderElementsOf(named);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
