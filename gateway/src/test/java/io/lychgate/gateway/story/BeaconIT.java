package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayExtension;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Changes that a page's beacon makes in the ledger, and changes that it cannot make. */
final class BeaconIT {
  private static final String CSS = "body { margin: 0 }";

  /** Each test has its own page, so that counts do not mix. */
  private static final String[] PAGES = {
    "used",
    "unused",
    "cached",
    "needless",
    "left",
    "pushed",
    "forged",
    "late",
    "twice",
    "repeated",
    "none"
  };

  /** Both windows are much longer than a test needs, also on a busy machine; one test waits for their end. */
  @RegisterExtension
  static final GatewayExtension GATEWAY = gateway("10s", "10s", PAGES);

  /** The window for requests ends long before that for beacons. */
  @RegisterExtension
  static final GatewayExtension SHORT = gateway("1s", "60s", "window");

  private static AdminPeer admin;

  private static GatewayExtension gateway(String window, String beaconWindow, String... pages) {
    return new GatewayExtension()
        .file("shop.yaml", manifest(pages))
        .file("public/assets/a.css", CSS)
        .more("""
            push: { manifests: [ shop.yaml ], casper: { mode: "off" } }
            ledger: { window: %s, beacons: { enabled: true, window: %s } }
            """.formatted(window, beaconWindow));
  }

  private static String manifest(String... pages) {
    String rule =
        "  - { match: { path: \"/%s\" }, assets: [ { url: /assets/a.css, as: style } ] }\n";
    return "rules:\n" + Stream.of(pages).map(rule::formatted).collect(Collectors.joining());
  }

