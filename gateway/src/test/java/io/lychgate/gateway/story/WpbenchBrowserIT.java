package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Alone;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.Visitor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The bench page in Debian's Chromium, whose DevTools measure the same loads. */
@Alone
final class WpbenchBrowserIT {
  private static final int LOADS = 3;
  private static final Percentage TOLERANCE = Percentage.withPercentage(5);

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;
  private static AdminPeer admin;

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "site", "shop.test");
    origin = SlowPage.parts(ScriptedOrigin.start(), 400)
        .on("/page", visit -> page(visit))
        .on("/denied", visit -> page(visit, "X-Frame-Options: DENY"));
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ shop.test ]
            bench: on
            routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port()), Map.of());
    admin = AdminPeer.login(gateway.adminPort());
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  private static void page(OriginVisit visit, String... fields) throws IOException {
    List<String> all = new ArrayList<>(List.of(fields));
    all.add("Content-Type: text/html");
    all.add("Cache-Control: no-store");
    visit.respond(200, SlowPage.HTML, all.toArray(String[]::new));
  }

  private static List<JsonNode> runs(String... plans) {
    String link =
        admin.post("/bench-links", Map.of("site", "shop.test")).get("url").asString();
    return Visitor.benchRuns(directory.resolve("site.pem"), link, plans);
  }

  private static String plan(
      String path, int count, String caches, String protocols, String place) {
    return """
        {"path":"%s","count":%d,"caches":[%s],"protocols":[%s],"place":"%s"}""".formatted(path, count, caches, protocols, place);
  }

  private static double median(List<JsonNode> all, ToDoubleFunction<JsonNode> value) {
    return all.stream().mapToDouble(value).sorted().toArray()[all.size() / 2];
  }

  @Test
  void loadsTakeAsLongAsDevToolsSay() {
    JsonNode run = runs(plan("/page", LOADS, "\"cold\"", "\"any\"", "frame")).get(0);

    assertThat(run.get("state").asString()).isEqualTo("Done.");
    List<JsonNode> own = run.get("loads").valueStream().toList();
    // The first load of a series is not counted.
    List<JsonNode> all = run.get("devtools").valueStream().toList();
    List<JsonNode> devTools = all.subList(1, all.size());
    assertThat(own).hasSize(LOADS);
    assertThat(devTools).hasSize(LOADS);
    for (var each : Map.of("dcl", "DOMContentLoaded", "load", "load", "firstPaint", "firstPaint")
        .entrySet()) {
      assertThat(median(own, load -> load.get(each.getKey()).asDouble()))
          .as(each.getKey() + " in " + run)
          .isCloseTo(median(devTools, load -> load.get(each.getValue()).asDouble()), TOLERANCE);
    }
    assertThat(run.get("dots").asInt()).isEqualTo(4 * LOADS);
    assertThat(run.get("csv").asString().lines())
        .hasSize(1 + LOADS)
        .allMatch(line -> line.startsWith("path,protocol,") || line.startsWith("/page,any,h"));
    assertThat(run.get("address").asString()).endsWith("/.well-known/lychgate/bench");
  }

  @Test
  void coldLoadsFetchWhatWarmLoadsHave() {
    JsonNode run =
        runs(plan("/page", 2, "\"cold\",\"warm\"", "\"any\"", "frame")).get(0);

    assertThat(run.get("loads")
            .valueStream()
            .map(load -> load.get("cache").asString() + ' ' + load.get("cached").asInt() + " of "
                + load.get("resources").asInt()))
        .containsExactly("cold 0 of 3", "cold 0 of 3", "warm 3 of 3", "warm 3 of 3");
  }

  @Test
  void eachLoadUsesTheWantedProtocol() {
    JsonNode run =
        runs(plan("/page", 2, "\"warm\"", "\"h1\",\"h2\",\"h3\"", "frame")).get(0);

    assertThat(run.get("loads")
            .valueStream()
            .map(load ->
                load.get("protocol").asString() + ' ' + load.path("got").asString("not reached")))
        .containsExactly("h1 h1", "h1 h1", "h2 h2", "h2 h2", "h3 h3", "h3 h3");
  }

  @Test
  void pageThatRefusesFramesIsMeasuredInAWindow() {
    List<JsonNode> runs = runs(
        plan("/denied", 1, "\"warm\"", "\"any\"", "frame"),
        plan("/denied", 1, "\"warm\"", "\"any\"", "window"));

    assertThat(runs.get(0).get("state").asString()).contains("refuses frames");
    assertThat(runs.get(1).get("state").asString()).isEqualTo("Done.");
    assertThat(runs.get(1).get("loads").get(0).get("load").asDouble()).isPositive();
  }
}
