package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.Visitor;
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

/** Visits of Debian's Chromium in the timings: over each protocol, under a strict policy, cold and warm, with failures. */
final class TimingsBrowserIT {
  private static final Duration SOON = Duration.ofSeconds(5);

  private static final String PAGE = """
      <!DOCTYPE html><html><head><meta charset=utf-8><title>-</title><link rel=icon href=data:,>
      <link rel=stylesheet href=/site.css><script src=/app.js></script></head>
      <body><h1>A page of some size</h1><p>with text</p></body></html>
      """;

  /** Moves its text once it is painted, and is left 50 ms later, while it still loads. */
  private static final String LEFT = """
      <!DOCTYPE html><html><head><meta charset=utf-8><title>-</title><link rel=icon href=data:,>
      </head><body><h1>A page of some size</h1><p>with text</p><img src=/endless.png alt="">
      <script nonce=abc>
      const observe = (type, then) => new PerformanceObserver(then).observe({ type, buffered: true });
      const leave = () => {
        const isHere = performance.getEntriesByType('resource')
          .some(({ name, responseEnd }) => name.includes('/timings-') && responseEnd);
        const isLast = [...document.images].filter(({ complete }) => !complete).length === 1;
        setTimeout(isHere && isLast ? () => { location.href = '/next'; } : leave, 50);
      };
      observe('paint', () => { document.body.style.paddingTop = '200px'; });
      observe('layout-shift', leave);
      </script></body></html>
      """;

