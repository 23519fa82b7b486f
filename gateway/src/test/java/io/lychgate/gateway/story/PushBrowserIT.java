package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Visitor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** HTTP/2 push in the last Chromium that supports it: each tier once, adopted by the page, and nothing twice. */
final class PushBrowserIT {
  @RegisterExtension
  static final GatewayExtension GATEWAY = TieredPage.gateway();

  @Test
  void eachTierIsPushedOnceAndAdopted() {
    String browser = Visitor.pushChromium();
    TieredPage page = TieredPage.behind(GATEWAY);

    List<JsonNode> visits = Visitor.visits(browser, GATEWAY, TieredPage.VISITS);

    assertThat(visits).hasSize(3).allSatisfy(TieredPage::assertNewHttp2Connection);
    assertThat(adopted(visits.get(0))).isEqualTo(TieredPage.FIRST_TIER);
    assertThat(adopted(visits.get(1))).isEqualTo(TieredPage.NEXT_TIER);
    assertThat(adopted(visits.get(2))).isEmpty();
    page.assertEachAssetRequestedOnce();
  }

  private static List<String> adopted(JsonNode visit) {
    return Visitor.texts(visit.get("pushed")).stream().sorted().toList();
  }
}
