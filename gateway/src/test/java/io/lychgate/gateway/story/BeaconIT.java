package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** What a page's beacon changes in the ledger, and what it can't change. */
final class BeaconIT {
  private static final int ENABLE_PUSH = 2;
  private static final String PATH = "/.well-known/lychgate/ledger";
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
    "bad",
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
          ledger: { window: 500ms, beacons: { enabled: true, window: 3s } }
          """);

  private static AdminPeer admin;

  private static String manifest() {
    return "rules:\n"
        + IntStream.range(0, PAGES.length)
            .mapToObj(i -> "  - { match: { path: \"/" + PAGES[i]
                + "\" }, assets: [ { url: /assets/a.css, as: style } ] }\n")
            .collect(Collectors.joining());
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
    try (Http2Peer client = view("/used")) {
      client.get(3, "/assets/a.css").readAnswer(3);
      assertThat(entry("/used").get("used").asLong()).as("before the beacon").isZero();

      assertThat(beacon(client, 5, "/used", true, "[\"/assets/a.css\",0]")).isEqualTo(204);

      JsonNode entry = entry("/used");
      assertThat(entry.get("used").asLong()).isEqualTo(1);
      assertThat(entry.get("reported").asLong()).isEqualTo(1);
    }
    isCountedOnce("/used");
  }

  @Test
  void aHintThatWasFetchedAndIsNotInUseIsUnusedWithItsOctets() {
    try (Http2Peer client = view("/unused")) {
      client.get(3, "/assets/a.css").readAnswer(3);

      assertThat(beacon(client, 5, "/unused", true, "[\"/assets/b.css\",0]")).isEqualTo(204);

      JsonNode entry = entry("/unused");
      assertThat(entry.get("unused").asLong()).isEqualTo(1);
      assertThat(entry.get("wastedBytes").asLong()).isEqualTo(CSS.length());
      assertThat(entry.get("used").asLong()).isZero();
    }
    isCountedOnce("/unused");
  }

  @Test
  void aHintWithoutARequestForWhatIsInUseIsAlreadyCached() {
    try (Http2Peer client = view("/cached")) {
      assertThat(beacon(client, 5, "/cached", true, "[\"/assets/a.css\",0]")).isEqualTo(204);

      JsonNode entry = entry("/cached");
      assertThat(entry.get("alreadyCached").asLong()).isEqualTo(1);
      assertThat(entry.get("wastedBytes").asLong()).isZero();
    }
    isCountedOnce("/cached");
  }

  @Test
  void aHintWithoutARequestForWhatIsNotInUseIsUnused() {
    try (Http2Peer client = view("/needless")) {
      assertThat(beacon(client, 5, "/needless", true, "")).isEqualTo(204);

      assertThat(entry("/needless").get("unused").asLong()).isEqualTo(1);
      assertThat(entry("/needless").get("silent").asLong()).isZero();
    }
    isCountedOnce("/needless");
  }

  @Test
  void aPageThatWasLeftEarlySaysOnlyWhatIsInUse() {
    try (Http2Peer client = view("/left")) {
      client.get(3, "/assets/a.css").readAnswer(3);

      assertThat(beacon(client, 5, "/left", false, "")).isEqualTo(204);

      assertThat(entry("/left").get("reported").asLong()).isZero();
      assertThat(entry("/left").get("unused").asLong()).isZero();
    }
    isCountedOnce("/left");
    assertThat(entry("/left").get("used").asLong()).isEqualTo(1);
  }

  @Test
  void aPushThatIsNotInUseIsUnused() {
    try (Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 1)) {
      client.get(1, "/pushed");
      client.readUntil(frame -> frame.stream() == 2 && frame.ends());

      assertThat(beacon(client, 5, "/pushed", true, "")).isEqualTo(204);

      Await.until(() -> assertThat(entry("/pushed").get("unused").asLong()).isEqualTo(1));
      assertThat(entry("/pushed").get("wastedBytes").asLong()).isEqualTo(CSS.length());
    }
    isCountedOnce("/pushed");
  }

  @Test
  void whatIsFetchedTwiceIsRepeatedWhateverThePageTells() {
    try (Http2Peer client = view("/repeated")) {
      client.get(3, "/assets/a.css").readAnswer(3);
      client.get(5, "/assets/a.css").readAnswer(5);

      assertThat(beacon(client, 7, "/repeated", true, "")).isEqualTo(204);

      assertThat(entry("/repeated").get("repeated").asLong()).isEqualTo(1);
      assertThat(entry("/repeated").get("used").asLong()).isEqualTo(1);
      assertThat(entry("/repeated").get("unused").asLong()).isZero();
    }
    isCountedOnce("/repeated");
  }

  @Test
  void aBeaconSpeaksOfItsOwnConnectionAndPageOnly() {
    long idle = beacons("idle");
    try (Http2Peer client = view("/forged");
        Http2Peer other = view("/none")) {
      client.get(3, "/assets/a.css").readAnswer(3);

      assertThat(beacon(other, 5, "/forged", true, "")).isEqualTo(204);
      assertThat(beacon(client, 5, "/none", true, "")).isEqualTo(204);

      assertThat(beacons("idle")).isGreaterThanOrEqualTo(idle + 2);
      assertThat(entry("/forged").get("unused").asLong()).isZero();
    }
    isCountedOnce("/forged");
    assertThat(entry("/forged").get("used").asLong()).isEqualTo(1);
    assertThat(entry("/forged").get("reported").asLong()).isZero();
  }

  @Test
  void aBeaconMayComeAfterTheWindowInWhichRequestsBelongToAHint() throws InterruptedException {
    try (Http2Peer client = view("/window")) {
      TimeUnit.MILLISECONDS.sleep(1000);
      client.get(3, "/assets/a.css").readAnswer(3);
      assertThat(entry("/window").get("unused").asLong()).as("still open").isZero();

      assertThat(beacon(client, 5, "/window", true, "")).isEqualTo(204);

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
    try (Http2Peer client = view("/late")) {
      client.get(3, "/assets/a.css").readAnswer(3);
      Await.until(() -> assertThat(entry("/late").get("used").asLong()).isEqualTo(1));

      assertThat(beacon(client, 5, "/late", true, "")).isEqualTo(204);

      assertThat(beacons("late")).isEqualTo(late + 1);
    }
    isCountedOnce("/late");
    assertThat(entry("/late").get("reported").asLong()).isZero();
  }

  @Test
  void aViewIsToldOfOnce() {
    try (Http2Peer client = view("/twice")) {
      client.get(3, "/assets/a.css").readAnswer(3);
      beacon(client, 5, "/twice", true, "[\"/assets/a.css\",0]");
      beacon(client, 7, "/twice", true, "");
      client.get(9, "/assets/a.css").readAnswer(9);
    }

    isCountedOnce("/twice");
    assertThat(entry("/twice").get("used").asLong()).isEqualTo(1);
    assertThat(entry("/twice").get("repeated").asLong()).isZero();
  }

  @Test
  void refusesWhatNoPageOfTheSiteHasSent() {
    long foreign = beacons("foreign");
    try (Http2Peer client = view("/bad")) {
      String good = json("/bad", true, "");
      assertThat(post(client, 3, good, "sec-fetch-site", "cross-site")).isEqualTo(403);
      assertThat(post(client, 5, good, "sec-fetch-site", "same-site")).isEqualTo(403);
      assertThat(post(client, 7, good)).as("neither field").isEqualTo(403);
      assertThat(post(client, 9, good, "origin", "http://elsewhere.test")).isEqualTo(403);
      assertThat(post(client, 11, good, "origin", "null")).isEqualTo(403);
      assertThat(beacons("foreign")).isEqualTo(foreign + 5);
      assertThat(post(client, 13, good, "origin", "http://localhost"))
          .as("a browser without Fetch Metadata")
          .isEqualTo(204);
    }
    isCountedOnce("/bad");
  }

  @Test
  void refusesWhatIsNoBeaconAndMoreThanPageViewsNeed() {
    long malformed = beacons("malformed");
    String[] own = {"sec-fetch-site", "same-origin"};
    try (Http2Peer client = view("/bad")) {
      assertThat(post(client, 3, "text/plain;charset=UTF-8", json("/bad", true, ""), own))
          .as("what any site may send without a preflight")
          .isEqualTo(415);
      assertThat(post(client, 5, "not JSON", own)).isEqualTo(400);
      assertThat(post(client, 7, "[".repeat(20_000), own)).isEqualTo(400);
      assertThat(post(client, 9, "{}", own)).isEqualTo(429);
      assertThat(beacons("malformed")).isEqualTo(malformed + 3);
      assertThat(beacons("limited")).isPositive();
    }
    try (Http2Peer client = view("/bad")) {
      assertThat(post(client, 3, json("/bad", true, assets(10_000)), own)).isEqualTo(413);
      assertThat(post(client, 5, json("/bad", true, assets(1000)), own)).isEqualTo(400);
      assertThat(postWithoutEnd(client, 7, "[1,".repeat(30_000), own))
          .as("without a length")
          .isEqualTo(413);
    }
  }

  @Test
  void receivesAFewAtOnceAndGivesTheirRoomBack() {
    String[] own = {"sec-fetch-site", "same-origin"};
    try (Http2Peer client = view("/bad")) {
      for (int view = 0; view < 5; view++) {
        client.get(3 + 2 * view, "/bad").readAnswer(3 + 2 * view);
      }
      for (int stream = 21; stream < 29; stream += 2) {
        head(client, stream, "application/json", own, "");
      }
      assertThat(post(client, 31, "{}", own)).as("four are open").isEqualTo(429);

      client.send(Http2Peer.RST_STREAM, 0, 21, new byte[] {0, 0, 0, 8});

      assertThat(post(client, 33, "{}", own)).isEqualTo(400);
    }
  }

  @Test
  void servesTheScriptByEveryProtocolAndOnlyToKnownHosts() throws IOException {
    for (String version : List.of("--http1.1", "--http2")) {
      Commands.Result result =
          Commands.curl(version, "-D", "-", GATEWAY.https(PATH + ".js")).expectSuccess();
      assertThat(result.out())
          .contains("text/javascript", "nosniff", "max-age=86400", "sendBeacon('" + PATH + "'")
          .doesNotContain("set-cookie", "@PATH@");
    }
    String script = Commands.curl(GATEWAY.https(PATH + ".js")).expectSuccess().out();
    ByteArrayOutputStream small = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(small)) {
      gzip.write(script.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(small.size()).isLessThanOrEqualTo(1024);
    String etag = Commands.curl("-I", GATEWAY.https(PATH + ".js"))
        .expectSuccess()
        .out()
        .lines()
        .filter(line -> line.startsWith("etag: "))
        .findFirst()
        .orElseThrow()
        .substring("etag: ".length());
    assertThat(status(PATH + ".js?x", "-H", "If-None-Match: " + etag)).isEqualTo("304");
    assertThat(status(PATH + ".js", "-X", "POST")).isEqualTo("405");
    assertThat(status(PATH)).isEqualTo("405");
    assertThat(status(PATH + ".js", "-H", "Host: elsewhere.test")).isEqualTo("421");
    assertThat(status(PATH + "/more")).as("the origin's").isEqualTo("404");
  }

  private static String status(String path, String... options) {
    List<String> all = new ArrayList<>(List.of("-o", "/dev/null", "-w", "%{http_code}"));
    all.addAll(List.of(options));
    all.add(GATEWAY.https(path));
    return Commands.curl(all.toArray(String[]::new)).expectSuccess().out();
  }

  /** A connection that has looked at the page. */
  private static Http2Peer view(String page) {
    Http2Peer client = GATEWAY.connectHttp2(ENABLE_PUSH, 0);
    client.get(1, page, "sec-fetch-mode", "navigate").readAnswer(1);
    return client;
  }

  private static int beacon(
      Http2Peer client, int stream, String page, boolean whole, String assets) {
    return post(client, stream, json(page, whole, assets), "sec-fetch-site", "same-origin");
  }

  private static String json(String page, boolean whole, String assets) {
    return "{\"page\":\"" + page + "\",\"whole\":" + whole + ",\"assets\":[" + assets + "]}";
  }

  private static String assets(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "[\"/a" + i + "\",0]")
        .collect(Collectors.joining(","));
  }

  private static int post(Http2Peer client, int stream, String body, String... more) {
    return post(client, stream, "application/json", body, more);
  }

  private static int post(Http2Peer client, int stream, String type, String body, String[] more) {
    head(client, stream, type, more, Integer.toString(body.length()));
    return send(client, stream, body);
  }

  private static int postWithoutEnd(Http2Peer client, int stream, String body, String... more) {
    head(client, stream, "application/json", more, "");
    return send(client, stream, body);
  }

  private static void head(
      Http2Peer client, int stream, String type, String[] more, String length) {
    List<String> fields = new ArrayList<>(
        List.of(":method", "POST", ":scheme", "http", ":authority", "localhost", ":path", PATH));
    fields.addAll(List.of("content-type", type));
    if (!length.isEmpty()) {
      fields.addAll(List.of("content-length", length));
    }
    fields.addAll(List.of(more));
    client.headers(stream, false, fields.toArray(String[]::new));
  }

  /** In frames of the size that every receiver takes. */
  private static int send(Http2Peer client, int stream, String body) {
    byte[] octets = body.getBytes(StandardCharsets.US_ASCII);
    for (int at = 0; at < octets.length; at += 16_384) {
      int end = Math.min(octets.length, at + 16_384);
      client.data(stream, end == octets.length, Arrays.copyOfRange(octets, at, end));
    }
    return client.readAnswer(stream).status();
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
