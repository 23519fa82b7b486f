package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Alone;
import io.lychgate.gateway.testkit.Firefox;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The times of the bench page are those that the drivers of two browsers measure for the same loads. */
@Alone
final class BenchTimesIT {
  private static final int LOADS = 3;
  private static final Percentage TOLERANCE = Percentage.withPercentage(5);

  @TempDir
  static Path directory;

  private static BenchSite site;

  @BeforeAll
  static void start() {
    site = BenchSite.start(directory);
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  @Test
  void loadsTakeAsLongAsDevToolsSay() {
    JsonNode run = site.runs("""
        {"path":"/page","count":%d,"caches":["cold"],"protocols":["any"],"place":"frame"}""".formatted(LOADS)).get(0);

    assertSameTimes(
        run,
        "devtools",
        Map.of("dcl", "DOMContentLoaded", "load", "load", "firstPaint", "firstPaint"));
    assertThat(run.get("dots").asInt()).isEqualTo(4 * LOADS);
    assertThat(run.get("csv").asString().lines())
        .hasSize(1 + LOADS)
        .allMatch(line -> line.startsWith("path,protocol,") || line.startsWith("/page,any,h"));
    assertThat(run.get("address").asString()).endsWith("/.well-known/lychgate/bench");
  }

  @Test
  void loadsInFirefoxTakeAsLongAsItsDriverSays() throws Exception {
    Firefox firefox = Firefox.install(directory.resolve("firefox"));

    JsonNode run = firefox.benchRun(site.link(), "/page", LOADS);

    assertSameTimes(run, "driver", Map.of("dcl", "dcl", "load", "load"));
  }

  /** Compares the medians of times, which have other names in the measurements of the driver. */
  private static void assertSameTimes(JsonNode run, String driver, Map<String, String> names) {
    assertThat(run.get("state").asString()).isEqualTo("Done.");
    List<JsonNode> own = run.get("loads").valueStream().toList();
    // The first load of a series is not counted.
    List<JsonNode> all = run.get(driver).valueStream().toList();
    List<JsonNode> counted = all.subList(1, all.size());
    assertThat(own).hasSize(LOADS);
    assertThat(counted).hasSize(LOADS);
    names.forEach((name, itsName) -> assertThat(median(own, name))
        .as(name + " in " + run)
        .isCloseTo(median(counted, itsName), TOLERANCE));
  }

  private static double median(List<JsonNode> all, String name) {
    return all.stream()
        .mapToDouble(each -> each.get(name).asDouble())
        .sorted()
        .toArray()[all.size() / 2];
  }
}