  @BeforeAll
  static void start() {
    for (String page : PAGES) {
      GATEWAY
          .origin()
          .on("/" + page, visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
    }
    admin = AdminPeer.login(GATEWAY.process().adminPort());
  }

  @Test
  void hintFetchedAndInUseCountsAsUsedAtOnce() {
    try (BeaconClient client = view("/used")) {
      client.get("/assets/a.css");
      assertThat(entry("/used").get("used").asLong()).as("before the beacon").isZero();

      assertThat(client.sendBeacon("/used", true, "[\"/assets/a.css\",0]")).isEqualTo(204);

      JsonNode entry = entry("/used");
      assertThat(entry.get("used").asLong()).isEqualTo(1);
      assertThat(entry.get("reported").asLong()).isEqualTo(1);
    }
    assertCountedOnce("/used");
  }

  @Test
  void hintFetchedAndNotInUseCountsAsUnusedWithItsBytes() {
    try (BeaconClient client = view("/unused")) {
      client.get("/assets/a.css");

      assertThat(client.sendBeacon("/unused", true, "[\"/assets/b.css\",0]")).isEqualTo(204);

      JsonNode entry = entry("/unused");
      assertThat(entry.get("unused").asLong()).isEqualTo(1);
      assertThat(entry.get("wastedBytes").asLong()).isEqualTo(CSS.length());
      assertThat(entry.get("used").asLong()).isZero();
    }
    assertCountedOnce("/unused");
  }

  @Test
  void hintWithoutARequestButInUseCountsAsCached() {
    try (BeaconClient client = view("/cached")) {
      assertThat(client.sendBeacon("/cached", true, "[\"/assets/a.css\",0]")).isEqualTo(204);

      JsonNode entry = entry("/cached");
      assertThat(entry.get("alreadyCached").asLong()).isEqualTo(1);
      assertThat(entry.get("wastedBytes").asLong()).isZero();
    }
    assertCountedOnce("/cached");
  }

  @Test
  void hintWithoutARequestAndNotInUseCountsAsUnused() {
    try (BeaconClient client = view("/needless")) {
      assertThat(client.sendBeacon("/needless", true, "")).isEqualTo(204);

      assertThat(entry("/needless").get("unused").asLong()).isEqualTo(1);
      assertThat(entry("/needless").get("silent").asLong()).isZero();
    }
    assertCountedOnce("/needless");
  }

  @Test
  void pageLeftEarlyReportsOnlyUsedAssets() {
    try (BeaconClient client = view("/left")) {
      client.get("/assets/a.css");

      assertThat(client.sendBeacon("/left", false, "")).isEqualTo(204);

      assertThat(entry("/left").get("reported").asLong()).isZero();
      assertThat(entry("/left").get("unused").asLong()).isZero();
    }
    assertCountedOnce("/left");
    assertThat(entry("/left").get("used").asLong()).isEqualTo(1);
  }

  @Test
  void pushNotInUseCountsAsUnused() {
    try (BeaconClient client = BeaconClient.pushed(GATEWAY, "/pushed")) {
      assertThat(client.sendBeacon("/pushed", true, "")).isEqualTo(204);

      Await.until(() -> assertThat(entry("/pushed").get("unused").asLong()).isEqualTo(1));
      assertThat(entry("/pushed").get("wastedBytes").asLong()).isEqualTo(CSS.length());
    }
    assertCountedOnce("/pushed");
  }

  @Test
  void assetFetchedTwiceCountsAsRepeatedDespiteTheBeacon() {
    try (BeaconClient client = view("/repeated")) {
      client.get("/assets/a.css");
      client.get("/assets/a.css");

      assertThat(client.sendBeacon("/repeated", true, "")).isEqualTo(204);

      assertThat(entry("/repeated").get("repeated").asLong()).isEqualTo(1);
      assertThat(entry("/repeated").get("used").asLong()).isEqualTo(1);
      assertThat(entry("/repeated").get("unused").asLong()).isZero();
    }
    assertCountedOnce("/repeated");
  }

  @Test
  void beaconAppliesToItsOwnConnectionAndPageOnly() {
    long idle = beacons("idle");
    try (BeaconClient client = view("/forged");
        BeaconClient other = view("/none")) {
      client.get("/assets/a.css");

      assertThat(other.sendBeacon("/forged", true, "")).isEqualTo(204);
      assertThat(client.sendBeacon("/none", true, "")).isEqualTo(204);

      assertThat(beacons("idle")).isGreaterThanOrEqualTo(idle + 2);
      assertThat(entry("/forged").get("unused").asLong()).isZero();
    }
    assertCountedOnce("/forged");
    assertThat(entry("/forged").get("used").asLong()).isEqualTo(1);
    assertThat(entry("/forged").get("reported").asLong()).isZero();
  }

  @Test
  void beaconMayArriveAfterTheRequestWindowOfAHint() throws InterruptedException {
    SHORT.origin().on("/window", visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
    AdminPeer peer = AdminPeer.login(SHORT.process().adminPort());
    try (BeaconClient client = BeaconClient.at(SHORT, "/window")) {
      // No counter shows the end of the window.
      TimeUnit.MILLISECONDS.sleep(1500);
      client.get("/assets/a.css");
      assertThat(entry(peer, "/window").get("unused").asLong()).as("still open").isZero();

      assertThat(client.sendBeacon("/window", true, "")).isEqualTo(204);

      assertThat(entry(peer, "/window").get("unused").asLong()).isEqualTo(1);
      assertThat(entry(peer, "/window").get("wastedBytes").asLong())
          .as("of the Link value, as the request came too late")
          .isGreaterThan(CSS.length());
    }
    assertCountedOnce(peer, "/window");
  }

  @Test
  void viewWithoutABeaconIsCountedAndALateBeaconIsIgnored() {
    long late = beacons("late");
    try (BeaconClient client = view("/late")) {
      client.get("/assets/a.css");
      Await.until(() -> assertThat(entry("/late").get("used").asLong()).isEqualTo(1));

      assertThat(client.sendBeacon("/late", true, "")).isEqualTo(204);

      assertThat(beacons("late")).isEqualTo(late + 1);
    }
    assertCountedOnce("/late");
    assertThat(entry("/late").get("reported").asLong()).isZero();
  }

  @Test
  void duplicateBeaconIsIgnored() {
    try (BeaconClient client = view("/twice")) {
      client.get("/assets/a.css");
      client.sendBeacon("/twice", true, "[\"/assets/a.css\",0]");
      client.sendBeacon("/twice", true, "");
      client.get("/assets/a.css");
    }

    assertCountedOnce("/twice");
    assertThat(entry("/twice").get("used").asLong()).isEqualTo(1);
    assertThat(entry("/twice").get("repeated").asLong()).isZero();
  }

  private static BeaconClient view(String page) {
    return BeaconClient.at(GATEWAY, page);
  }

  private static void assertCountedOnce(String match) {
    assertCountedOnce(admin, match);
  }

  private static void assertCountedOnce(AdminPeer peer, String match) {
    Await.until(() -> {
      JsonNode entry = entry(peer, match);
      long sent = entry.get("hinted").asLong() + entry.get("pushed").asLong();
      long outcomes = entry.get("used").asLong()
          + entry.get("alreadyCached").asLong()
          + entry.get("refused").asLong()
          + entry.get("unused").asLong();
      assertThat(outcomes).as(entry.toString()).isEqualTo(sent);
    });
  }

  private static long beacons(String outcome) {
    return admin.get("/ledger?manifest=shop").get("beacons").get(outcome).asLong();
  }

  private static JsonNode entry(String match) {
    return entry(admin, match);
  }

  private static JsonNode entry(AdminPeer peer, String match) {
    for (JsonNode item : peer.get("/ledger?manifest=shop").get("items")) {
      if (item.get("match").asString().equals(match)) {
        return item;
      }
    }
    throw new AssertionError(match + ": not in the ledger");
  }
}
