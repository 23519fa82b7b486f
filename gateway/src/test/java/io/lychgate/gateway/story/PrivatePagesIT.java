package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pages behind authentication: nothing leaves ahead of them and nothing is learned from them, unless their route is public. */
final class PrivatePagesIT {
  private static final int ENABLE_PUSH = 2;

  /** Name and password of ann. */
  private static final String ANN = "Basic YW5uOlUqVQ==";

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("shop.yaml", """
          rules:
            - { match: { path: /open }, assets: [ { url: /a.css, as: style } ] }
            - { match: { path: /hidden/x }, assets: [ { url: /a.css, as: style } ] }
            - { match: { path: /stated/x }, assets: [ { url: /a.css, as: style } ] }
          """)
      .file("users", "ann:$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW\n")
      .file("public/assets/site.css", "a { }")
      .routes(
          "- { match: { path: /hidden/* }, proxy: { upstream: app }, policies: { basic: { users: users } } }",
          "- { match: { path: /stated/* }, public: true, proxy: { upstream: app }, policies: { basic: { users: users } } }")
      .more("""
          push: { manifests: [ shop.yaml ], casper: { mode: "off" }, earlyHints: { hold: 100ms, nearRoundTrip: off } }
          learn: { minViews: 20, interval: 1s }
          """);

  private static String visit(String page, String... fields) {
    GATEWAY.origin().otherwise(visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, page, fields).readResponse(1);
      return client.trace().toString();
    }
  }

  @Test
  void nothingLeavesAheadOfAPageBehindAuthentication() {
    assertThat(visit("/open")).contains(":status: 103, link: </a.css>");
    assertThat(visit("/hidden/x")).contains(":status: 401").doesNotContain(":status: 103");
    assertThat(visit("/hidden/x", "authorization", ANN))
        .contains(":status: 200")
        .doesNotContain(":status: 103");
  }

  /** The hints of such a route are for authenticated clients only, because they leave after the steps. */
  @Test
  void hintsLeaveAfterAuthenticationIfTheRouteIsPublic() {
    assertThat(visit("/stated/x", "authorization", ANN))
        .contains(":status: 103, link: </a.css>", ":status: 200");
    assertThat(visit("/stated/x")).contains(":status: 401").doesNotContain(":status: 103");
  }

  @Test
  void nothingIsLearnedFromPagesBehindAuthentication() {
    AdminPeer admin = AdminPeer.login(GATEWAY.process().adminPort());
    for (int i = 0; i < 30; i++) {
      page("/hidden/page", "authorization", ANN);
      page("/learned");
    }

    Await.until(() -> assertThat(
            admin.get("/manifests/learned-localhost").at("/draft/text").asString())
        .contains("/learned"));
    assertThat(admin.get("/manifests/learned-localhost").toString()).doesNotContain("hidden");
  }

  /** Loads a page and its asset, as a browser does. */
  private static void page(String path, String... fields) {
    GATEWAY.origin().otherwise(visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      List<String> all = new ArrayList<>(List.of(fields));
      all.addAll(List.of("sec-fetch-mode", "navigate", "sec-fetch-dest", "document"));
      client.get(1, path, all.toArray(String[]::new)).readResponse(1);
      client
          .get(
              3,
              "/assets/site.css",
              "referer",
              "http://localhost" + path,
              "sec-fetch-mode",
              "no-cors",
              "sec-fetch-dest",
              "style")
          .readResponse(3);
    }
  }
}
