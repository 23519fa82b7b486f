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

/** What a page's beacon changes in the ledger, and what it can't change. */
final class BeaconIT {
  private static final String CSS = "body { margin: 0 }";

  /** A page of its own for each story, so that their counts do not meet. */
  private static final String[] PAGES = {
    "used",
    "unused",
    "cached",
    "needless",
    "left",
    "pushed",
    "forged",
    "late",
    "window",
    "twice",
    "repeated",
    "none"
  };

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("shop.yaml", manifest())
      .file("public/assets/a.css", CSS)
      .more("""
          push: { manifests: [ shop.yaml ], casper: { mode: "off" } }
          ledger: { window: 2s, beacons: { enabled: true, window: 6s } }
          """);

  private static AdminPeer admin;

  private static String manifest() {
    String rule =
        "  - { match: { path: \"/%s\" }, assets: [ { url: /assets/a.css, as: style } ] }\n";
    return "rules:\n" + Stream.of(PAGES).map(rule::formatted).collect(Collectors.joining());
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
  void aHintThatWasFetchedAndIsInUseIsUsedAtOnce() {
    try (TellingClient client = view("/used")) {
      client.get("/assets/a.css");
      assertThat(entry("/used").get("used").asLong()).as("before the beacon").isZero();

      assertThat(client.tell("/used", true, "[\"/assets/a.css\",0]")).isEqualTo(204);

      JsonNode entry = entry("/used");
      assertThat(entry.get("used").asLong()).isEqualTo(1);
      assertThat(entry.get("reported").asLong()).isEqualTo(1);
    }
    isCountedOnce("/used");
  }

  @Test
  void aHintThatWasFetchedAndIsNotInUseIsUnusedWithItsOctets() {
    try (TellingClient client = view("/unused")) {
      client.get("/assets/a.css");

      assertThat(client.tell("/unused", true, "[\"/assets/b.css\",0]")).isEqualTo(204);

      JsonNode entry = entry("/unused");
      assertThat(entry.get("unused").asLong()).isEqualTo(1);
      assertThat(entry.get("wastedBytes").asLong()).isEqualTo(CSS.length());
      assertThat(entry.get("used").asLong()).isZero();
    }
    isCountedOnce("/unused");
  }

  @Test
  void aHintWithoutARequestForWhatIsInUseIsAlreadyCached() {
    try (TellingClient client = view("/cached")) {
      assertThat(client.tell("/cached", true, "[\"/assets/a.css\",0]")).isEqualTo(204);

      JsonNode entry = entry("/cached");
      assertThat(entry.get("alreadyCached").asLong()).isEqualTo(1);
      assertThat(entry.get("wastedBytes").asLong()).isZero();
    }
    isCountedOnce("/cached");
  }

  @Test
  void aHintWithoutARequestForWhatIsNotInUseIsUnused() {
    try (TellingClient client = view("/needless")) {
      assertThat(client.tell("/needless", true, "")).isEqualTo(204);

      assertThat(entry("/needless").get("unused").asLong()).isEqualTo(1);
      assertThat(entry("/needless").get("silent").asLong()).isZero();
    }
    isCountedOnce("/needless");
  }

  @Test
  void aPageThatWasLeftEarlySaysOnlyWhatIsInUse() {
    try (TellingClient client = view("/left")) {
      client.get("/assets/a.css");

      assertThat(client.tell("/left", false, "")).isEqualTo(204);

      assertThat(entry("/left").get("reported").asLong()).isZero();
      assertThat(entry("/left").get("unused").asLong()).isZero();
    }
    isCountedOnce("/left");
    assertThat(entry("/left").get("used").asLong()).isEqualTo(1);
  }

  @Test
  void aPushThatIsNotInUseIsUnused() {
    try (TellingClient client = TellingClient.pushed(GATEWAY, "/pushed")) {
      assertThat(client.tell("/pushed", true, "")).isEqualTo(204);

      Await.until(() -> assertThat(entry("/pushed").get("unused").asLong()).isEqualTo(1));
      assertThat(entry("/pushed").get("wastedBytes").asLong()).isEqualTo(CSS.length());
    }
    isCountedOnce("/pushed");
  }

  @Test
  void whatIsFetchedTwiceIsRepeatedWhateverThePageTells() {
    try (TellingClient client = view("/repeated")) {
      client.get("/assets/a.css");
      client.get("/assets/a.css");

      assertThat(client.tell("/repeated", true, "")).isEqualTo(204);

      assertThat(entry("/repeated").get("repeated").asLong()).isEqualTo(1);
      assertThat(entry("/repeated").get("used").asLong()).isEqualTo(1);
      assertThat(entry("/repeated").get("unused").asLong()).isZero();
    }
    isCountedOnce("/repeated");
  }

  @Test
  void aBeaconSpeaksOfItsOwnConnectionAndPageOnly() {
    long idle = beacons("idle");
    try (TellingClient client = view("/forged");
        TellingClient other = view("/none")) {
      client.get("/assets/a.css");

      assertThat(other.tell("/forged", true, "")).isEqualTo(204);
      assertThat(client.tell("/none", true, "")).isEqualTo(204);

      assertThat(beacons("idle")).isGreaterThanOrEqualTo(idle + 2);
      assertThat(entry("/forged").get("unused").asLong()).isZero();
    }
    isCountedOnce("/forged");
    assertThat(entry("/forged").get("used").asLong()).isEqualTo(1);
    assertThat(entry("/forged").get("reported").asLong()).isZero();
  }

  @Test
  void aBeaconMayComeAfterTheWindowInWhichRequestsBelongToAHint() throws InterruptedException {
    try (TellingClient client = view("/window")) {
      TimeUnit.MILLISECONDS.sleep(2500);
      client.get("/assets/a.css");
      assertThat(entry("/window").get("unused").asLong()).as("still open").isZero();

      assertThat(client.tell("/window", true, "")).isEqualTo(204);

      assertThat(entry("/window").get("unused").asLong()).isEqualTo(1);
      assertThat(entry("/window").get("wastedBytes").asLong())
          .as("of the Link value, as the request came too late")
          .isGreaterThan(CSS.length());
    }
    isCountedOnce("/window");
  }

  @Test
  void whatNoBeaconSpeaksOfIsCountedWithoutAndALateOneChangesNothing() {
    long late = beacons("late");
    try (TellingClient client = view("/late")) {
      client.get("/assets/a.css");
      Await.until(() -> assertThat(entry("/late").get("used").asLong()).isEqualTo(1));

      assertThat(client.tell("/late", true, "")).isEqualTo(204);

      assertThat(beacons("late")).isEqualTo(late + 1);
    }
    isCountedOnce("/late");
    assertThat(entry("/late").get("reported").asLong()).isZero();
  }

  @Test
  void aViewIsToldOfOnce() {
    try (TellingClient client = view("/twice")) {
      client.get("/assets/a.css");
      client.tell("/twice", true, "[\"/assets/a.css\",0]");
      client.tell("/twice", true, "");
      client.get("/assets/a.css");
    }

    isCountedOnce("/twice");
    assertThat(entry("/twice").get("used").asLong()).isEqualTo(1);
    assertThat(entry("/twice").get("repeated").asLong()).isZero();
  }

  private static TellingClient view(String page) {
    return TellingClient.at(GATEWAY, page);
  }

  private static void isCountedOnce(String match) {
    Await.until(() -> {
      JsonNode entry = entry(match);
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
    for (JsonNode item : admin.get("/ledger?manifest=shop").get("items")) {
      if (item.get("match").asString().equals(match)) {
        return item;
      }
    }
    throw new AssertionError(match + ": not in the ledger");
  }
}
