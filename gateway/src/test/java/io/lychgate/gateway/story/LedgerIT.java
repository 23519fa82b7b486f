package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Results of hints and pushes in the ledger, and their consequences. */
final class LedgerIT {
  private static final int ENABLE_PUSH = 2;
  private static final int CANCEL = 8;

  /** Views that a verdict needs. */
  private static final int MIN_VIEWS = 20;

  /** Each view is of another client. A few more than a verdict needs. */
  private static final int VIEWS = 24;

  private static final String MANIFEST = """
      rules:
        - { match: { path: "/used" }, assets: [ { url: /assets/a.css, as: style } ] }
        - { match: { path: "/crawled" }, assets: [ { url: /assets/a.css, as: style } ] }
        - { match: { path: "/cached" }, assets: [ { url: /assets/a.css, as: style } ] }
        - { match: { path: "/refused" }, assets: [ { url: /assets/a.css, as: style } ] }
        - { match: { path: "/pushed" }, assets: [ { url: /assets/a.css, as: style } ] }
        - { match: { path: "/doubled" }, assets: [ { url: /assets/a.css, as: style } ] }
        - match: { path: "/wasted" }
          assets:
            - { url: /assets/a.css, as: style }
            - { url: /assets/never.js, as: script }
      """;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("shop.yaml", MANIFEST)
      .file("public/assets/a.css", "body { margin: 0 }")
      .file("public/assets/never.js", "never()")
      .more("""
          push: { manifests: [ shop.yaml ] }
          ledger: { window: 3s, minViews: %d }
          """.formatted(MIN_VIEWS));

  private static AdminPeer admin;

  @BeforeAll
  static void start() {
    for (String page : new String[] {"used", "cached", "refused", "pushed", "doubled", "wasted"}) {
      GATEWAY
          .origin()
          .on("/" + page, visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
    }
    admin = AdminPeer.login(GATEWAY.process().adminPort());
  }

  @Test
  void hintFollowedByARequestCountsAsUsed() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/used").readResponse(1);
      client.get(3, "/assets/a.css").readResponse(3);
    }

