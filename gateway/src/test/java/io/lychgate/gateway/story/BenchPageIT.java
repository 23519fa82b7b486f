package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The bench page in Debian's Chromium. */
final class BenchPageIT {
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

  private static String plan(
      String path, int count, String caches, String protocols, String place) {
    return """
        {"path":"%s","count":%d,"caches":[%s],"protocols":[%s],"place":"%s"}""".formatted(path, count, caches, protocols, place);
  }

  @Test
  void coldLoadsFetchWhatWarmLoadsHave() {
    JsonNode run =
        site.runs(plan("/page", 2, "\"cold\",\"warm\"", "\"any\"", "frame")).get(0);

    assertThat(run.get("loads")
            .valueStream()
            .map(load -> load.get("cache").asString() + ' ' + load.get("cached").asInt() + " of "
                + load.get("resources").asInt()))
        .containsExactly("cold 0 of 3", "cold 0 of 3", "warm 3 of 3", "warm 3 of 3");
  }

  @Test
  void eachLoadUsesTheWantedProtocol() {
    JsonNode run =
        site.runs(plan("/page", 2, "\"warm\"", "\"h1\",\"h2\",\"h3\"", "frame")).get(0);

    assertThat(run.get("loads")
            .valueStream()
            .map(load ->
                load.get("protocol").asString() + ' ' + load.path("got").asString("not reached")))
        .containsExactly("h1 h1", "h1 h1", "h2 h2", "h2 h2", "h3 h3", "h3 h3");
  }

  @Test
  void pageThatRefusesFramesIsMeasuredInAWindow() {
    List<JsonNode> runs = site.runs(
        plan("/denied", 1, "\"warm\"", "\"any\"", "frame"),
        plan("/denied", 1, "\"warm\"", "\"any\"", "window"));

    assertThat(runs.get(0).get("state").asString()).contains("refuses frames");
    assertThat(runs.get(1).get("state").asString()).isEqualTo("Done.");
    assertThat(runs.get(1).get("loads").get(0).get("load").asDouble()).isPositive();
  }

  @Test
  void formThatLacksSomethingSaysWhat() {
    List<JsonNode> runs = site.runs(
        plan("/page", 1, "", "\"any\"", "frame"),
        plan("/page", 1, "\"warm\"", "", "frame"),
        plan("//[", 1, "\"warm\"", "\"any\"", "frame"),
        plan("https://cdn.test/", 1, "\"warm\"", "\"any\"", "frame"));

    assertThat(runs.stream().map(run -> run.get("state").asString()))
        .satisfiesExactly(
            state -> assertThat(state).startsWith("Cache: none"),
            state -> assertThat(state).startsWith("Protocol: none"),
            state -> assertThat(state).startsWith("Path: not a page"),
            state -> assertThat(state).startsWith("Path: not a page"));
  }
}
