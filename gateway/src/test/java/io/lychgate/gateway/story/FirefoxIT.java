package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Alone;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Firefox;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Visits of Debian's Firefox in the timings, and the bench page in it. */
@Alone
final class FirefoxIT {
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final int LOADS = 3;

  /** Firefox rounds times to 1 ms, each call of the page for itself. */
  private static final Offset<Double> ROUNDING = Offset.offset(2.0);

  private static final Percentage TOLERANCE = Percentage.withPercentage(5);

  @TempDir
  static Path directory;

  private static Firefox firefox;
  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;
  private static AdminPeer admin;

  @BeforeAll
  static void start() throws Exception {
    firefox = Firefox.install(directory.resolve("firefox"));
    TestCertificates.write(directory, "site", "shop.test");
    String endless = SlowPage.HTML.replace("<script", "<img src=/endless.svg alt=''><script");
    origin = SlowPage.parts(ScriptedOrigin.start(), 0)
        .on("/endless.svg", OriginVisit::hang)
        .on("/gone.svg", visit -> visit.respond(404, "", "Content-Type: image/svg+xml"))
        .on("/left", visit -> page(visit, endless))
        .on("/left-broken", visit -> page(visit, endless.replace("/slow.svg", "/gone.svg")))
        .otherwise(visit -> page(visit, SlowPage.HTML));
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
            policies: { timings: { inject: true } }
            routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port()), Map.of());
    admin = AdminPeer.login(gateway.adminPort());
  }

  @AfterAll
  static void stop() {
    if (gateway != null) {
      gateway.close();
      origin.close();
    }
  }

  private static void page(OriginVisit visit, String body) throws IOException {
    visit.respond(200, body, "Content-Type: text/html", "Cache-Control: no-store");
  }

  @ParameterizedTest
  @ValueSource(strings = {"h1", "h2"})
  void aVisitIsInTheDashboardWithinFiveSecondsWithTheTimesOfTheBrowser(String protocol)
      throws Exception {
    List<JsonNode> visits =
        firefox.timedVisits("https://shop.test:" + gateway.port("tls"), protocol, "/" + protocol);

    Await.within(SOON, () -> {
      for (JsonNode visit : visits) {
        JsonNode view = admin.get("/views/" + visit.get("view").asString());
        assertThat(view.get("browser").asString()).isEqualTo("firefox");
        assertThat(view.get("protocol").asString()).isEqualTo(protocol);
        assertThat(view.get("outcome").asString()).isEqualTo("loaded");
        assertThat(view.get("nextHop").asString()).isEqualTo(visit.get("next").asString());
        for (String name : List.of("ttfb", "dcl", "load", "fcp")) {
          assertThat(view.get("times").has(name)).as(name + " in " + view).isTrue();
          assertThat(view.get("times").get(name).asDouble())
              .as(name)
              .isCloseTo(visit.get(name).asDouble(), ROUNDING);
        }
        assertThat(view.get("isFinal").asBoolean()).as("the report at its end").isTrue();
        assertThat(view.get("times").has("lcp")).as(view.toString()).isTrue();
      }
    });
  }

  /** Firefox cancels what still loads when the visitor leaves, as if the network had failed. */
  @Test
  void aPageThatIsLeftWhileItLoadsFailsOnlyWithAResourceThatDoes() throws Exception {
    List<JsonNode> visits = firefox.timedVisits(
        "https://shop.test:" + gateway.port("tls"), "h2", "left:/left", "left:/left-broken");

    Await.within(SOON, () -> {
      JsonNode left = admin.get("/views/" + visits.get(0).get("view").asString());
      assertThat(left.get("outcome").asString()).as(left.toString()).isEqualTo("abandoned");
      assertThat(left.get("failedResources").asInt()).isZero();
      JsonNode broken = admin.get("/views/" + visits.get(1).get("view").asString());
      assertThat(broken.get("outcome").asString()).as(broken.toString()).isEqualTo("failed");
      assertThat(broken.get("failedResources").asInt()).isEqualTo(1);
    });
  }

  @Test
  void loadsOfTheBenchPageTakeAsLongAsTheDriverSays() throws Exception {
    String link =
        admin.post("/bench-links", Map.of("site", "shop.test")).get("url").asString();

    JsonNode run = firefox.benchRun(link, "/page", LOADS);

    assertThat(run.get("state").asString()).isEqualTo("Done.");
    List<JsonNode> own = run.get("loads").valueStream().toList();
    // The first load of a series is not counted.
    List<JsonNode> driver = withoutFirst(run.get("driver"));
    assertThat(own).hasSize(LOADS);
    assertThat(driver).hasSize(LOADS);
    for (String each : List.of("dcl", "load")) {
      assertThat(median(own, each))
          .as(each + " in " + run)
          .isCloseTo(median(driver, each), TOLERANCE);
    }
  }

  private static List<JsonNode> withoutFirst(JsonNode loads) {
    List<JsonNode> all = loads.valueStream().toList();
    return all.subList(1, all.size());
  }

  private static double median(List<JsonNode> all, String name) {
    return all.stream()
        .mapToDouble(each -> each.get(name).asDouble())
        .sorted()
        .toArray()[all.size() / 2];
  }
}
