package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.ClosedWindow;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Priority rules, edited during traffic, define the order of responses. */
final class PriorityRulesIT {
  private static final int SIZE = 40_000;
  private static final int STEP = 30_000;

  /** A file of the origin, sent in one piece with its head. */
  private static final int SMALL = 8_000;

  private static final String MANIFEST = "order";

  private static AdminPeer admin;
  private static long version;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("public/assets/fill.bin", new byte[ClosedWindow.FILLER])
      .file("public/assets/a.jpg", new byte[SIZE])
      .file("public/assets/b.jpg", new byte[SIZE])
      .file("public/assets/large.jpg", new byte[5 * SIZE])
      .file("public/assets/named.jpg", new byte[SIZE])
      .file("public/assets/site.css", new byte[SIZE])
      .routes("- { id: api, match: { path: \"/api/*\" }, proxy: { upstream: app }, public: true }");

  @BeforeAll
  static void start() {
    for (String file : new String[] {"a.jpg", "b.jpg", "large.jpg", "named.jpg", "site.css"}) {
      // Loads the files into memory, so that no request waits for a disk.
      Commands.curl("-o", "/dev/null", GATEWAY.http("/assets/" + file)).expectSuccess();
    }
    GATEWAY
        .origin()
        .on("/api/data", visit -> visit.send(json("")))
        .on("/api/urgent", visit -> visit.send(json("Priority: u=1\r\n")))
        .on("/data", visit -> visit.send(json("")));
    admin = AdminPeer.login(GATEWAY.process().adminPort());
    version = admin.create(MANIFEST, "rules: []\n");
  }

  /** Head and body in one piece, so that they arrive together. */
  private static String json(String field) {
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + field + "Content-Length: "
        + SMALL + "\r\n\r\n" + "x".repeat(SMALL);
  }

  @BeforeEach
  void noRules() {
    publish("rules: []\n");
  }

  private static void publish(String text) {
    version = admin.publish(MANIFEST, admin.saveDraft(MANIFEST, text, version));
  }

  private static void rules(String... rules) {
    publish("priorities:\n  - " + String.join("\n  - ", rules) + "\n");
  }

  private static ClosedWindow connect(String... fields) {
    return ClosedWindow.connect(GATEWAY, "/assets/fill.bin", fields);
  }

  /** Priority signals of a client, or none. */
  enum Client {
    SILENT,
    /** Urgencies only, as over HTTP/3. */
    URGENCIES,
    /** Weights below stream 0, as in Firefox before it supported urgencies. */
    WEIGHTS,
    /** A chain of exclusive dependencies, as in Chromium before it supported urgencies. */
    CHAIN;

    ClosedWindow connect() {
      return this == URGENCIES
          ? PriorityRulesIT.connect("priority", "u=3")
          : PriorityRulesIT.connect();
    }

    /** Requests two images of the same client priority. */
    void ask(ClosedWindow window, int first, String path, String other) {
      switch (this) {
        case SILENT -> window.get(first, path).get(first + 2, other);
        case URGENCIES ->
          window.get(first, path, "priority", "u=3").get(first + 2, other, "priority", "u=3");
        case WEIGHTS -> window.get(first, path, 0, 12, false).get(first + 2, other, 0, 12, false);
        case CHAIN -> window.get(first, path, 0, 147, true).get(first + 2, other, first, 147, true);
      }
      window.await(first, first + 2);
    }
  }

  static Stream<Client> clients() {
    return Stream.of(Client.values());
  }

