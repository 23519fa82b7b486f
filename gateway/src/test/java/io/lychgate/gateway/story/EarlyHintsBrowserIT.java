package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Visitor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Early Hints in Debian's Chromium: each tier once, and what came early is what the page uses. */
final class EarlyHintsBrowserIT {
  @RegisterExtension
  static final GatewayExtension GATEWAY = TieredPage.gateway();

  @Test
  void eachTierIsHintedOnceAndThenNothing() {
    TieredPage page = TieredPage.behind(GATEWAY);

    List<JsonNode> visits = Visitor.visits(Visitor.chromium(), GATEWAY, TieredPage.VISITS);

    assertThat(visits).hasSize(3).allSatisfy(TieredPage::isNewHttp2Connection);
    assertThat(hints(visits.get(0))).containsExactly(TieredPage.FIRST_TIER);
    assertThat(hints(visits.get(1))).containsExactly(TieredPage.NEXT_TIER);
    assertThat(hints(visits.get(2))).as("no 103, not even an empty one").isEmpty();
    areEarlyHints(visits.get(0), TieredPage.FIRST_TIER);
    areEarlyHints(visits.get(1), TieredPage.NEXT_TIER);
    page.isAskedForEachAssetOnce();
  }

  private static List<List<String>> hints(JsonNode visit) {
    return visit
        .get("earlyHints")
        .valueStream()
        .map(links -> Visitor.texts(links).stream().sorted().toList())
        .toList();
  }

  private static void areEarlyHints(JsonNode visit, List<String> assets) {
    for (String asset : assets) {
      assertThat(visit.get("initiators").path(asset).asString("not loaded"))
          .as(asset)
          .isEqualTo("early-hints");
    }
  }
}
