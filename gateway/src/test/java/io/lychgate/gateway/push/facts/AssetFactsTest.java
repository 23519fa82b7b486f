package io.lychgate.gateway.push.facts;

import static io.lychgate.gateway.push.PushPlannerTest.index;
import static io.lychgate.gateway.push.PushPlannerTest.request;
import static io.lychgate.gateway.push.PushPlannerTest.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.CandidateFacts;
import io.lychgate.casper.CandidateFacts.Reusability;
import io.lychgate.casper.ClientAbilities;
import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.casper.PushCandidate;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.push.ConnectionMemory;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.PushPlanner;
import io.lychgate.gateway.push.PushSettings;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Facts about candidates, learned from live responses. */
final class AssetFactsTest {
  private static final String MANIFEST = """
      rules:
        - match: { path: "/" }
          assets:
            - { url: /a.css, as: style }
            - { url: /b.js, as: script }
      """;

  private final ManifestIndex index = index(MANIFEST, 1);
  private final PushPlanner planner = new PushPlanner(PushSettings.of(PushConfig.defaults()));

  @Test
  void missingOrRedirectedAssetIsSkippedForItsHostUntilItsResponseChanges() {
    respond("one.test", "/a.css", 404, "");
    respond("ONE.test", "/b.js", 301, "");

    assertThat(planOf("one.test")).containsExactly("gone", "redirected");
    assertThat(planOf("two.test")).containsExactly("hint", "hint");

    respond("one.test", "/a.css", 200, "max-age=60");

    assertThat(planOf("one.test")).containsExactly("hint", "redirected");
  }

  @Test
  void temporaryFailureAndPartialResponseChangeNothing() {
    respond("one.test", "/a.css", 503, "");
    respond("one.test", "/b.js", 206, "no-store");

    assertThat(planOf("one.test")).containsExactly("hint", "hint");
  }

  @Test
  void onlyResponsesToGetCount() {
    planner.learn(
        index,
        index.assetAt("one.test", "/a.css"),
        request("DELETE", "one.test", "/a.css", new Fields()),
        new ResponseHead(404, new Fields()),
        new ConnectionMemory());

    assertThat(planOf("one.test")).containsExactly("hint", "hint");
  }

  @Test
  void learnsOnlyAboutTargetsOfLinkFields() {
    Fields links = new Fields().add(FieldNames.LINK, "</linked.css>; rel=preload; as=style");
    assertThat(linkPlanOf(links)).containsExactly("push");

    respond("one.test", "/linked.css", 410, "");
    respond("one.test", "/other.css", 410, "");

    assertThat(linkPlanOf(links)).containsExactly("gone");
    Fields others = new Fields().add(FieldNames.LINK, "</other.css>; rel=preload; as=style");
    assertThat(linkPlanOf(others)).containsExactly("push");
  }

  @Test
  void responseExpires() {
    AtomicLong nanos = new AtomicLong();
    AssetFacts facts = new AssetFacts(nanos::get);
    ManifestEntry css = index.assetAt("one.test", "/a.css");
    PushCandidate candidate = PushCandidate.of("/a.css", Destination.STYLE, Delivery.AUTO, 1, "");

    facts.learn("one.test", "/a.css", css, new ResponseHead(404, new Fields()));
    assertThat(facts.of("one.test", candidate).reusability()).isEqualTo(Reusability.GONE);
    nanos.addAndGet(AssetFacts.LIFETIME.toNanos());

    assertThat(facts.of("one.test", candidate)).isEqualTo(CandidateFacts.UNKNOWN);
  }

  private void respond(String authority, String path, int status, String cacheControl) {
    Fields fields = new Fields();
    if (!cacheControl.isEmpty()) {
      fields.add(FieldNames.canonical("cache-control"), cacheControl);
    }
    planner.learn(
        index,
        index.assetAt(authority, path),
        request("GET", authority, path, new Fields()),
        new ResponseHead(status, fields),
        new ConnectionMemory());
  }

  private List<String> planOf(String authority) {
    return tokens(planner.plan(
        index,
        request("GET", authority, "/", new Fields()),
        ClientAbilities.HINTS_ONLY,
        new ConnectionMemory(),
        true));
  }

  private List<String> linkPlanOf(Fields links) {
    return tokens(planner.planLinks(
        index,
        links,
        request("GET", "one.test", "/docs", new Fields()),
        new ClientAbilities(true, true, 100),
        new ConnectionMemory(),
        true,
        true));
  }
}
