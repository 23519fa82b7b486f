package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Proposals of the gateway after it has seen page loads. */
final class LearningIT {
  private static final int ENABLE_PUSH = 2;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("shop.yaml", """
          rules:
            - match: { path: "/deployed" } # the shop
              assets: [ { url: /assets/app.0a1b2c.js, as: script } ]
          """)
      .file("public/assets/site.css", "body { margin: 0 }")
      .file("public/assets/app.3f9a2c.js", "start()")
      .more("""
          push: { manifests: [ shop.yaml ] }
          learn: { minViews: 20, interval: 1s }
          """);

  private static AdminPeer admin;

  @BeforeAll
  static void start() {
    for (String page : new String[] {"/deployed", "/p/1", "/p/2"}) {
      GATEWAY.origin().on(page, visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
    }
    admin = AdminPeer.login(GATEWAY.process().adminPort());
  }

  @Test
  void assetsOfPagesBecomeADraftThatOnlyAUserPublishes() {
    for (int i = 0; i < 30; i++) {
      visit("/p/" + (1 + i % 2), "/assets/site.css", "style", 200);
    }

    Await.until(() -> {
      JsonNode learned = admin.get("/manifests/learned-localhost");
      assertThat(learned.get("state").asString()).isEqualTo("draft");
      assertThat(learned.at("/draft/author").asString()).isEqualTo("learner");
      assertThat(learned.at("/draft/text").asString())
          .contains("{ regex: \"^/p/[0-9]+$\" }", "{ url: \"/assets/site.css\", as: style }")
          .contains("# confidence 0.");
      assertThat(learned.at("/draft/problems").size()).isZero();
    });
    assertThat(visit("/p/1", "/assets/site.css", "style", 200)).doesNotContain(":status: 103");

    admin.post("/proposals/" + idOf("/assets/site.css") + "/publish", Map.of());

    assertThat(visit("/p/2", "/assets/site.css", "style", 200))
        .contains("</assets/site.css>; rel=preload; as=style");
  }

  @Test
  void deployIsProposedAsARenaming() {
    visit("/deployed", "/assets/app.0a1b2c.js", "script", 404);
    for (int i = 0; i < 6; i++) {
      visit("/deployed", "/assets/app.3f9a2c.js", "script", 200);
    }

    Await.until(() -> assertThat(admin.get("/manifests/shop").at("/draft/text").asString())
        .contains("url: /assets/app.3f9a2c.js", "# the shop"));
    assertThat(admin.get("/manifests/shop").get("state").asString()).isEqualTo("changed");
    assertThat(admin.get("/proposals?manifest=shop").toString())
        .contains("\"kind\":\"rename\"", "\"replaces\":\"/assets/app.0a1b2c.js\"");
  }

  @Test
  void malformedRefererIsHarmless() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      int stream = 1;
      for (String referer : new String[] {"::", "https://[", "%", "", "x".repeat(4000), "//"}) {
        client.get(stream, "/assets/site.css", "referer", referer, "sec-fetch-dest", "style");
        assertThat(client.readResponse(stream).status()).isEqualTo(200);
        stream += 2;
      }
    }
  }

  /** Loads a page as a browser does. Returns the received frames. */
  private static String visit(String page, String asset, String destination, int status) {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client
          .get(1, page, "sec-fetch-mode", "navigate", "sec-fetch-dest", "document")
          .readResponse(1);
      client.get(
          3,
          asset,
          "referer",
          "http://localhost" + page,
          "sec-fetch-mode",
          "no-cors",
          "sec-fetch-dest",
          destination);
      assertThat(client.readResponse(3).status()).isEqualTo(status);
      return client.trace().toString();
    }
  }

  private static String idOf(String url) {
    for (JsonNode item : admin.get("/proposals").get("items")) {
      if (item.get("url").asString().equals(url)) {
        return item.get("id").asString();
      }
    }
    throw new AssertionError(url + ": not proposed");
  }
}
