package io.lychgate.gateway.story;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lychgate.gateway.Main;
import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScipyAnalysis;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The chain from traffic to verdict: simulated visitors of many networks, each with real connections, requests and reports, in an experiment
 * with a planted effect and in one without.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ExperimentProofIT {
  /** The sequence has no interval below 500 units in each arm. */
  private static final int NETWORKS = 1_180;

  private static final String PLANTED = "h1-or-h2";
  private static final String EQUAL = "a-a";
  private static final String PAGE =
      "<!doctype html><html><head><title>Shop</title><link rel=stylesheet href=/a.css></head><body>"
          + "text ".repeat(200) + "</body></html>";

  /** More resources than a browser has connections over HTTP/1.1. */
  private static final int SLOW_PARTS = 9;

  /** Numbers the parts of all pages. */
  private static final AtomicInteger PART = new AtomicInteger();

  private static final int VISITORS_OF_PROOF = 120;
  private static final int PAGES_OF_PROOF = 120;

  /** Visits have one or two pages, so the pages of an arm vary by chance: by 2 % with so many. */
  private static final int PAGES_OF_VISITS = 1_600;

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;
  private static AdminPeer admin;
  private static JsonNode sent;

  @BeforeAll
  static void start() {
    TestCertificates.write(directory, "site", "localhost");
    origin = ScriptedOrigin.start()
        .on("/", visit -> visit.respond(200, PAGE, "Content-Type: text/html"))
        .on("/parts", ExperimentProofIT::parts)
        .on("/slow", ExperimentProofIT::slowly)
        .otherwise(
            visit -> visit.respond(200, "part", "Cache-Control: max-age=600", "ETag: \"v1\""));
    gateway = GatewayProcess.start(directory, yaml(), Map.of());
    admin = AdminPeer.login(gateway.adminPort());
    begin(
        PLANTED,
        "protocol",
        "default",
        Map.of("plannedMinutes", 60, "plannedUnits", 600),
        "h1",
        "h2");
    begin(EQUAL, "none", "aa");
    sent = simulate(
        0,
        "--visitors=" + NETWORKS,
        "--page-views=" + NETWORKS,
        "--pages=1",
        "--protocols=h1,h2",
        "--effect=h2:load:-25%",
        "--failed=3",
        "--truncated=2",
        "--abandoned=2");
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  /** A page with as many parts as its query says, which no earlier page had. The parts take their time if there are nine. */
  private static void parts(OriginVisit visit) throws IOException {
    int count = Integer.parseInt(visit.target().substring(visit.target().indexOf('?') + 1));
    String path = count == SLOW_PARTS ? "/slow?" : "/tiny?";
    String page = "<!doctype html><html><head><title>Parts</title>"
        + IntStream.range(0, count)
            .mapToObj(i -> "<link rel=stylesheet href=\"" + path + PART.incrementAndGet() + "\">")
            .collect(Collectors.joining())
        + "</head><body>text</body></html>";
    visit.respond(200, page, "Content-Type: text/html");
  }

  /** Longer than a handshake takes, so that a browser needs all of its connections. */
  private static void slowly(OriginVisit visit) throws IOException, InterruptedException {
    visit.think(Duration.ofMillis(200));
    visit.respond(200, "part", "Content-Type: text/css");
  }

  private static String yaml() {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [ h3, h2, http/1.1 ]
            tls: { certificates: [ { chain: %1$s/site.pem, key: %1$s/site.key } ] }
          - name: proxied
            address: 127.0.0.1:0
            protocols: [ h2, http/1.1 ]
            proxyProtocol: { from: [ 127.0.0.0/8 ] }
            tls: { certificates: [ { chain: %1$s/site.pem, key: %1$s/site.key } ] }
          - { name: trusted, address: "127.0.0.1:0", trustedProxies: [ 127.0.0.0/8 ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%2$d" ] } }
        sites:
          - hosts: [ localhost ]
            policies: { timings: { inject: true } }
            routes: [ { id: page, match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { address: "127.0.0.1:0" }
        """.formatted(directory, origin.port());
  }

  private static void begin(String id, String factor, String layer, String... values) {
    begin(id, factor, layer, Map.of(), values);
  }

  private static void begin(
      String id, String factor, String layer, Map<String, Object> more, String... values) {
    Map<String, Object> design = new HashMap<>(more);
    design.put("id", id);
    design.put("title", "Test " + id);
    design.put("sites", List.of("localhost"));
    design.put("factor", factor);
    design.put("layer", layer);
    design.put("unit", "network");
    design.put("share", 100);
    // Other tests keep the processor busy: a guardrail of the default, 1.5, would stop an arm by
    // chance.
    design.put("guardrails", Map.of("p95", 100));
    if (values.length > 0) {
      design.put(
          "arms",
          List.of(values).stream()
              .map(value -> Map.of("name", value, "value", value))
              .toList());
    }
    admin.post("/experiments", design);
    assertThat(
            admin.write("POST", "/experiments/" + id + ":start", Map.of(), "*").statusCode())
        .isEqualTo(200);
  }

  /** Returns the counts of a simulation. */
  private static JsonNode simulate(int exitCode, String... options) {
    return simulate("https", "tls", exitCode, options);
  }

  private static JsonNode simulate(
      String scheme, String listener, int exitCode, String... options) {
    List<String> arguments = new ArrayList<>(List.of(
        "simulate",
        "--target=" + scheme + "://localhost:" + gateway.port(listener) + "/",
        "--connect=127.0.0.1:" + gateway.port(listener),
        "--minutes=1",
        "--rate=2000",
        "--json"));
    arguments.addAll(List.of(options));
    if (arguments.stream().noneMatch(option -> option.startsWith("--network="))) {
      arguments.addAll(List.of("--network=none", "--times=drawn"));
    }
    StringWriter out = new StringWriter();
    CommandLine line = Main.commandLine(arguments.toArray(String[]::new));
    line.setOut(new PrintWriter(out));
    assertThat(line.execute(arguments.toArray(String[]::new)))
        .as(out.toString())
        .isEqualTo(exitCode);
    return JsonMapper.shared().readTree(out.toString());
  }

  private static long sent(String name) {
    JsonNode count = sent.get(name);
    return count == null ? 0 : count.longValue();
  }

  /** Returns the results once all reports are in them. */
  private static JsonNode results(String id) {
    JsonNode[] results = new JsonNode[1];
    Await.until(() -> {
      results[0] = admin.get("/experiments/" + id + "/results");
      long views = results[0].get("arms").values().stream()
          .mapToLong(arm -> arm.get("views").longValue())
          .sum();
      assertThat(views).isEqualTo(sent("reports"));
    });
    return results[0];
  }

  private static JsonNode arm(JsonNode results, String name) {
    return results.get("arms").values().stream()
        .filter(arm -> arm.get("name").asString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Order(1)
  void plantedEffectIsFoundAndNoneWhereThereIsNone() {
    assertThat(sent("failed pages")).isZero();
    assertThat(sent("reports")).isEqualTo(NETWORKS);
    JsonNode planted = results(PLANTED);
    JsonNode verdict = planted.get("verdict");

    assertThat(verdict.get("kind").asString()).as(verdict.toString()).isEqualTo("better");
    assertThat(verdict.get("arm").asString()).isEqualTo("h2");
    assertThat(verdict.get("visitors").longValue())
        .as("those with a load time")
        .isEqualTo(NETWORKS - sent("planted abandoned"));
    assertThat(verdict.get("basis").asString()).isEqualTo("sequence");
    assertThat(planted.at("/rule/plannedUnits").longValue()).isEqualTo(600);
    assertThat(planted.at("/comparisons/0/atEnd").isNull())
        .as("an hour before the end")
        .isTrue();
    JsonNode sequence = planted.at("/comparisons/0/sequence");
    assertThat(sequence.get("low").doubleValue()).isNegative();
    assertThat(sequence.get("high").doubleValue()).isNegative();
    double h1 = median(arm(planted, "h1"));
    assertThat(median(arm(planted, "h2")) / h1).isCloseTo(0.75, within(0.08));

    JsonNode equal = results(EQUAL);
    assertThat(equal.at("/verdict/kind").asString())
        .isIn("undecided", "no-difference", "not-enough");
    assertThat(equal.at("/comparisons/0/sequence/excludesNone").booleanValue()).isFalse();
  }

  private static double median(JsonNode arm) {
    return figure(arm).get("median").doubleValue();
  }

  private static JsonNode figure(JsonNode arm) {
    return arm.get("figures").values().stream()
        .filter(figure -> figure.get("metric").asString().equals("load"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Order(2)
  void failedTruncatedAndAbandonedViewsAreCountedExactly() {
    JsonNode planted = results(PLANTED);
    for (String name : new String[] {"h1", "h2"}) {
      JsonNode outcomes = arm(planted, name).get("outcomes");
      assertThat(outcomes.get("failed").longValue())
          .isEqualTo(sent("planted failed of " + PLANTED + ":" + name))
          .isPositive();
      assertThat(outcomes.get("truncated").longValue())
          .isEqualTo(sent("planted truncated of " + PLANTED + ":" + name))
          .isPositive();
      assertThat(outcomes.get("abandoned").longValue())
          .isEqualTo(sent("planted abandoned of " + PLANTED + ":" + name))
          .isPositive();
      assertThat(arm(planted, name).get("assignedUnits").longValue())
          .isEqualTo(sent("reports of " + PLANTED + ":" + name));
    }
    assertThat(planted.at("/checks/0/blocks").booleanValue()).isFalse();
  }

  @Test
  @Order(3)
  void connectionsAndCpuAreByArmAndAgreeWithTheVisitors() {
    JsonNode planted = results(PLANTED);
    for (String name : new String[] {"h1", "h2"}) {
      JsonNode arm = arm(planted, name);
      double own = 1_000.0 * sent("connections " + name) / sent("pages " + name);
      assertThat(arm.get("connectionsPer1000").doubleValue()).isBetween(own * 0.9, own * 1.1);
      assertThat(arm.get("cpuMillisPer1000").doubleValue()).isPositive();
      assertThat(arm.at("/got/" + name).longValue()).isEqualTo(sent("pages " + name));
      assertThat(arm.at("/got/h3").longValue()).isZero();
    }
    assertThat(arm(planted, "h1").get("connectionsPer1000").doubleValue())
        .isGreaterThan(arm(planted, "h2").get("connectionsPer1000").doubleValue());
  }

  @Test
  @Order(4)
  void samplesAreComparedExportedAndPlannedWith() throws Exception {
    results(PLANTED);
    JsonNode byProtocol = admin.get("/compare?by=protocol&a=h1&b=h2&site=localhost");
    JsonNode byArm = admin.get("/compare?by=arm&a=h1&b=h2&experiment=" + PLANTED);
    for (JsonNode compared : List.of(byProtocol, byArm)) {
      assertThat(compared.at("/a/views").longValue())
          .isCloseTo(sent("pages h1"), within(sent("planted failed")));
      JsonNode pair = compared.at("/pairs/0");
      assertThat(pair.at("/b/median").doubleValue())
          .isLessThan(pair.at("/a/median").doubleValue());
    }
    JsonNode power = admin.get("/experiments:power?site=localhost&share=1");
    assertThat(power.get("missing").isNull()).as(power.toString()).isTrue();
    assertThat(power.get("value").doubleValue()).isBetween(800.0, 1_400.0);
    assertThat(admin.get("/experiments:power?site=nowhere.test").get("missing").asString())
        .contains("0 units");
    String csv = admin
        .ask("GET", "/experiments/" + PLANTED + "/export?format=csv&what=views", Map.of(), 0)
        .body();
    assertThat(csv.lines()).hasSize(NETWORKS + 1);
    assertThat(csv)
        .startsWith("period,arm,unit,cluster,at,site,page,got,outcome,cache,device,network,ttfb,");
    assertAgreesWithScipy(results(PLANTED), csv);
  }

  /** The very file of the export, computed by another program, gives the results to the third digit. */
  private static void assertAgreesWithScipy(JsonNode results, String csv) throws Exception {
    Path export = Files.writeString(directory.resolve("views.csv"), csv);
    Map<String, Double> independent =
        ScipyAnalysis.of(export, PLANTED, "load", List.of("h1", "h2"), 600);

    for (String name : List.of("h1", "h2")) {
      JsonNode arm = arm(results, name);
      String prefix = name.equals("h1") ? "a." : "b.";
      JsonNode load = figure(arm);
      agree(independent, prefix + "mean", load.get("mean"));
      agree(independent, prefix + "p50", load.get("median"));
      agree(independent, prefix + "p80", load.get("p80"));
      agree(independent, prefix + "p95", load.get("p95"));
      agree(independent, prefix + "failed", arm.get("failedShare"));
      agree(independent, prefix + "truncated", arm.get("truncatedShare"));
    }
    agree(independent, "assigned.statistic", results.at("/checks/0/statistic"));
    agree(independent, "assigned.chance", results.at("/checks/0/chance"));
    agree(independent, "sequence.low", results.at("/comparisons/0/sequence/low"));
    agree(independent, "sequence.high", results.at("/comparisons/0/sequence/high"));
    for (String statistic : List.of("mean", "median", "p80")) {
      JsonNode difference = results.at("/comparisons/0/differences").values().stream()
          .filter(each -> each.get("id").asString().equals("load-" + statistic))
          .findFirst()
          .orElseThrow();
      for (String field : List.of("difference", "low", "high", "changeLow", "changeHigh")) {
        agree(independent, statistic + "." + field, difference.get(field));
      }
    }
  }

  private static void agree(Map<String, Double> independent, String name, JsonNode value) {
    double other = requireNonNull(independent.get(name), name);
    assertThat(value.doubleValue()).as(name).isCloseTo(other, within(Math.abs(other) * 5e-4));
  }

  @Test
  @Order(5)
  void visitorsFollowAltSvcToHttp3AndKeepWhatTheyHold() {
    assertThat(admin
            .write("POST", "/experiments/" + PLANTED + ":stop", Map.of(), "*")
            .statusCode())
        .isEqualTo(200);
    JsonNode counts =
        simulate(0, "--visitors=4", "--concurrent=4", "--page-views=40", "--pages=5", "--think=5");

    assertThat(counts.get("pages h3").longValue()).as(counts.toString()).isPositive();
    assertThat(counts.get("failed pages")).isNull();
    // Four visitors load the asset and the script once each.
    assertThat(counts.get("requests").longValue()).isEqualTo(40 + 4 * 2);
    assertThat(results(PLANTED).at("/verdict/kind").asString())
        .as("views after the stop are not counted")
        .isEqualTo("better");
  }

  /** The design and its pre-period: visitors come before the start, and again after it. */
  @Test
  @Order(6)
  void viewsBeforeTheStartAreThePrePeriodOfTheirUnits() {
    begin("before", "none", "before", Map.of("prePeriodMinutes", 600));
    String[] visitors = {"--visitors=420", "--page-views=420", "--pages=1", "--protocols=h2"};
    simulate(0, visitors);
    assertThat(admin.get("/experiments/before").get("phase").asString()).isEqualTo("planned");
    assertThat(admin.write("POST", "/experiments/before:start", Map.of(), "*").statusCode())
        .isEqualTo(200);
    simulate(0, visitors);

    JsonNode[] results = new JsonNode[1];
    Await.until(() -> {
      results[0] = admin.get("/experiments/before/results");
      assertThat(results[0].get("arms").values().stream()
              .mapToLong(arm -> arm.get("views").longValue())
              .sum())
          .as("page views after the start")
          .isEqualTo(420);
    });
    JsonNode adjusted = results[0].at("/comparisons/0/adjusted");
    assertThat(adjusted.get("withPrePeriod").booleanValue()).isTrue();
    assertThat(adjusted.get("error").doubleValue())
        .as("the drawn times of a visitor depend on it")
        .isLessThan(adjusted.get("rawError").doubleValue());
    String csv = admin
        .ask("GET", "/experiments/before/export?format=csv&what=views", Map.of(), 0)
        .body();
    assertThat(csv.lines().filter(line -> line.startsWith("before,"))).hasSize(420);
    assertThat(csv.lines().filter(line -> line.startsWith("during,"))).hasSize(420);
  }

  /**
   * The connections that the gateway says HTTP/1.1 would have needed are those that it needs, however short the requests are and
   * however far away the visitors.
   *
   * @param least connections over HTTP/1.1 per 1,000 page views, below which the case shows nothing
   * @param fewer factor by which HTTP/2 has fewer connections, at least
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource
  @Order(7)
  void http1EquivalentOfAnArmAgreesWithTheMeasuredArm(
      String id, int parts, int pages, double least, double fewer, List<String> behaviour) {
    begin(id, "protocol", "default", "h1", "h2");
    List<String> options = new ArrayList<>(List.of(
        "--visitors=" + VISITORS_OF_PROOF,
        "--page-views=" + pages,
        "--concurrent=40",
        "--path=/parts?" + parts,
        "--protocols=h1,h2"));
    options.addAll(behaviour);
    JsonNode counts = simulate(0, options.toArray(String[]::new));
    JsonNode[] results = new JsonNode[1];
    Await.until(() -> {
      results[0] = admin.get("/experiments/" + id + "/results");
      assertThat(arm(results[0], "h1").at("/got/h1").longValue()
              + arm(results[0], "h2").at("/got/h2").longValue())
          .as(counts + " " + arm(results[0], "h1").get("got")
              + arm(results[0], "h2").get("got"))
          .isEqualTo(pages);
    });
    admin.write("POST", "/experiments/" + id + ":stop", Map.of(), "*");
    JsonNode h1 = arm(results[0], "h1");
    JsonNode h2 = arm(results[0], "h2");
    double measured = h1.get("connectionsPer1000").doubleValue();

    assertThat(measured).isGreaterThan(least);
    assertThat(h1.get("h1EquivalentPer1000").doubleValue()).isEqualTo(measured);
    assertThat(h2.get("h1EquivalentPer1000").doubleValue())
        .as("over HTTP/1.1: " + measured)
        .isCloseTo(measured, within(measured / 10));
    assertThat(h2.get("connectionsPer1000").doubleValue()).isLessThan(measured / fewer);
    for (JsonNode arm : List.of(h1, h2)) {
      assertThat(arm.get("cpuMillisPer1000").doubleValue()).isPositive();
    }
    JsonNode counted = admin.get("/experiments/" + id + "/counts").at("/arms/1");
    assertThat(counted.at("/per1000/h1Equivalent").doubleValue())
        .isCloseTo(h2.get("h1EquivalentPer1000").doubleValue(), within(0.001));
  }

  static Stream<Arguments> http1EquivalentOfAnArmAgreesWithTheMeasuredArm() {
    List<String> onePage = List.of("--pages=1");
    List<String> visits = List.of("--pages=2", "--think=100");
    List<String> far = List.of("--pages=1", "--network=mixed", "--times=drawn");
    return Stream.of(
        Arguments.of("slow-parts", SLOW_PARTS, PAGES_OF_PROOF, 3_000, 3, onePage),
        Arguments.of("few-tiny", 2, PAGES_OF_PROOF, 2_500, 1.5, onePage),
        Arguments.of("tiny", 5, PAGES_OF_PROOF, 5_000, 3, onePage),
        Arguments.of("many-tiny", 30, PAGES_OF_PROOF, 5_000, 3, onePage),
        Arguments.of("tiny-visits", 5, PAGES_OF_VISITS, 2_000, 3, visits),
        Arguments.of("far-tiny", 5, PAGES_OF_PROOF, 5_000, 3, far),
        Arguments.of("far-many", 30, PAGES_OF_PROOF, 5_000, 3, far));
  }

  @Test
  @Order(8)
  void visitorsBehindProxiesAreOfTheirOwnNetworks() {
    begin("forwarded", "none", "forwarded");
    JsonNode forwarded = simulate(
        "http",
        "trusted",
        0,
        "--clients=forwarded",
        "--protocols=h1",
        "--visitors=30",
        "--page-views=30",
        "--pages=1");
    begin("proxied", "none", "proxied");
    JsonNode proxied = simulate(
        "https", "proxied", 0, "--clients=proxy", "--visitors=30", "--page-views=30", "--pages=1");

    assertThat(forwarded.get("reports").longValue()).as(forwarded.toString()).isEqualTo(30);
    assertThat(proxied.get("reports").longValue()).as(proxied.toString()).isEqualTo(30);
    // Both name the same 30 networks, so a network has its arm however it is known.
    for (String each : List.of("forwarded", "proxied")) {
      long units = admin.get("/experiments/" + each + "/counts").get("arms").values().stream()
          .mapToLong(arm -> arm.get("units").longValue())
          .sum();
      assertThat(units).as(each).isEqualTo(30);
    }
  }

  @Test
  @Order(9)
  void slowNetworksOfVisitorsAreInTheirTimes() {
    Instant before = Instant.now();
    JsonNode counts = simulate(
        0,
        "--network=mixed",
        "--visitors=12",
        "--page-views=12",
        "--pages=1",
        "--protocols=h2",
        "--seed=5");

    assertThat(counts.get("reports").longValue()).isEqualTo(12);
    Await.until(() -> {
      JsonNode views = admin.get("/views?limit=100&from=" + before).get("items");
      assertThat(views.size()).isEqualTo(12);
      List<Double> firstBytes = views.values().stream()
          .map(view -> view.at("/times/ttfb").doubleValue())
          .sorted()
          .toList();
      assertThat(firstBytes.get(0)).as("a round trip of cable").isGreaterThanOrEqualTo(28);
      assertThat(firstBytes.get(11)).as("one of slow 3G").isGreaterThanOrEqualTo(300);
    });
  }

  @Test
  @Order(10)
  void wrongUseNamesTheOption() {
    assertThat(refusal("--target=https://192.0.2.1/"))
        .contains("is not on this machine", "--remote");
    assertThat(refusal("--target=ftp://localhost/")).contains("--target: ftp://localhost/");
    String local = "--target=https://localhost/";
    assertThat(refusal(local, "--effect=h2:load")).contains("--effect: h2:load (expected: ");
    assertThat(refusal(local, "--effect=h2:speed:5%")).contains("--effect: h2:speed:5%");
    assertThat(refusal(local, "--effect=h2:load:-100%")).contains("more than -100 percent");
    assertThat(refusal(local, "--rate=1000000")).contains("--rate: 1000000 (expected: 0.1-2000)");
    assertThat(refusal(local, "--minutes=NaN")).contains("--minutes: NaN (expected: 0.01-1440)");
    assertThat(refusal(local, "--protocols=h4")).contains("--protocols: h4 (expected: h1, h2, h3)");
    assertThat(refusal(local, "--failed=60", "--silent=60")).contains("together: 120");
    assertThat(refusal(local, "--clients=proxy", "--protocols=h3")).contains("--protocols: h3");
    assertThat(refusal(local, "--path=shop")).contains("--path: shop");
  }

  private static String refusal(String... options) {
    List<String> arguments = new ArrayList<>(List.of("simulate"));
    arguments.addAll(List.of(options));
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine(arguments.toArray(String[]::new));
    line.setErr(new PrintWriter(err));
    assertThat(line.execute(arguments.toArray(String[]::new))).isEqualTo(2);
    return err.toString();
  }

  @Test
  @Order(11)
  void targetThatDoesNotRespondIsAFailure() {
    StringWriter out = new StringWriter();
    String[] arguments = {
      "simulate",
      "--target=http://127.0.0.1:1/",
      "--visitors=2",
      "--page-views=4",
      "--rate=100",
      "--effect=h5:load:-5%"
    };
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine(arguments);
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));

    assertThat(line.execute(arguments)).isEqualTo(1);
    assertThat(out.toString()).contains("failed pages");
    assertThat(err.toString()).contains("--effect: h5:load:-5% is in no page view");
  }
}
