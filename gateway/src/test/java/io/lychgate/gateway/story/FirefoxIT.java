package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Visits of Debian's Firefox in the timings. */
final class FirefoxIT {
  private static final Duration SOON = Duration.ofSeconds(5);

  /** Firefox rounds times to 1 ms, each call of the page for itself. */
  private static final Offset<Double> ROUNDING = Offset.offset(2.0);

  @TempDir
  static Path directory;

  private static Firefox firefox;
  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;
  private static AdminPeer admin;
  private static List<JsonNode> overH2;

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
            policies: { timings: { inject: true } }
            routes: [ { match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(origin.port()), Map.of());
    admin = AdminPeer.login(gateway.adminPort());
    // One start of the browser for two tests. The visit whose time counts is the last.
    overH2 = visits("h2", "left:/left", "left:/left-broken", "/h2");
  }

  private static List<JsonNode> visits(String protocol, String... paths) throws Exception {
    return firefox.timedVisits("https://shop.test:" + gateway.port("tls"), protocol, paths);
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
  @ValueSource(strings = {"h2", "h1"})
  void aVisitIsInTheDashboardWithinFiveSecondsWithTheTimesOfTheBrowser(String protocol)
      throws Exception {
    JsonNode visit =
        protocol.equals("h2") ? overH2.get(2) : visits(protocol, "/h1").get(0);

    Await.within(SOON, () -> {
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
    });
  }

  @Test
  void aPageThatIsNeverLeftHasTheReportAfterItsLoad() throws Exception {
    JsonNode visit = visits("h2", "open:/open").get(0);

    Await.within(SOON, () -> {
      JsonNode view = admin.get("/views/" + visit.get("view").asString());
      assertThat(view.get("outcome").asString()).as(view.toString()).isEqualTo("loaded");
      assertThat(view.get("isFinal").asBoolean()).isFalse();
      JsonNode times = view.get("times");
      for (String name : List.of("ttfb", "dcl", "load", "fcp")) {
        assertThat(times.get(name).asDouble())
            .as(name)
            .isCloseTo(visit.get(name).asDouble(), ROUNDING);
      }
      assertThat(times.has("lcp")).isFalse();
    });
  }

  /** Firefox cancels what still loads when the visitor leaves, as if the network had failed. */
  @Test
  void aPageThatIsLeftWhileItLoadsFailsOnlyWithAResourceThatDoes() {
    Await.within(SOON, () -> {
      JsonNode left = admin.get("/views/" + overH2.get(0).get("view").asString());
      assertThat(left.get("outcome").asString()).as(left.toString()).isEqualTo("abandoned");
      assertThat(left.get("failedResources").asInt()).isZero();
      JsonNode broken = admin.get("/views/" + overH2.get(1).get("view").asString());
      assertThat(broken.get("outcome").asString()).as(broken.toString()).isEqualTo("failed");
      assertThat(broken.get("failedResources").asInt()).isEqualTo(1);
    });
  }
}
