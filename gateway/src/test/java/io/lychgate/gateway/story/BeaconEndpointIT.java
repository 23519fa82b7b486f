package io.lychgate.gateway.story;

import static io.lychgate.gateway.story.BeaconClient.OWN;
import static io.lychgate.gateway.story.BeaconClient.PATH;
import static io.lychgate.gateway.story.BeaconClient.assets;
import static io.lychgate.gateway.story.BeaconClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The endpoint for beacons of pages, and requests that it rejects. */
final class BeaconEndpointIT {
  private static final String[] PAGES = {"/page", "/tab/1", "/tab/2"};

  @RegisterExtension
  static final GatewayExtension GATEWAY =
      new GatewayExtension().file("shop.yaml", """
          rules:
            - { match: { path: "/page" }, assets: [ { url: /assets/a.css, as: style } ] }
            - { match: { path: "/tab/1" }, assets: [ { url: /assets/b.css, as: style } ] }
            - { match: { path: "/tab/2" }, assets: [ { url: /assets/c.css, as: style } ] }
          """).more("""
          push: { manifests: [ shop.yaml ], casper: { mode: "off" } }
          ledger: { beacons: { enabled: true } }
          """);

  private static AdminPeer admin;

  @BeforeAll
  static void start() {
    for (String page : PAGES) {
      GATEWAY.origin().on(page, visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
    }
    admin = AdminPeer.login(GATEWAY.process().adminPort());
  }

  @Test
  void rejectsRequestsOfOtherSites() {
    long foreign = beacons("foreign");
    try (BeaconClient client = BeaconClient.at(GATEWAY, "/page")) {
      String good = json("/page", true, "");
      assertThat(client.post(good, "sec-fetch-site", "cross-site")).isEqualTo(403);
      assertThat(client.post(good, "sec-fetch-site", "same-site")).isEqualTo(403);
      assertThat(client.post(good)).as("neither field").isEqualTo(403);
      assertThat(client.post(good, "origin", "http://elsewhere.test")).isEqualTo(403);
      assertThat(client.post(good, "origin", "null")).isEqualTo(403);
      assertThat(beacons("foreign")).isEqualTo(foreign + 5);
      assertThat(client.post(good, "origin", "http://localhost"))
          .as("a browser without Fetch Metadata")
          .isEqualTo(204);
    }
  }

  @Test
  void rejectsMalformedAndTooManyBeacons() {
    long malformed = beacons("malformed");
    try (BeaconClient client = BeaconClient.at(GATEWAY, "/page")) {
      assertThat(client.post("text/plain;charset=UTF-8", json("/page", true, ""), OWN))
          .as("what any site may send without a preflight")
          .isEqualTo(415);
      assertThat(client.post("not JSON", OWN)).isEqualTo(400);
      assertThat(client.post("[".repeat(20_000), OWN)).isEqualTo(400);
      assertThat(client.post("{}", OWN)).isEqualTo(429);
      assertThat(beacons("malformed")).isEqualTo(malformed + 3);
      assertThat(beacons("limited")).isPositive();
    }
    try (BeaconClient client = BeaconClient.at(GATEWAY, "/page")) {
      assertThat(client.post(json("/page", true, assets(10_000)), OWN)).isEqualTo(413);
      assertThat(client.post(json("/page", true, assets(1000)), OWN)).isEqualTo(400);
      assertThat(client.postWithoutLength("[1,".repeat(30_000)))
          .as("without a length")
          .isEqualTo(413);
    }
  }

  @Test
  void acceptsFourConcurrentBeaconsAndReleasesTheirSlots() {
    try (BeaconClient client = BeaconClient.at(GATEWAY, "/page")) {
      client.view("/tab/1");
      client.view("/tab/2");
      int first = client.begin();
      for (int more = 0; more < 3; more++) {
        client.begin();
      }
      assertThat(client.post("{}", OWN)).as("four are open").isEqualTo(429);

      client.cancel(first);

      assertThat(client.post("{}", OWN)).isEqualTo(400);
    }
  }

  @Test
  void servesTheScriptOverEveryProtocolToKnownHostsOnly() throws IOException {
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

  private static long beacons(String outcome) {
    return admin.get("/ledger").get("beacons").get(outcome).asLong();
  }
}