  @ParameterizedTest
  @MethodSource("clients")
  void ruleRaisesAResponseForEveryKindOfClient(Client client) {
    rules("{ match: { path: /assets/b.jpg }, urgency: 1 }");
    try (ClosedWindow window = client.connect()) {
      client.ask(window, 3, "/assets/a.jpg", "/assets/b.jpg");

      assertThat(window.open(STEP)).containsOnly(5);
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void ruleLowersAResponseForEveryKindOfClient(Client client) {
    rules("{ match: { size: \">= 100KiB\", type: image/* }, urgency: 6 }");
    try (ClosedWindow window = client.connect()) {
      client.ask(window, 3, "/assets/large.jpg", "/assets/b.jpg");

      assertThat(window.open(SIZE)).containsOnly(5);
      assertThat(window.open(STEP)).containsOnly(3);
    }
  }

  @Test
  void rulePublishedByRestAppliesToTheNextResponseOfAnOpenConnection() {
    try (ClosedWindow window = Client.URGENCIES.connect()) {
      Client.URGENCIES.ask(window, 3, "/assets/a.jpg", "/assets/b.jpg");
      assertThat(window.open(STEP)).containsOnly(3);
      window.open(2 * SIZE - STEP);

      rules("{ match: { path: \"*/b.jpg\" }, urgency: 2 }");
      Client.URGENCIES.ask(window, 7, "/assets/a.jpg", "/assets/b.jpg");
      assertThat(window.open(STEP)).containsOnly(9);
      window.open(2 * SIZE - STEP);

      rules("{ match: { path: \"*/b.jpg\" }, urgency: 5 }");
      Client.URGENCIES.ask(window, 11, "/assets/a.jpg", "/assets/b.jpg");
      assertThat(window.open(STEP)).containsOnly(11);
    }
  }

  @Test
  void rulesMatchRouteTypeDestinationAndManifestEntry() {
    String[][] rows = {
      {"route: api", "/api/data", "/data"},
      {"type: application/json", "/data", "/assets/a.jpg"},
      {"type: [ text/css, image/* ]", "/assets/a.jpg", "/data"},
      {"size: \"< 50KiB\"", "/assets/a.jpg", "/assets/large.jpg"},
    };
    for (String[] row : rows) {
      rules("{ match: { " + row[0] + " }, urgency: 1 }");
      try (ClosedWindow window = Client.URGENCIES.connect()) {
        Client.URGENCIES.ask(window, 3, row[2], row[1]);
        assertThat(window.open(SMALL)).as(row[0]).containsOnly(5);
      }
    }
    publish("""
        rules: [ { match: { path: /page }, assets: [ { url: /assets/named.jpg, as: image, tier: 2 } ] } ]
        priorities: [ { match: { entry: true, tier: 2 }, urgency: 1 } ]
        """);
    try (ClosedWindow window = Client.URGENCIES.connect()) {
      Client.URGENCIES.ask(window, 3, "/assets/a.jpg", "/assets/named.jpg");
      assertThat(window.open(STEP)).containsOnly(5);
    }
    rules("{ match: { destination: [ font, image ] }, urgency: 1 }");
    try (ClosedWindow window = Client.URGENCIES.connect()) {
      window
          .get(3, "/assets/a.jpg", "priority", "u=3", "sec-fetch-dest", "empty")
          .get(5, "/assets/b.jpg", "priority", "u=3", "sec-fetch-dest", "image")
          .await(3, 5);
      assertThat(window.open(STEP)).containsOnly(5);
    }
  }

  @Test
  void entryOverridesTheRuleAndTheRuleOverridesTheUpstream() {
    publish("""
        rules: [ { match: { path: /page }, assets: [ { url: /assets/named.jpg, as: image, urgency: 6 } ] } ]
        priorities:
          - { match: { path: /api/urgent }, urgency: 5 }
          - { match: { type: image/* }, urgency: 0 }
        """);
    try (ClosedWindow window = Client.URGENCIES.connect()) {
      Client.URGENCIES.ask(window, 3, "/api/urgent", "/assets/a.jpg");
      Client.URGENCIES.ask(window, 7, "/assets/named.jpg", "/data");

      // The image by the second rule, u=3 of the client, u=5 by the first rule, u=6 by the entry.
      assertThat(firsts(window.open(2 * SIZE + 2 * SMALL))).containsExactly(5, 9, 3, 7);
    }
  }

  @Test
  void ruleMayYieldToTheUpstream() {
    rules("{ match: { route: api }, urgency: 6, unless: upstream }");
    try (ClosedWindow window = Client.URGENCIES.connect()) {
      Client.URGENCIES.ask(window, 3, "/api/data", "/api/urgent");
      Client.URGENCIES.ask(window, 7, "/assets/a.jpg", "/assets/b.jpg");

      assertThat(firsts(window.open(2 * SIZE + 2 * SMALL))).containsExactly(5, 7, 9, 3);
    }
  }

  @Test
  void upstreamFieldMayHaveSeveralLinesAndIsIgnoredIfMalformed() {
    GATEWAY
        .origin()
        .on("/api/lines", visit -> visit.send(json("Priority: u=6\r\nPriority: u=1\r\n")))
        .on("/api/none", visit -> visit.send(json("Priority: u=0,,\r\n")));
    try (ClosedWindow window = Client.URGENCIES.connect()) {
      Client.URGENCIES.ask(window, 3, "/api/none", "/api/lines");
      Client.URGENCIES.ask(window, 7, "/assets/a.jpg", "/api/urgent");
      assertThat(firsts(window.open(SIZE + 3 * SMALL))).containsExactly(5, 9, 3, 7);
    }

    // A malformed field states nothing and would invalidate the field after it.
    rules("{ match: { route: api }, urgency: 5, unless: upstream }");
    assertThat(Commands.curl("-i", GATEWAY.http("/api/none")).expectSuccess().out())
        .containsIgnoringCase("\npriority: u=5\r")
        .doesNotContain("u=0");
    assertThat(Commands.curl("-i", GATEWAY.http("/api/lines")).expectSuccess().out())
        .containsIgnoringCase("\npriority: u=6\r")
        .containsIgnoringCase("\npriority: u=1\r")
        .doesNotContain("u=5");
  }

  @Test
  void ruleForAnUnknownRouteCausesAWarningAndCanBePublished() {
    rules("{ name: data, match: { route: apy }, urgency: 6 }");

    JsonNode problems = admin.get("/manifests/" + MANIFEST).at("/draft/problems");

    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).get("severity").asString()).isEqualTo("warning");
    assertThat(problems.get(0).get("line").asInt()).isEqualTo(2);
    assertThat(problems.get(0).get("message").asString())
        .isEqualTo(
            "priorities[0].match.route: apy: no such route, rule data never matches it (did you mean api?)");
  }