  /** Takes long for a click, and is left after it, while it still loads. */
  private static final String CLICKED = """
      <!DOCTYPE html><html><head><meta charset=utf-8><title>-</title><link rel=icon href=data:,>
      </head><body><h1>A page of some size</h1><img src=/endless.png alt="">
      <script nonce=abc>
      addEventListener('click', () => {
        for (const end = performance.now() + 150; performance.now() < end; );
      });
      const isHere = () => performance.getEntriesByType('resource')
        .some(({ name, responseEnd }) => name.includes('/timings-') && responseEnd);
      const leave = () => setTimeout(isHere() ? () => { location.href = '/next'; } : leave, 50);
      new PerformanceObserver(leave).observe({ type: 'event', durationThreshold: 104 });
      </script></body></html>
      """;

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;
  private static AdminPeer admin;

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "site", "shop.test");
    origin = ScriptedOrigin.start()
        .otherwise(visit -> page(visit, PAGE, "script-src 'nonce-abc' 'self'; connect-src 'self'"))
        .on("/site.css", visit -> asset(visit, "text/css", "p { margin: 0 }"))
        .on("/app.js", visit -> asset(visit, "text/javascript", "window.app = 1"))
        .on(
            "/failed",
            visit -> page(
                visit,
                PAGE.replace("</h1>", "</h1><img src=/gone.png><img src=/gone2.png>"),
                "script-src 'self'"))
        .on("/chain", TimingsBrowserIT::chain)
        .on("/chain.css", visit -> asset(visit, "text/css", "h1 { background: url(/chain.svg) }"))
        .on(
            "/chain.svg",
            visit -> asset(
                visit, "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg' width='9'/>"))
        .on("/left", visit -> page(visit, LEFT, "script-src 'nonce-abc' 'self'"))
        .on(
            "/left-broken",
            visit -> page(
                visit,
                LEFT.replace("</h1>", "</h1><img src=/gone.png><img src=/gone2.png>"),
                "script-src 'nonce-abc' 'self'"))
        .on(
            "/lazy",
            visit -> pageWith(
                visit,
                "addEventListener('load', () => setTimeout(() => ['gone.png', 'chain.svg'].forEach("
                    + "name => { new Image().src = '/' + name }), 300))"))
        // The visitor leaves before a second has passed, also on a busy machine.
        .on(
            "/soon",
            visit -> pageWith(
                visit,
                "const wait = setTimeout; self.setTimeout = (task, ms) => ms < 1000 ? wait(task, ms) : 0"))
        .on("/clicked", visit -> page(visit, CLICKED, "script-src 'nonce-abc' 'self'"))
        .on("/endless.png", OriginVisit::hang)
        .on("/old", visit -> pageWith(visit, "self.fetchLater = undefined"))
        .on("/forbidden", visit -> pageWith(visit, "self.fetchLater = () => { throw new Error() }"))
        .on(
            "/based",
            visit -> page(
                visit,
                PAGE.replace("</head>", "<base href='https://cdn.test/'></head>"),
                "script-src 'nonce-abc' 'self'"))
        .on("/gone.png", visit -> visit.respond(404, "", "Content-Type: text/plain"))
        .on("/gone2.png", visit -> visit.reset())
        .on(
            "/strict",
            visit ->
                page(visit, PAGE, "default-src 'self'; script-src 'nonce-xyz'; img-src data:"));
    gateway = GatewayProcess.start(directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ shop.test ]
            policies: { timings: { inject: true, waterfalls: 1 } }
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

  private static void page(OriginVisit visit, String body, String policy) throws IOException {
    visit.respond(
        200,
        body,
        "Content-Type: text/html",
        "Cache-Control: no-store",
        "Content-Security-Policy: " + policy);
  }

  /** A page with a script of its own that runs first. */
  private static void pageWith(OriginVisit visit, String script) throws IOException {
    String first = "<script nonce=abc>" + script + "</script></head>";
    page(visit, PAGE.replace("</head>", first), "script-src 'nonce-abc' 'self'");
  }

  /** A page with a 103 for its style sheet, which names an image. */
  private static void chain(OriginVisit visit) throws IOException {
    visit.send("HTTP/1.1 103 Early Hints\r\nLink: </chain.css>; rel=preload; as=style\r\n\r\n");
    page(visit, PAGE.replace("/site.css", "/chain.css"), "script-src 'nonce-abc' 'self'");
  }

  private static void asset(OriginVisit visit, String type, String body) throws IOException {
    visit.respond(200, body, "Content-Type: " + type, "Cache-Control: public, max-age=600");
  }

  private static List<JsonNode> visits(String protocol, String... paths) {
    return Visitor.timedVisits(
        directory.resolve("site.pem"), "https://shop.test:" + gateway.port("tls"), protocol, paths);
  }

  private static double reports() {
    return gateway.metric("lychgate_timings_reports_total", "outcome=\"taken\"");
  }

  private static JsonNode viewOf(JsonNode visit) {
    return admin.get("/views/" + visit.get("view").asString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"h1", "h2", "h3"})
  void aVisitIsInTheDashboardWithinFiveSecondsWithTheTimesOfTheBrowser(String protocol) {
    double before = reports();
    List<JsonNode> visits = visits(protocol, "/first?stay-" + protocol, "/second?stay-" + protocol);

    Await.within(SOON, () -> {
      for (JsonNode visit : visits) {
        JsonNode view = viewOf(visit);
        assertThat(view.get("protocol").asString()).isEqualTo(protocol);
        assertThat(view.get("outcome").asString()).isEqualTo("loaded");
        assertThat(view.get("nextHop").asString()).isEqualTo(visit.get("next").asString());
        assertThat(view.get("isFinal").asBoolean()).isTrue();
        JsonNode times = view.get("times");
        for (String name : List.of("ttfb", "dcl", "load", "fcp")) {
          assertThat(times.has(name)).as(name + " in " + view).isTrue();
          assertThat(times.get(name).asDouble())
              .as(name)
              .isCloseTo(visit.get(name).asDouble(), Offset.offset(0.2));
        }
        assertThat(times.has("lcp")).as(view.toString()).isTrue();
        assertThat(times.has("cls")).isTrue();
        assertThat(times.has("statics")).isTrue();
        assertThat(view.get("bytes").asLong()).isEqualTo(visit.get("bytes").asLong());
      }
      assertThat(reports() - before)
          .as("a report after each load, and one when the page is left")
          .isGreaterThanOrEqualTo(2 * visits.size());
    });
    assertThat(viewOf(visits.get(0)).get("cacheState").asString()).isEqualTo("cold");
    assertThat(viewOf(visits.get(1)).get("cacheState").asString()).isEqualTo("warm");
    assertThat(admin.get("/timings?by=protocol").get("groups").toString()).contains(protocol);
  }

  @Test
  void aPageThatIsLeftSoonAfterItsLoadSendsAllTimesInOneReport() {
    double before = reports();
    JsonNode visit = visits("h2", "/soon").get(0);

    Await.within(SOON, () -> {
      JsonNode view = viewOf(visit);
      assertThat(view.get("outcome").asString()).as(view.toString()).isEqualTo("loaded");
      assertThat(view.get("isFinal").asBoolean()).isTrue();
      for (String name : List.of("ttfb", "dcl", "load", "fcp", "lcp", "cls", "statics")) {
        assertThat(view.get("times").has(name)).as(name + " in " + view).isTrue();
      }
      assertThat(reports() - before).isEqualTo(1);
    });
  }

  /** The visitor stays until the page has reported: it reports its load as it was. */
  @Test
  void resourcesThatEndAfterTheLoadAreNoPartOfIt() {
    JsonNode visit = visits("h2", "/lazy?stay").get(0);

    Await.within(SOON, () -> {
      JsonNode view = viewOf(visit);
      assertThat(view.get("outcome").asString()).as(view.toString()).isEqualTo("loaded");
      assertThat(view.get("failedResources").asInt()).isZero();
      JsonNode times = view.get("times");
      assertThat(times.get("statics").asDouble()).isLessThan(times.get("load").asDouble());
      assertThat(view.get("isFinal").asBoolean()).isTrue();
    });
  }

  @Test
  void aStrictPolicyWithANonceAdmitsTheScript() {
    JsonNode visit = visits("h2", "/strict").get(0);

    Await.within(SOON, () -> assertThat(viewOf(visit).get("times").has("load")).isTrue());
  }

  @Test
  void aPageThatIsLeftBeforeItHasLoadedHasItsLargestPaintAndShifts() {
    visits("h2", "/left");

    Await.within(SOON, () -> {
      JsonNode views = admin.get("/views?page=/left").get("items");
      assertThat(views.size()).isEqualTo(1);
      JsonNode view = admin.get("/views/" + views.get(0).get("id").asString());
      assertThat(view.get("times").has("load")).isFalse();
      assertThat(view.get("isFinal").asBoolean()).isTrue();
      assertThat(view.get("outcome").asString()).isEqualTo("abandoned");
      assertThat(view.get("failedResources").asInt()).isZero();
      JsonNode times = view.get("times");
      assertThat(times.has("lcp")).as(view.toString()).isTrue();
      assertThat(times.get("lcp").asDouble())
          .isCloseTo(times.get("fcp").asDouble(), Offset.offset(1000.0));
      assertThat(times.get("cls").asDouble()).isBetween(0.001, 1.0);
    });
  }

  @Test
  void aPageThatIsLeftBeforeItHasLoadedHasItsSlowInteraction() {
    visits("h2", "/clicked?click");

    Await.within(SOON, () -> {
      JsonNode views = admin.get("/views?page=/clicked").get("items");
      assertThat(views.size()).isEqualTo(1);
      JsonNode view = admin.get("/views/" + views.get(0).get("id").asString());
      JsonNode times = view.get("times");
      assertThat(times.has("load")).isFalse();
      assertThat(times.has("inp")).as(view.toString()).isTrue();
      assertThat(times.get("inp").asDouble()).isGreaterThanOrEqualTo(144);
    });
  }

  @Test
  void aPageThatIsLeftAfterResourcesHaveFailedCountsThem() {
    visits("h2", "/left-broken");

    Await.within(SOON, () -> {
      JsonNode views = admin.get("/views?page=/left-broken").get("items");
      assertThat(views.size()).isEqualTo(1);
      assertThat(views.get(0).get("outcome").asString()).isEqualTo("failed");
      assertThat(views.get(0).get("failedResources").asInt()).isEqualTo(2);
    });
  }

  @Test
  void reportsComeWithoutFetchLaterAndFromAPageThatForbidsIt() {
    List<JsonNode> visits = visits("h2", "/old", "/forbidden");

    Await.within(SOON, () -> {
      for (JsonNode visit : visits) {
        JsonNode view = viewOf(visit);
        assertThat(view.get("isFinal").asBoolean()).as(view.toString()).isTrue();
        assertThat(view.get("times").has("lcp")).as(view.toString()).isTrue();
        assertThat(view.get("times").has("load")).isTrue();
      }
    });
  }

  @Test
  void aPageWhoseLinksBelongToAnotherSiteReportsToItsOwn() {
    JsonNode visit = visits("h2", "/based").get(0);

    Await.within(SOON, () -> {
      JsonNode view = viewOf(visit);
      assertThat(view.get("times").has("load")).as(view.toString()).isTrue();
      assertThat(view.get("isFinal").asBoolean()).isTrue();
    });
  }

  @Test
  void resourcesThatFailAreCountedExactly() {
    JsonNode visit = visits("h2", "/failed").get(0);

    Await.within(SOON, () -> {
      assertThat(viewOf(visit).get("outcome").asString()).isEqualTo("failed");
      assertThat(viewOf(visit).get("failedResources").asInt()).isEqualTo(2);
    });
  }

  @ParameterizedTest
  @ValueSource(strings = {"h2", "h3"})
  void theLanesOfAViewAgreeWithTheBrowser(String protocol) {
    JsonNode visit = visits(protocol, "/chain?secret=" + protocol).get(0);
    String path = "/views/" + visit.get("view").asString() + "/waterfall";

    Await.within(SOON, () -> {
      assertThat(admin.ask("GET", path, Map.of(), 0).statusCode()).isEqualTo(200);
      JsonNode waterfall = admin.get(path);
      assertThat(waterfall.get("hasBrowser").asBoolean()).isTrue();
      assertThat(waterfall.get("hasGateway").asBoolean()).isTrue();
      // The gateway's lane of a request ends after the browser has its response.
      assertThat(waterfall.get("rows"))
          .hasSize(visit.get("resources").size() + 1)
          .noneMatch(row -> row.get("gateway").isNull() || row.get("browser").isNull());
    });
    JsonNode waterfall = admin.get(path);
    List<JsonNode> rows = waterfall.get("rows").valueStream().toList();
    assertThat(waterfall.toString()).doesNotContain("secret");
    assertThat(rows.get(0).get("page").asBoolean()).isTrue();
    assertThat(rows.get(0).get("path").asString()).isEqualTo("/chain");
    assertThat(paths(rows)).contains("/chain.css", "/app.js", "/chain.svg");
    JsonNode page = rows.get(0).get("gateway");
    assertThat(page.get("hints").asInt()).isEqualTo(1);
    assertThat(page.get("early").asDouble())
        .isBetween(page.get("decided").asDouble(), page.get("end").asDouble());
    assertThat(page.get("upstream").asDouble())
        .isBetween(page.get("received").asDouble(), page.get("end").asDouble());
    browserLaneIsThatOfTheBrowser(rows, visit);
    gatewayLaneIsWithinThatOfTheBrowser(rows, 20 + waterfall.at("/clock/error").asDouble());
    assertThat(admin.get(path.replace("/waterfall", "/har")).at("/log/entries").size())
        .isEqualTo(rows.size());
    assertThat(admin
            .get("/views?waterfall=true&page=/chain&protocol=" + protocol + "&order=slowest")
            .get("total")
            .asInt())
        .isEqualTo(1);
  }

  private static List<String> paths(List<JsonNode> rows) {
    return rows.stream().map(row -> row.get("path").asString()).toList();
  }

  private static void browserLaneIsThatOfTheBrowser(List<JsonNode> rows, JsonNode visit) {
    // The first row is that of the page itself.
    List<JsonNode> resources = rows.subList(1, rows.size());
    List<JsonNode> reported =
        resources.stream().filter(row -> !row.get("browser").isNull()).toList();
    List<JsonNode> own = visit.get("resources").valueStream().toList();
    assertThat(paths(reported)).isEqualTo(paths(own));
    for (int i = 0; i < own.size(); i++) {
      JsonNode row = reported.get(i).get("browser");
      for (String time : List.of("start", "request", "response", "end")) {
        assertThat(row.get(time).asDouble())
            .as(time + " of " + row)
            .isCloseTo(own.get(i).get(time).asDouble(), Offset.offset(0.2));
      }
      assertThat(row.get("initiator").asString())
          .isEqualTo(own.get(i).get("initiator").asString());
    }
  }

  /** The gateway had each request between its start and its end in the browser, and in the same order where one waits for another. */
  private static void gatewayLaneIsWithinThatOfTheBrowser(List<JsonNode> rows, double tolerance) {
    double css = 0;
    for (JsonNode row : rows) {
      JsonNode gateway = row.get("gateway");
      JsonNode browser = row.get("browser");
      assertThat(gateway.isNull() || browser.isNull())
          .as("in both lanes: " + rows)
          .isFalse();
      // Chromium fetches a hinted file before the page, and reports the time at which the page took
      // it from the cache.
      boolean isHinted = browser.get("initiator").asString().equals("early-hints");
      double received = gateway.get("received").asDouble();
      assertThat(received)
          .as("received, of " + row)
          .isGreaterThan(isHinted ? 0 : browser.get("start").asDouble() - tolerance)
          .isLessThan(browser.get("response").asDouble() + tolerance);
      assertThat(gateway.get("head").asDouble())
          .as("head, of " + row)
          .isGreaterThan(isHinted ? received : browser.get("request").asDouble() - tolerance)
          .isLessThan(browser.get("response").asDouble() + tolerance);
      css = row.get("path").asString().equals("/chain.css") ? received : css;
      assertThat(row.get("path").asString().equals("/chain.svg") && received < css)
          .isFalse();
    }
  }
}