    Await.until(() -> {
      JsonNode entry = entry("/used", "/assets/a.css");
      assertThat(entry.get("pageViews").asLong()).isEqualTo(1);
      assertThat(entry.get("hinted").asLong()).isEqualTo(1);
      assertThat(entry.get("used").asLong()).isEqualTo(1);
      assertThat(entry.get("unused").asLong()).isZero();
      assertThat(entry.get("wastedBytes").asLong()).isZero();
    });
  }

  @Test
  void hintForACachedAssetCountsAsCached() {
    String etag = Commands.curl("--http2", "-i", GATEWAY.https("/assets/a.css"))
        .expectSuccess()
        .out()
        .lines()
        .filter(line -> line.startsWith("etag: "))
        .map(line -> line.substring("etag: ".length()).strip())
        .findFirst()
        .orElse("");
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/cached").readResponse(1);
      assertThat(client
              .get(3, "/assets/a.css", "if-none-match", etag)
              .readResponse(3)
              .status())
          .isEqualTo(304);
    }

    Await.until(() -> {
      JsonNode entry = entry("/cached", "/assets/a.css");
      assertThat(entry.get("alreadyCached").asLong()).isEqualTo(1);
      assertThat(entry.get("used").asLong()).isZero();
    });
  }

  @Test
  void pushResetByTheClientCountsAsRefusedEvenAfterItsLastByte() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 1)) {
      client.get(1, "/refused");
      client.readUntil(frame -> frame.stream() == 2 && frame.ends());
      client.send(
          Http2Peer.RST_STREAM, 0, 2, ByteBuffer.allocate(4).putInt(CANCEL).array());

      Await.until(() -> {
        JsonNode entry = entry("/refused", "/assets/a.css");
        assertThat(entry.get("pushed").asLong()).isEqualTo(1);
        assertThat(entry.get("refused").asLong()).isEqualTo(1);
        assertThat(entry.get("wastedBytes").asLong()).isEqualTo("body { margin: 0 }".length());
      });
    }
    assertThat(entry("/refused", "/assets/a.css").get("used").asLong()).isZero();
  }

  @Test
  void acceptedPushCountsAsUsedUnlessRequestedAgain() {
    Commands.nghttp("-nv", GATEWAY.https("/pushed")).expectSuccess();
    Await.until(
        () -> assertThat(entry("/pushed", "/assets/a.css").get("used").asLong()).isEqualTo(1));

    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 1)) {
      client.get(1, "/pushed");
      client.readUntil(frame -> frame.stream() == 2 && frame.ends());
      client.get(3, "/assets/a.css").readResponse(3);
    }

    Await.until(() -> {
      JsonNode entry = entry("/pushed", "/assets/a.css");
      assertThat(entry.get("used").asLong()).isEqualTo(1);
      assertThat(entry.get("unused").asLong()).isEqualTo(1);
      assertThat(entry.get("wastedBytes").asLong()).isEqualTo("body { margin: 0 }".length());
    });
  }

  @Test
  void assetFetchedTwiceInOneViewCountsAsRepeated() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, "/doubled").readResponse(1);
      client.get(3, "/assets/a.css").readResponse(3);
      client.get(5, "/assets/a.css").readResponse(5);
    }

    Await.until(() ->
        assertThat(entry("/doubled", "/assets/a.css").get("repeated").asLong()).isEqualTo(1));
  }

  @Test
  void demotesAnUnusedEntryUntilItIsRestored() {
    for (int view = 0; view < VIEWS; view++) {
      try (Http2Peer client = Http2Peer.connectFrom(
          "127.0.1." + (view + 1), GATEWAY.process().port("plain"), ENABLE_PUSH, 0)) {
        client.get(1, "/wasted").readResponse(1);
        client.get(3, "/assets/a.css").readResponse(3);
      }
    }

    Await.until(() -> {
      JsonNode never = entry("/wasted", "/assets/never.js");
      // On a slow machine the verdict falls while clients still come, and ends the hints to them.
      assertThat(never.get("unused").asLong())
          .isGreaterThanOrEqualTo(MIN_VIEWS)
          .isEqualTo(never.get("hinted").asLong());
      assertThat(never.at("/verdict/author").asString("")).isEqualTo("ledger");
      assertThat(never.get("demoted").asBoolean()).isTrue();
    });
    assertThat(entry("/wasted", "/assets/a.css").get("demoted").asBoolean()).isFalse();
    assertThat(hintsOf("/wasted")).contains("/assets/a.css").doesNotContain("never.js");
    assertThat(admin.post("/plan", Map.of("url", "https://localhost/wasted")).toString())
        .contains("\"reason\":\"wasteful\"");

    admin.post(
        "/ledger/restore",
        Map.of("manifest", "shop", "match", "/wasted", "url", "/assets/never.js"));

    assertThat(hintsOf("/wasted")).contains("never.js");
  }

  @Test
  void countsCrawlersThatLoadNothingAsSilent() {
    Commands.curl("--http2", "-i", GATEWAY.https("/crawled")).expectSuccess();

    Await.until(() -> {
      JsonNode entry = entry("/crawled", "/assets/a.css");
      assertThat(entry.get("silent").asLong()).isEqualTo(1);
      assertThat(entry.get("judgedViews").asLong())
          .isLessThanOrEqualTo(entry.get("pageViews").asLong());
    });
  }

  @Test
  void beaconPathBelongsToTheSiteIfBeaconsAreOff() {
    String path = "/.well-known/lychgate/ledger.js";
    GATEWAY
        .origin()
        .on(path, visit -> visit.respond(200, "the site's", "Content-Type: text/plain"));

    assertThat(Commands.curl(GATEWAY.https(path)).expectSuccess().out()).isEqualTo("the site's");
    assertThat(admin.get("/ledger").at("/beacons/enabled").asBoolean()).isFalse();
  }

  private static String hintsOf(String page) {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0)) {
      client.get(1, page, "sec-fetch-mode", "navigate").readResponse(1);
      return client.trace().toString();
    }
  }

  private static JsonNode entry(String match, String url) {
    JsonNode items = admin.get("/ledger?manifest=shop").get("items");
    for (JsonNode item : items) {
      if (item.get("match").asString().equals(match)
          && item.get("url").asString().equals(url)) {
        return item;
      }
    }
    throw new AssertionError(match + " " + url + ": not in " + items);
  }
}