  @Test
  void ruleIsSentInThePriorityFieldOfTheResponse() {
    rules("{ match: { path: \"/api/*\" }, urgency: 5, incremental: true }");

    assertThat(Commands.curl("-i", GATEWAY.http("/api/data")).expectSuccess().out())
        .containsIgnoringCase("\npriority: u=5, i\r");
    assertThat(Commands.curl("-I", GATEWAY.http("/api/data")).expectSuccess().out())
        .containsIgnoringCase("\npriority: u=5, i\r");
    assertThat(Commands.curl("-i", GATEWAY.http("/data")).expectSuccess().out())
        .doesNotContainIgnoringCase("\npriority:");
  }

  @Test
  void responsesWithoutLengthBodyOrSuccessAreOrderedByTheirOtherProperties() {
    rules(
        "{ match: { size: \">= 0\" }, urgency: 7 }",
        "{ match: { path: \"/api/*\" }, urgency: 1 }",
        "{ match: { path: \"/none/*\" }, urgency: 0 }");
    String body = "x".repeat(SMALL);
    GATEWAY
        .origin()
        .on("/api/chunked", visit -> {
          visit.send(
              "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
                  + Integer.toHexString(SMALL) + "\r\n" + body + "\r\n0\r\n\r\n");
        })
        .on("/none/x", visit -> visit.respond(404, "", "Content-Type: text/html"))
        .on("/api/same", visit -> visit.send("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n"));
    try (ClosedWindow window = Client.SILENT.connect()) {
      Client.SILENT.ask(window, 3, "/assets/a.jpg", "/api/chunked");
      window.get(7, "/api/same").get(9, "/none/x").await(7, 9);

      assertThat(window.open(SMALL)).containsOnly(5);
      assertThat(window.head(7)).startsWith(":status: 304");
      assertThat(window.head(9)).startsWith(":status: 404");
    }
  }

  @Test
  void timelineNamesTheDecidingRuleOrEntry() {
    publish("""
        rules: [ { match: { path: /page }, assets: [ { url: /assets/named.jpg, as: image, urgency: 6 } ] } ]
        priorities: [ { name: pictures, match: { type: image/* }, urgency: 5 } ]
        """);
    String id = admin.post("/timelines", Map.of("host", "localhost")).get("id").asString();
    try (ClosedWindow window = Client.URGENCIES.connect()) {
      Client.URGENCIES.ask(window, 3, "/assets/a.jpg", "/assets/named.jpg");
      window.get(7, "/assets/site.css").await(7);

      Map<Integer, String> sources = new HashMap<>();
      for (JsonNode event : admin.get("/timelines/" + id).get("events")) {
        if (event.get("kind").asString().equals("priority")) {
          sources.put(event.get("stream").asInt(), event.get("source").asString("none"));
        }
      }
      assertThat(sources)
          .containsEntry(3, "order priorities[0] pictures")
          .containsEntry(5, "order rules[0] /assets/named.jpg")
          .containsEntry(7, "none");
    }
  }

  @Test
  void planNamesTheDecidingRuleOfAnAsset() {
    publish("""
        rules:
          - match: { path: / }
            assets:
              - { url: /assets/a.jpg, as: image }
              - { url: /assets/site.css, as: style, urgency: 2 }
        priorities:
          - { name: large, match: { type: image/*, size: ">= 1MiB" }, urgency: 6 }
          - { name: static, match: { route: "localhost/assets/*", destination: image }, urgency: 4 }
        """);

    JsonNode plan = admin.post("/plan", Map.of("url", "https://localhost/"));

    JsonNode image = plan.get("candidates").get(0).get("priority");
    assertThat(image.get("urgency").asInt()).isEqualTo(4);
    assertThat(image.get("source").asString()).isEqualTo("order priorities[1] static");
    assertThat(image.get("reason").asString()).isEqualTo("operator-rule");
    JsonNode style = plan.get("candidates").get(1).get("priority");
    assertThat(style.get("source").asString()).isEqualTo("order rules[0] /assets/site.css");
  }

  /** Returns each stream once, in the order of their first frames. */
  private static List<Integer> firsts(List<Integer> order) {
    return order.stream().distinct().toList();
  }
}
