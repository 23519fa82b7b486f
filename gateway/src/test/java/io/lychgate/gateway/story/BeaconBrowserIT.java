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

/**
 * Beacons of a page in Debian's Chromium about its hints. It uses one asset and not the other, first without and then with both in
 * its cache. Its other links belong to another site. Cookies are off, so that the gateway hints both assets each time.
 */
final class BeaconBrowserIT {
  private static final String USED = "/shop/site.css";
  private static final String NEVER = "/shop/never.js";
  private static final String NEVER_TEXT = "window.never = true";

  /** The script waits for three seconds. */
  private static final Duration STAY = Duration.ofSeconds(5);

  private static final String PAGE = """
      <!DOCTYPE html><title>-</title><link rel=icon href=data:,>
      <link rel=stylesheet href=/shop/site.css>
      <script async src=/.well-known/lychgate/ledger.js></script>
      <base href="https://cdn.test/">
      <p>page
      """;

  @RegisterExtension
  static final GatewayExtension GATEWAY =
      new GatewayExtension().file("shop.yaml", """
          rules:
            - match: { path: "/page" }
              assets:
                - { url: /shop/site.css, as: style }
                - { url: /shop/never.js, as: script }
          """).more("""
          push: { manifests: [ shop.yaml ], casper: { mode: "off" } }
          ledger: { window: 2m, beacons: { enabled: true, window: 3m } }
          """);

  @Test
  void hintsAreUsedUnusedOrCachedAsTheBeaconReports() {
    GATEWAY
        .origin()
        .on(USED, visit -> asset(visit, "text/css", "p { margin: 0 }"))
        .on(NEVER, visit -> asset(visit, "text/javascript", NEVER_TEXT))
        .on("/page", BeaconBrowserIT::respond);

    Visitor.visits(Visitor.chromium(), GATEWAY, STAY, "/page?first", "/page?second");

    assertThat(GATEWAY.origin().requestsFor(USED)).as("then from the cache").hasSize(1);
    assertThat(GATEWAY.origin().requestsFor(NEVER)).as("fetched for the hint").hasSize(1);
    AdminPeer admin = AdminPeer.login(GATEWAY.process().adminPort());
    Await.until(() -> {
      JsonNode ledger = admin.get("/ledger?manifest=shop");
      JsonNode used = ledger.get("items").get(0);
      JsonNode never = ledger.get("items").get(1);
      assertThat(ledger.get("beacons").get("taken").asLong())
          .as(ledger.toString())
          .isEqualTo(2);
      assertThat(used.get("used").asLong()).isEqualTo(1);
      assertThat(used.get("alreadyCached").asLong()).isEqualTo(1);
      assertThat(used.get("unused").asLong()).isZero();
      assertThat(used.get("reported").asLong()).isEqualTo(2);
      assertThat(never.get("used").asLong()).isZero();
      assertThat(never.get("unused").asLong()).isEqualTo(2);
      assertThat(never.get("reported").asLong()).isEqualTo(2);
      assertThat(never.get("wastedBytes").asLong()).isGreaterThan(NEVER_TEXT.length());
    });
  }

  private static void asset(OriginVisit visit, String type, String body) throws IOException {
    visit.respond(200, body, "Content-Type: " + type, "Cache-Control: public, max-age=600");
  }

  /** The page is slower than its hints, as Chromium drops a 103 that its 200 overtakes. It has a strict content security policy. */
  private static void respond(OriginVisit visit) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (System.nanoTime() < deadline
        && List.of(USED, NEVER).stream()
            .anyMatch(asset -> GATEWAY.origin().requestsFor(asset).isEmpty())) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    visit.respond(
        200,
        PAGE,
        "Content-Type: text/html",
        "Cache-Control: no-store",
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';"
            + " connect-src 'self'; img-src data:");
  }
}
