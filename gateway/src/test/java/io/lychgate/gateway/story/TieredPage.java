package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * A page with two tiers of assets behind a gateway. A visitor comes, returns on a new connection, and returns again. It gets the
 * first tier early, then the next one, then nothing. Only the cookie identifies the visitor's assets.
 */
final class TieredPage {
  static final List<String> FIRST_TIER = List.of("/shop/app.js", "/shop/site.css");
  static final List<String> NEXT_TIER = List.of("/shop/next.css");
  static final String[] VISITS = {"/page?first", "/page?second", "/page?third"};

  private static final long THINK_MILLIS = 200;

  private static final String MANIFEST = """
      rules:
        - match: { path: "/page" }
          assets:
            - { url: /shop/site.css, as: style }
            - { url: /shop/app.js, as: script }
            - { url: /shop/next.css, as: style, tier: 2 }
      """;

  private final GatewayExtension gateway;

  private TieredPage(GatewayExtension gateway) {
    this.gateway = gateway;
  }

  static GatewayExtension gateway() {
    return gateway("");
  }

  /** Returns a gateway with additional rules. */
  static GatewayExtension gateway(String rules) {
    return new GatewayExtension()
        .file("shop.yaml", MANIFEST + rules)
        .more("push: { manifests: [ shop.yaml ] }\n");
  }

  /** Scripts the origin of a started gateway. */
  static TieredPage behind(GatewayExtension gateway) {
    TieredPage page = new TieredPage(gateway);
    gateway
        .origin()
        .on("/shop/site.css", visit -> asset(visit, "text/css", "body { margin: 0 }"))
        .on("/shop/next.css", visit -> asset(visit, "text/css", "p { margin: 0 }"))
        .on("/shop/app.js", visit -> asset(visit, "text/javascript", "document.title = 'shop'"))
        .on("/page", page::respond);
    return page;
  }

  private static void asset(OriginVisit visit, String type, String body) throws IOException {
    visit.respond(200, body, "Content-Type: " + type, "Cache-Control: public, max-age=600");
  }

  /** The first visit needs the first tier, the others both. */
  private void respond(OriginVisit visit) throws IOException, InterruptedException {
    boolean isFirst = visit.target().endsWith("?first");
    thinkUntilRequested(isFirst ? FIRST_TIER : NEXT_TIER);
    visit.respond(
        200,
        "<!DOCTYPE html><title>-</title><link rel=icon href=data:,>"
            + "<link rel=stylesheet href=/shop/site.css>"
            + (isFirst ? "" : "<link rel=stylesheet href=/shop/next.css>")
            + "<script src=/shop/app.js></script><p>page",
        "Content-Type: text/html",
        "Cache-Control: no-store");
  }

  /**
   * Makes the page slower than its hints on any machine, as Chromium drops a 103 that its 200 overtakes. A page without requests is
   * sent after a while, so that the test can fail.
   */
  private void thinkUntilRequested(List<String> assets) throws InterruptedException {
    // Otherwise the page would overtake an unexpected hint and hide it.
    TimeUnit.MILLISECONDS.sleep(THINK_MILLIS);
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    ScriptedOrigin origin = gateway.origin();
    while (System.nanoTime() < deadline
        && assets.stream().anyMatch(asset -> origin.requestsFor(asset).isEmpty())) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** Checks that the visitor, or for a push the gateway, requested each asset once. A second request means a wasted push. */
  void assertEachAssetRequestedOnce() {
    for (String asset : List.of("/shop/app.js", "/shop/site.css", "/shop/next.css")) {
      assertThat(gateway.origin().requestsFor(asset)).as(asset).hasSize(1);
    }
  }

  static void assertNewHttp2Connection(JsonNode visit) {
    assertThat(visit.get("protocol").asString()).isEqualTo("h2");
    assertThat(visit.get("connections").asInt()).as("new connections").isPositive();
  }
}
