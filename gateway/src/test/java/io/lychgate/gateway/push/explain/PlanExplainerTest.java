package io.lychgate.gateway.push.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.ClientAbilities;
import io.lychgate.casper.SkipReason;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushPlannerTest;
import io.lychgate.gateway.push.PushSettings;
import io.lychgate.scheduler.PriorityReason;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanExplainerTest {
  private final ManifestIndex index = PushPlannerTest.index("""
      rules:
        - match: { path: "/other" }
          assets: []
        - match: { path: "/p/*" }
          assets:
            - { url: /site.css, as: style }
            - { url: /hero.jpg, as: image, tier: 2, urgency: 4 }
      """, 3);
  private final PlanExplainer explainer = new PlanExplainer(PushSettings.of(PushConfig.defaults()));
  private final RequestHead page =
      PushPlannerTest.request("GET", "shop.test", "/p/1", new Fields());

  @Test
  void namesDecisionReasonAndRuleOfEachCandidate() {
    PlanExplanation explanation = explainer.explain(index, page, ClientAbilities.HINTS_ONLY, true);

    assertThat(explanation.candidates())
        .containsExactly(
            new PlanExplanation.Candidate(
                "/site.css",
                "style",
                "hint",
                null,
                "It is named in the 103 Early Hints.",
                "shop",
                1,
                "/p/*",
                1,
                null,
                null),
            new PlanExplanation.Candidate(
                "/hero.jpg",
                "image",
                "skip",
                "later-tier",
                SkipReason.LATER_TIER.sentence(),
                "shop",
                1,
                "/p/*",
                2,
                4,
                new PlanExplanation.Priority(
                    4,
                    null,
                    "manifest-urgency",
                    PriorityReason.MANIFEST_URGENCY.sentence(),
                    "shop rules[1] /hero.jpg",
                    List.of())));
    assertThat(explanation.links()).containsExactly("</site.css>; rel=preload; as=style");
    assertThat(explanation.pushes()).isEmpty();
    assertThat(explanation.setCookie()).startsWith("lychgate_casper=");
    assertThat(explanation.notes()).isEmpty();
  }

  @Test
  void namesThePushesForAClientThatAcceptsThem() {
    PlanExplanation explanation =
        explainer.explain(index, page, new ClientAbilities(true, true, 10), true);

    assertThat(explanation.pushes()).containsExactly("/site.css");
    assertThat(explanation.links()).isEmpty();
  }

  @Test
  void namesTheReasonForSendingNoHints() {
    assertThat(explainer.explain(index, page, ClientAbilities.HTTP_1, true).notes())
        .containsExactly(
            SkipReason.HTTP_1.sentence(),
            "Nothing is sent ahead, so no 103 is sent: browsers read only the first 103.");
    RequestHead elsewhere = PushPlannerTest.request("GET", "shop.test", "/elsewhere", new Fields());
    assertThat(explainer
            .explain(index, elsewhere, ClientAbilities.HINTS_ONLY, true)
            .notes())
        .containsExactly("No rule of a published manifest matches this host and path.");
  }
}
