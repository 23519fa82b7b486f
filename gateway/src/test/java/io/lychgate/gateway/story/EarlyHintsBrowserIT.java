package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.Visitor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Early Hints in Debian's Chromium: each tier once, the page uses the early assets, and no 103 is lost. */
final class EarlyHintsBrowserIT {
  private static final int LOADS = 20;

  /** Time that a page waits for the request that its hint should cause. A lost hint causes none at any time. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @RegisterExtension
  static final GatewayExtension GATEWAY = TieredPage.gateway(rules());

  @Test
  void eachTierIsHintedOnceAndThenNothing() {
    TieredPage page = TieredPage.behind(GATEWAY);

    List<JsonNode> visits = Visitor.visits(Visitor.chromium(), GATEWAY, TieredPage.VISITS);

    assertThat(visits).hasSize(3).allSatisfy(TieredPage::assertNewHttp2Connection);
    assertThat(hints(visits.get(0))).containsExactly(TieredPage.FIRST_TIER);
    assertThat(hints(visits.get(1))).containsExactly(TieredPage.NEXT_TIER);
    assertThat(hints(visits.get(2))).as("no 103, not even an empty one").isEmpty();
    assertEarlyHints(visits.get(0), TieredPage.FIRST_TIER);
    assertEarlyHints(visits.get(1), TieredPage.NEXT_TIER);
    page.assertEachAssetRequestedOnce();
  }

  /** The pages name no assets, so that the request for a style proves that the browser has used its hint. */
  @ParameterizedTest(name = "{0}: browser on one core {1}, new connections {2}")
  @CsvSource({"idle, false, true", "busy, true, true", "reused, true, false"})
  void chromiumActsOnEveryHint(String run, boolean onOneCore, boolean newConnections) {
    List<String> pages = new ArrayList<>();
    List<String> styles = new ArrayList<>();
    for (int i = 0; i < LOADS; i++) {
      String style = "/hinted/" + run + i + ".css";
      String page = "/loads/" + run + i;
      styles.add(style);
      pages.add(page);
      GATEWAY
          .origin()
          .on(page, visit -> respondAfter(style, visit))
          .on(
              style,
              visit -> visit.respond(
                  200, "p { margin: 0 }", "Content-Type: text/css", "Cache-Control: max-age=600"));
    }

    Visitor.hintedPages(GATEWAY, onOneCore, newConnections, pages);

    assertThat(styles)
        .allSatisfy(style -> assertThat(GATEWAY.origin().requestsFor(style)).hasSize(1));
  }

  private static void respondAfter(String style, OriginVisit visit)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline && GATEWAY.origin().requestsFor(style).isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    visit.respond(
        200,
        "<!DOCTYPE html><title>-</title><link rel=icon href=data:,><p>page",
        "Content-Type: text/html",
        "Cache-Control: no-store");
  }

  /** A page and a style for each load: a connection gets each hint only once. */
  private static String rules() {
    StringBuilder rules = new StringBuilder();
    for (String run : List.of("idle", "busy", "reused")) {
      for (int i = 0; i < LOADS; i++) {
        rules
            .append("  - { match: { path: \"/loads/")
            .append(run)
            .append(i)
            .append("\" }, assets: [ { url: /hinted/")
            .append(run)
            .append(i)
            .append(".css, as: style } ] }\n");
      }
    }
    return rules.toString();
  }

  private static List<List<String>> hints(JsonNode visit) {
    return visit
        .get("earlyHints")
        .valueStream()
        .map(links -> Visitor.texts(links).stream().sorted().toList())
        .toList();
  }

  private static void assertEarlyHints(JsonNode visit, List<String> assets) {
    for (String asset : assets) {
      assertThat(visit.get("initiators").path(asset).asString("not loaded"))
          .as(asset)
          .isEqualTo("early-hints");
    }
  }
}
