package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Prefetches and prerenders: browsers ignore their hints. So nothing is sent early, the cookie adds nothing, and neither the ledger
 * nor the learner counts a view.
 */
final class PrefetchIT {
  private static final int ENABLE_PUSH = 2;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("shop.yaml", """
          rules:
            - match: { path: "/page" }
              assets: [ { url: /assets/a.css, as: style } ]
            - match: { path: "/counted" }
              assets: [ { url: /assets/a.css, as: style } ]
            - match: { path: "/early" }
              assets: [ { url: /assets/b.css, as: style } ]
          """)
      .file("public/assets/a.css", "body { margin: 0 }")
      .file("public/assets/b.css", "body { margin: 1px }")
      .more("push: { manifests: [ shop.yaml ] }\nledger: { window: 1s }\n");

  private static AdminPeer admin;

  @BeforeAll
  static void start() {
    GATEWAY
        .origin()
        .on("/page", visit -> visit.respond(200, "<p>", "Content-Type: text/html"))
        .on("/counted", visit -> visit.respond(200, "<p>", "Content-Type: text/html"))
        .on("/early", visit -> {
          visit.send(
              "HTTP/1.1 103 Early Hints\r\nLink: </early.css>; rel=preload; as=style\r\n\r\n");
          visit.respond(200, "<p>", "Content-Type: text/html");
        });
    admin = AdminPeer.login(GATEWAY.process().adminPort());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "sec-purpose, prefetch",
    "sec-purpose, prefetch;prerender",
    "sec-purpose, prefetch; anonymous-client-ip",
    "sec-purpose, prefetch;prerender;anonymous-client-ip",
    "sec-purpose, Prefetch",
    "purpose, prefetch",
    "x-moz, prefetch",
  })
  void prefetchGetsNoHintNoPushAndNoCookie(String name, String value) {
    for (int push = 0; push <= 1; push++) {
      try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, push)) {
        Http2Peer.StreamResponse response =
            client.get(1, "/page", "sec-fetch-mode", "navigate", name, value).readResponse(1);

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.head()).doesNotContain("set-cookie");
        assertThat(client.trace().toString()).doesNotContain("103").doesNotContain("a.css");
      }
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "sec-purpose, prefetcher",
    "sec-purpose, '\"prefetch\"'",
    "sec-purpose, other;prefetch",
    "purpose, preview",
  })
  void otherPurposeIsAnOrdinaryNavigation(String name, String value) {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/page", "sec-fetch-mode", "navigate", name, value).readResponse(1);

      assertThat(client.trace().toString()).contains(":status: 103").contains("set-cookie");
    }
  }

  @Test
  void navigationAfterAPrefetchIsHintedOnTheSameConnection() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/page", "sec-purpose", "prefetch").readResponse(1);

      Http2Peer.StreamResponse page = client.get(3, "/page").readResponse(3);

      assertThat(client.trace().toString()).contains(":status: 103, link: </assets/a.css>");
      assertThat(page.head()).contains("set-cookie: lychgate_casper=");
    }
  }

  @Test
  void upstream103IsNotForwardedToAPrefetch() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      Http2Peer.StreamResponse response =
          client.get(1, "/early", "sec-purpose", "prefetch;prerender").readResponse(1);

      assertThat(response.status()).isEqualTo(200);
      assertThat(client.trace().toString()).doesNotContain(":status: 103");
    }
  }

  @Test
  void prefetchIsNeitherAViewNorAUseOfAHint() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/counted", "purpose", "prefetch").readResponse(1);
      client.get(3, "/counted").readResponse(3);
      client.get(5, "/assets/a.css", "sec-purpose", "prefetch").readResponse(5);

      Await.until(() -> {
        JsonNode entry = entry();
        assertThat(entry.get("unused").asLong()).as(entry.toString()).isEqualTo(1);
      });
      assertThat(entry().get("pageViews").asLong()).isEqualTo(1);
      assertThat(entry().get("used").asLong()).isZero();
    }
  }

  @Test
  void tryItNamesTheReason() {
    JsonNode plan = admin.post(
        "/plan",
        Map.of(
            "url",
            "https://localhost/page",
            "headers",
            List.of(Map.of("name", "Sec-Purpose", "value", "prefetch;prerender"))));

    assertThat(plan.at("/candidates/0/reason").asString()).isEqualTo("prefetch");
    assertThat(plan.get("setCookies")).isEmpty();
  }

  private static JsonNode entry() {
    JsonNode items = admin.get("/ledger?manifest=shop").get("items");
    return items.get(1);
  }
}
