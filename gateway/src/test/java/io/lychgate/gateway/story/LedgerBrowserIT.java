package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.Visitor;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Debian's Chromium with a dismissed certificate error caches nothing, so the ledger ignores it. */
final class LedgerBrowserIT {
  private static final List<String> ASSETS = List.of("/shop/site.css", "/shop/app.js");

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("shop.yaml", """
          rules:
            - match: { path: "/page" }
              assets:
                - { url: /shop/site.css, as: style }
                - { url: /shop/app.js, as: script }
          """)
      .more("push: { manifests: [ shop.yaml ] }\nledger: { window: 2s }\n");

  @Test
  void hintsToABrowserThatCachesNothingAreNotJudged() {
    GATEWAY
        .origin()
        .on(ASSETS.get(0), visit -> asset(visit, "text/css", "p { margin: 0 }"))
        .on(ASSETS.get(1), visit -> asset(visit, "text/javascript", "window.app = true"))
        .on("/page", LedgerBrowserIT::respond);

    Visitor.untrustingVisits(Visitor.chromium(), GATEWAY, "/page");

    AdminPeer admin = AdminPeer.login(GATEWAY.process().adminPort());
    Await.until(() -> {
      for (JsonNode entry : admin.get("/ledger?manifest=shop").get("items")) {
        assertThat(entry.get("repeated").asLong()).as(entry.toString()).isEqualTo(1);
        assertThat(entry.get("uncached").asLong()).as(entry.toString()).isEqualTo(1);
        assertThat(entry.get("judgedViews").asLong()).as(entry.toString()).isZero();
      }
    });
  }

  private static void asset(OriginVisit visit, String type, String body) throws IOException {
    visit.respond(200, body, "Content-Type: " + type, "Cache-Control: public, max-age=600");
  }

  /** Responds after the browser has fetched the hinted assets. */
  private static void respond(OriginVisit visit) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (System.nanoTime() < deadline
        && ASSETS.stream().anyMatch(asset -> GATEWAY.origin().requestsFor(asset).isEmpty())) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    visit.respond(
        200,
        "<!DOCTYPE html><title>-</title><link rel=icon href=data:,>"
            + "<link rel=stylesheet href=/shop/site.css><script src=/shop/app.js></script><p>page",
        "Content-Type: text/html",
        "Cache-Control: no-store");
  }
}
