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
import tools.jackson.databind.JsonNode;

/** Entries are judged by distinct clients, each counted once, except for clients that cache nothing. */
final class LedgerClientsIT {
  private static final int ENABLE_PUSH = 2;

  /** Above minViews, so that the set may miss a few loopback addresses. */
  private static final int CLIENTS = 24;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("shop.yaml", """
          rules:
            - match: { path: "/loop" }
              assets: [ { url: /assets/never.js, as: script } ]
            - match: { path: "/crowd" }
              assets: [ { url: /assets/a.css, as: style }, { url: /assets/never.js, as: script } ]
            - match: { path: "/uncached" }
              assets: [ { url: /assets/a.css, as: style }, { url: /assets/b.css, as: style } ]
            - match: { path: "/doubled" }
              assets: [ { url: /assets/a.css, as: style }, { url: /assets/b.css, as: style } ]
            - match: { path: "/returning" }
              assets: [ { url: /assets/b.css, as: style } ]
          """)
      .file("public/assets/a.css", "body { margin: 0 }")
      .file("public/assets/b.css", "body { margin: 1px }")
      .file("public/assets/never.js", "never()")
      .more("""
          push: { manifests: [ shop.yaml ] }
          ledger: { window: 2s, minViews: 20 }
          """);

  private static AdminPeer admin;

  @BeforeAll
  static void start() {
    for (String page : new String[] {"loop", "crowd", "uncached", "doubled", "returning"}) {
      GATEWAY
          .origin()
          .on("/" + page, visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
    }
    admin = AdminPeer.login(GATEWAY.process().adminPort());
  }

  @Test
  void repeatedVisitsOfOneClientDemoteNothing() {
    for (int view = 0; view < 60; view++) {
      visit(1, "/loop");
    }

    Await.until(() -> assertThat(count("/loop", "/assets/never.js", "unused")).isEqualTo(60));
    JsonNode entry = entry("/loop", "/assets/never.js");
    assertThat(entry.get("judgedViews").asLong()).isEqualTo(1);
    assertThat(entry.get("demoted").asBoolean()).isFalse();
  }

  @Test
  void wasteOfManyClientsDemotesAndRaisesAnAlert() {
    for (int client = 1; client <= CLIENTS; client++) {
      visit(client, "/crowd", "/assets/a.css");
    }

    Await.until(() -> {
      JsonNode never = entry("/crowd", "/assets/never.js");
      assertThat(never.get("demoted").asBoolean()).as(never.toString()).isTrue();
    });
    assertThat(entry("/crowd", "/assets/a.css").get("demoted").asBoolean()).isFalse();
    assertThat(alerts()).contains("entry-demoted: shop /crowd /assets/never.js");

    admin.post(
        "/ledger/restore",
        Map.of("manifest", "shop", "match", "/crowd", "url", "/assets/never.js", "exempt", true));
    assertThat(alerts()).doesNotContain("entry-demoted: shop /crowd /assets/never.js");
  }

  private static List<String> alerts() {
    return admin
        .get("/status")
        .get("alerts")
        .valueStream()
        .map(alert -> alert.get("kind").asString() + ": " + alert.get("subject").asString())
        .toList();
  }

  @Test
  void clientsWithoutACacheAreNotCounted() {
    for (int client = 1; client <= CLIENTS; client++) {
      visit(
          client, "/uncached", "/assets/a.css", "/assets/b.css", "/assets/a.css", "/assets/b.css");
    }

    Await.until(
        () -> assertThat(count("/uncached", "/assets/b.css", "uncached")).isEqualTo(CLIENTS));
    JsonNode entry = entry("/uncached", "/assets/a.css");
    assertThat(entry.get("repeated").asLong()).isEqualTo(CLIENTS);
    assertThat(entry.get("judgedViews").asLong()).isZero();
    assertThat(entry.get("demoted").asBoolean()).isFalse();
  }

  @Test
  void entryFetchedTwiceByClientsWithACacheIsDemoted() {
    for (int client = 1; client <= CLIENTS; client++) {
      visit(client, "/doubled", "/assets/a.css", "/assets/b.css", "/assets/a.css");
    }

    Await.until(() -> {
      JsonNode doubled = entry("/doubled", "/assets/a.css");
      assertThat(doubled.get("demoted").asBoolean()).as(doubled.toString()).isTrue();
    });
    assertThat(entry("/doubled", "/assets/b.css").get("demoted").asBoolean()).isFalse();
  }

  @Test
  void conditionalRequestProvesACache() {
    for (int client = 1; client <= CLIENTS; client++) {
      try (Http2Peer peer = connect(client)) {
        peer.get(1, "/returning").readResponse(1);
        peer.get(3, "/assets/b.css").readResponse(3);
        peer.get(5, "/other.css", "if-none-match", "\"1\"").readResponse(5);
        peer.get(7, "/assets/b.css").readResponse(7);
      }
    }

    Await.until(() -> {
      JsonNode entry = entry("/returning", "/assets/b.css");
      assertThat(entry.get("demoted").asBoolean()).as(entry.toString()).isTrue();
    });
    assertThat(count("/returning", "/assets/b.css", "uncached")).isZero();
  }

  private static void visit(int client, String page, String... assets) {
    try (Http2Peer peer = connect(client)) {
      peer.get(1, page).readResponse(1);
      int stream = 3;
      for (String asset : assets) {
        peer.get(stream, asset).readResponse(stream);
        stream += 2;
      }
    }
  }

  private static Http2Peer connect(int client) {
    return Http2Peer.connectFrom(
        "127.0.1." + client, GATEWAY.process().port("plain"), ENABLE_PUSH, 0);
  }

  private static long count(String match, String url, String field) {
    return entry(match, url).get(field).asLong();
  }

  private static JsonNode entry(String match, String url) {
    for (JsonNode item : admin.get("/ledger?manifest=shop&limit=100").get("items")) {
      if (item.get("match").asString().equals(match)
          && item.get("url").asString().equals(url)) {
        return item;
      }
    }
    throw new AssertionError(match + " " + url + ": not in the ledger");
  }
}
