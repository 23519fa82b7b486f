package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.lychgate.gateway.listen.tcp.KernelCongestion;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.testkit.AdminPeer;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.ClosedWindow;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http1Peer;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Experiments on real connections: who is in which arm, what it gets, what is counted, and what ends it. */
final class ExperimentIT {
  private static final int NETWORKS = 2000;
  private static final SSLContext TLS = TestCertificates.trustingAll();
  private static final String PAGE = "page ".repeat(400);
  private static final int ASSET = 30_000;

  /** A response that may not be reused is never pushed. */
  private static final String REUSABLE_STYLE = "text/css\r\ncache-control: max-age=600";

  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int WIDE = 8 << 20;

  /** Views of an experiment: more than a notebook has, which is in memory. */
  private static final int MANY_VIEWS = 60_000;

  @TempDir
  static Path directory;

  private static ScriptedOrigin good;
  private static ScriptedOrigin bad;
  private static GatewayProcess gateway;
  private static AdminPeer admin;

  private final List<String> begun = new ArrayList<>();

  @BeforeAll
  static void start() throws SQLException {
    keepSecret();
    TestCertificates.write(directory, "site", "localhost", "other.test");
    good = ScriptedOrigin.start()
        .on("/fill", visit -> visit.send(asset("text/plain", ClosedWindow.FILLER)))
        .on("/a.jpg", visit -> visit.send(asset("image/jpeg", ASSET)))
        .on("/pushed", visit -> {
          // Pushes leave while the page is not there yet.
          visit.think(Duration.ofMillis(60));
          visit.send(response(200, PAGE));
        })
        .on("/small.css", visit -> visit.send(asset(REUSABLE_STYLE, 500)))
        .on("/b.css", visit -> visit.send(asset("text/css", ASSET)))
        .otherwise(visit -> visit.send(response(200, PAGE)));
    bad = ScriptedOrigin.start().otherwise(visit -> visit.send(response(500, "broken")));
    gateway = GatewayProcess.start(directory, yaml(""), Map.of());
    admin = AdminPeer.login(gateway.adminPort());
    beginGuarded();
  }

  /**
   * Keeps the secret that chooses arms in the store, before the gateway makes a random one. With that, some run in a few thousand has
   * an arm that is too large or too small for a test.
   */
  private static void keepSecret() throws SQLException {
    StoreUrl url = StoreUrl.parse("jdbc:sqlite:lychgate.db", directory);
    Store.open(url, directory, InstantSource.system()).close();
    try (Connection store = connect();
        Statement insert = store.createStatement()) {
      insert.execute(
          "INSERT INTO secret (name, period, value, created_at) VALUES ('experiments', 0, '"
              + Base64.getEncoder().encodeToString(new byte[32]) + "', 0)");
    }
  }

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("lychgate.db"));
  }

  /** Sends requests to a bad arm now: its guardrail acts within some seconds, in which other tests run. */
  private static void beginGuarded() {
    Map<String, Object> design = design("guarded", "split", "good", "bad");
    design.put("routes", List.of("split"));
    design.put("layer", "guarded");
    design.put("guardrails", Map.of("minRequests", 100));
    admin.post("/experiments", design);
    step("guarded", "start");
    try (Http1Peer peer = Http1Peer.connect(gateway.port("trusted"))) {
      for (int i = 0; i < 300; i++) {
        peer.send("GET /split HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: " + network(i)
                + "\r\n\r\n")
            .read();
      }
    }
  }

  @AfterAll
  static void stop() {
    gateway.close();
    good.close();
    bad.close();
  }

  @BeforeEach
  void forgetNothing() {
    begun.clear();
  }

  /** Ends what a test has begun, so that the next one has the whole layer. */
  @AfterEach
  void endAll() {
    for (String id : begun) {
      JsonNode now = admin.get("/experiments/" + id);
      String phase = now.get("phase").asString();
      if (phase.equals("running") || phase.equals("paused") || phase.equals("planned")) {
        step(id, "stop");
      }
      if (now.get("applied").booleanValue()) {
        step(id, "release");
      }
    }
  }

  private static String response(int status, String body) {
    return "HTTP/1.1 " + status + " x\r\ncontent-type: text/html\r\ncontent-length: "
        + body.length() + "\r\n\r\n" + body;
  }

  private static String asset(String type, int length) {
    return "HTTP/1.1 200 OK\r\ncontent-type: " + type + "\r\ncontent-length: " + length + "\r\n\r\n"
        + "x".repeat(length);
  }

  private static String yaml(String more) {
    return yaml(directory, more);
  }

  private static String yaml(Path state, String more) {
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
        upstreams:
          good: { servers: [ "http://127.0.0.1:%2$d" ] }
          bad: { servers: [ "http://127.0.0.1:%3$d" ] }
        sites:
          - hosts: [ localhost ]
            policies: { compress: {} }
            routes:
              - id: split
                match: { path: "/split" }
                proxy: { split: [ { upstream: good, weight: 1 }, { upstream: bad, weight: 0 } ] }
              - id: sides
                match: { path: "/sides" }
                proxy: { split: [ { upstream: good, weight: 1 }, { upstream: bad, weight: 0 } ] }
              - { id: page, match: { path: "/*" }, proxy: { upstream: good } }
          - hosts: [ other.test ]
            routes: [ { id: other, match: { path: "/*" }, proxy: { upstream: good } } ]
        experiments: { cookie: { enabled: true, consent: { cookie: consent, value: "yes" } } }
        admin: { address: "127.0.0.1:0" }
        store: { url: "jdbc:sqlite:%1$s/lychgate.db", directory: "%4$s" }
        %5$s
        """.formatted(directory, good.port(), bad.port(), state.resolve("state"), more);
  }

  // Designs.

  private static Map<String, Object> design(String id, String factor, String... values) {
    List<Map<String, Object>> arms = new ArrayList<>();
    for (String value : values) {
      arms.add(Map.of("name", "arm-" + value.replaceAll("[^a-z0-9]", "-"), "value", value));
    }
    Map<String, Object> design = new HashMap<>();
    design.put("id", id);
    design.put("title", "Test " + id);
    design.put("sites", List.of("localhost"));
    design.put("factor", factor);
    design.put("unit", "network");
    design.put("arms", arms);
    design.put("share", 100);
    return design;
  }

  private void begin(Map<String, Object> design) {
    String id = String.valueOf(design.get("id"));
    admin.post("/experiments", design);
    begun.add(id);
    step(id, "start");
  }

  private static JsonNode step(String id, String verb) {
    HttpResponse<String> done =
        admin.write("POST", "/experiments/" + id + ":" + verb, Map.of(), "*");
    assertThat(done.statusCode()).as(done.body()).isEqualTo(200);
    return admin.get("/experiments/" + id);
  }

  private static Map<String, JsonNode> counts(String id) {
    Map<String, JsonNode> arms = new TreeMap<>();
    admin
        .get("/experiments/" + id + "/counts")
        .get("arms")
        .forEach(arm -> arms.put(arm.get("arm").asString(), arm));
    return arms;
  }

  // Clients of many networks behind a trusted proxy.

  private static String network(int number) {
    return "10." + (number >> 8) + "." + (number & 255) + ".9";
  }

  /** Returns the coding that each network gets, from one connection. */
  private static Map<String, String> codings(GatewayProcess of, int networks) {
    Map<String, String> codings = new TreeMap<>();
    try (Http1Peer peer = Http1Peer.connect(of.port("trusted"))) {
      for (int i = 0; i < networks; i++) {
        codings.put(network(i), coding(peer, "/", network(i)));
      }
    }
    return codings;
  }

  private static String coding(Http1Peer peer, String path, String client) {
    Http1Peer.Response response = peer.send("GET " + path
            + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\n"
            + "X-Forwarded-For: " + client + "\r\nX-Forwarded-Proto: https\r\n\r\n")
        .read();
    assertThat(response.status()).isEqualTo(200);
    return field(response, "content-encoding");
  }

  private static String field(Http1Peer.Response response, String name) {
    return response
        .head()
        .lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ": "))
        .map(line -> line.substring(name.length() + 2))
        .findFirst()
        .orElse("");
  }

  private static void assertBinomial(long got, double share) {
    double deviation = Math.sqrt(NETWORKS * share * (1 - share));
    assertThat((double) got)
        .isBetween(NETWORKS * share - 4 * deviation, NETWORKS * share + 4 * deviation);
  }

  @Test
  void networksAreSpreadByTheDesignAndEachKeepsItsArm() throws IOException {
    Map<String, Object> design = design("spread", "compression", "gzip", "off");
    design.put("share", 40);
    begin(design);

    Map<String, String> first = codings(gateway, NETWORKS);

    // The configuration prefers brotli, so gzip and none are the arms.
    assertBinomial(first.values().stream().filter("gzip"::equals).count(), 0.2);
    assertBinomial(first.values().stream().filter(""::equals).count(), 0.2);
    Map<String, JsonNode> counts = counts("spread");
    assertThat(counts.get("arm-gzip").get("units").longValue())
        .isEqualTo(first.values().stream().filter("gzip"::equals).count());
    assertThat(counts.get("arm-off").get("views").longValue())
        .isEqualTo(first.values().stream().filter(""::equals).count());
    JsonNode ratio = admin.get("/experiments/spread/counts").get("sampleRatio");
    assertThat(ratio.get("mismatch").booleanValue()).isFalse();
    assertThat(ratio.get("p").doubleValue()).isPositive();

    // Each network keeps its arm over a reload, a pause, another node and a restart.
    gateway.apply(yaml("accessLog: access.log"));
    assertThat(codings(gateway, 200)).isEqualTo(some(first, 200));
    step("spread", "pause");
    assertThat(Set.copyOf(codings(gateway, 200).values())).containsExactly("br");
    step("spread", "resume");
    assertThat(codings(gateway, 200)).isEqualTo(some(first, 200));
    Path second = Files.createDirectories(directory.resolve("second"));
    for (int start = 0; start < 2; start++) {
      try (GatewayProcess node = GatewayProcess.start(second, yaml(second, ""), Map.of())) {
        assertThat(codings(node, 200)).isEqualTo(some(first, 200));
        if (start == 0) {
          // A step on one node is in force on the other within some seconds.
          step("spread", "pause");
          Await.until(
              () -> assertThat(Set.copyOf(codings(node, 20).values())).containsExactly("br"));
          step("spread", "resume");
          Await.until(() -> assertThat(codings(node, 20)).isEqualTo(some(first, 20)));
        }
      }
    }
    assertThat(counts("spread").get("arm-gzip").get("units"))
        .as("units are counted once over nodes and restarts")
        .isEqualTo(counts.get("arm-gzip").get("units"));
    assertThat(counts("spread").get("arm-gzip").get("views").longValue())
        .as("page views of all nodes")
        .isGreaterThanOrEqualTo(counts.get("arm-gzip").get("views").longValue()
            + 4 * some(first, 200).values().stream().filter("gzip"::equals).count());
  }

  private static Map<String, String> some(Map<String, String> all, int networks) {
    Map<String, String> some = new TreeMap<>();
    for (int i = 0; i < networks; i++) {
      some.put(network(i), all.get(network(i)));
    }
    return some;
  }

  @Test
  void experimentsOfALayerAreExclusiveAndTheLayerHasAnEnd() {
    Map<String, Object> one = design("half-one", "compression", "gzip", "off");
    one.put("share", 50);
    Map<String, Object> two = design("half-two", "none");
    two.put("share", 50);
    Map<String, Object> third = design("third", "none");
    third.put("share", 1);
    begin(one);
    begin(two);
    codings(gateway, NETWORKS);

    long inOne = units("half-one");
    long inTwo = units("half-two");
    assertThat(inOne + inTwo).isEqualTo(NETWORKS);
    assertBinomial(inOne, 0.5);

    admin.post("/experiments", third);
    HttpResponse<String> refused = admin.write("POST", "/experiments/third:start", Map.of(), "*");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body())
        .contains("layer: default has 0% free")
        .contains("half-one", "half-two");
    third.put("layer", "spare");
    assertThat(admin.write("PUT", "/experiments/third", third, "*").statusCode())
        .isEqualTo(200);
    begun.add("third");
    step("third", "start");
  }

  private static long units(String id) {
    return counts(id).values().stream()
        .mapToLong(arm -> arm.get("units").longValue())
        .sum();
  }

  // Protocols.

  /** The protocol that a client got, and the offer of HTTP/3. */
  private record Got(String version, String altSvc) {}

  private static List<Got> visit(String host, int networks) {
    List<String> arguments = new ArrayList<>();
    int port = gateway.port("tls");
    for (int i = 0; i < networks; i++) {
      if (i > 0) {
        arguments.add("--next");
      }
      arguments.addAll(List.of(
          "-sk",
          "--interface",
          "127.0." + i + ".1",
          "--resolve",
          host + ":" + port + ":127.0.0.1",
          "-HAccept: text/html",
          "-o/dev/null",
          "-w%{http_version} %header{alt-svc}\\n",
          "https://" + host + ":" + port + "/"));
    }
    return Commands.curl(arguments.toArray(String[]::new))
        .expectSuccess()
        .out()
        .lines()
        .map(line -> new Got(line.split(" ", 2)[0], line.split(" ", 2)[1].strip()))
        .toList();
  }

  @Test
  void protocolArmsAreChosenBeforeAlpnAndOfferedByAltSvc() throws Exception {
    Got configured = visit("other.test", 1).get(0);
    assertThat(configured.version()).isEqualTo("2");
    begin(design("protocols", "protocol", "h1", "h2", "h3"));

    List<Got> first = visit("localhost", 60);

    assertThat(new TreeSet<>(first.stream().map(Got::version).toList()))
        .containsExactly("1.1", "2");
    for (Got got : first) {
      if (got.version().equals("1.1")) {
        assertThat(got.altSvc()).isEqualTo("clear");
      }
    }
    long offered = first.stream().filter(got -> got.altSvc().startsWith("h3=")).count();
    long http1 = first.stream().filter(got -> got.version().equals("1.1")).count();
    assertThat(offered).isBetween(6L, 36L);
    assertThat(http1).isBetween(6L, 36L);
    assertThat(visit("localhost", 60)).as("over new connections").isEqualTo(first);
    assertThat(Set.copyOf(visit("other.test", 20))).as("another site").containsExactly(configured);

    gateway.apply(yaml("accessLog: access.log"));
    assertThat(visit("localhost", 20)).as("over a reload").isEqualTo(first.subList(0, 20));
    for (int i = 0; i < 20; i++) {
      assertThat(alpnBehindProxy("127.0." + i + ".77"))
          .as("the PROXY protocol names the client before ALPN")
          .isEqualTo(first.get(i).version().equals("1.1") ? "http/1.1" : "h2");
    }

    // A client that remembers HTTP/3 is served and counted, and gets clear.
    try (Http3Client client = Http3Client.connect(gateway.port("tls"), "localhost")) {
      String offer = client.get("/").await().field("alt-svc");
      assertThat(offer).isEqualTo(first.get(0).altSvc());
    }
    Map<String, JsonNode> counts = counts("protocols");
    long again =
        first.subList(0, 20).stream().filter(got -> got.version().equals("1.1")).count();
    assertThat(counts.get("arm-h1").at("/got/h1").longValue()).isEqualTo(2 * http1 + again);
    assertThat(counts.get("arm-h1").at("/got/h2").longValue()).isZero();
    assertThat(counts.get("arm-h3").at("/got/h2").longValue()).isGreaterThanOrEqualTo(2 * offered);
    assertThat(counts.get("arm-h1").get("connections").longValue())
        .isGreaterThanOrEqualTo(2 * http1);
    assertThat(counts.get("arm-h1").at("/per1000/cpuSeconds").doubleValue()).isPositive();

    // A site without an experiment keeps its connections' fast path once it has ended.
    step("protocols", "stop");
    assertThat(Set.copyOf(visit("localhost", 20)))
        .as("all clients get the configuration")
        .containsExactly(configured);
  }

  private static String alpnBehindProxy(String client) throws IOException {
    int port = gateway.port("proxied");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(("PROXY TCP4 " + client + " 127.0.0.1 40000 " + port + "\r\n")
              .getBytes(StandardCharsets.US_ASCII));
      SSLSocket tls =
          (SSLSocket) TLS.getSocketFactory().createSocket(socket, "localhost", port, true);
      SSLParameters parameters = tls.getSSLParameters();
      parameters.setServerNames(List.of(new SNIHostName("localhost")));
      parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
      tls.setSSLParameters(parameters);
      tls.startHandshake();
      return tls.getApplicationProtocol();
    }
  }

  // Visitors.

  private static Http1Peer.Response page(String path, String... fields) {
    try {
      Http1Peer peer = Http1Peer.on(TLS.getSocketFactory()
          .createSocket(InetAddress.getLoopbackAddress(), gateway.port("tls")));
      try (peer) {
        return peer.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n"
                + "Accept-Encoding: gzip\r\n"
                + String.join(
                    "", List.of(fields).stream().map(line -> line + "\r\n").toList())
                + "\r\n")
            .read();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void visitorGetsACookieOnlyWithConsentAndKeepsItsArm() {
    Map<String, Object> design = design("visitors", "compression", "on", "off");
    design.put("unit", "visitor");
    begin(design);

    assertThat(field(page("/"), "set-cookie")).as("no consent").isEmpty();
    assertThat(field(page("/", "Cookie: consent=no"), "set-cookie")).isEmpty();
    assertThat(field(page("/", "Cookie: consent=yes", "Sec-GPC: 1"), "set-cookie"))
        .isEmpty();
    assertThat(field(page("/", "Cookie: consent=yes", "DNT: 1"), "set-cookie")).isEmpty();
    assertThat(units("visitors")).isZero();

    Set<String> seen = new TreeSet<>();
    for (int i = 0; i < 12; i++) {
      Http1Peer.Response first = page("/", "Cookie: consent=yes");
      String cookie = field(first, "set-cookie");
      assertThat(cookie)
          .matches(
              "lychgate_unit=[A-Za-z0-9_-]{27}; Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax");
      String value = cookie.substring(0, cookie.indexOf(';'));
      String arm = field(first, "content-encoding");
      seen.add(arm);
      Http1Peer.Response second = page("/", "Cookie: " + value + "; consent=yes");
      assertThat(field(second, "set-cookie")).isEmpty();
      assertThat(field(second, "content-encoding")).isEqualTo(arm);
    }
    assertThat(seen).containsExactly("", "gzip");
    assertThat(units("visitors")).isEqualTo(12);

    for (String forged : new String[] {"A".repeat(27), "x", "", "%00", "A".repeat(4000)}) {
      Http1Peer.Response response = page("/", "Cookie: lychgate_unit=" + forged + "; consent=yes");
      assertThat(field(response, "set-cookie")).startsWith("lychgate_unit=");
    }
    assertThat(units("visitors")).as("each forged cookie is replaced").isEqualTo(17);
    String asset = field(
        page("/", "Cookie: consent=yes", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"),
        "set-cookie");
    assertThat(asset).as("only pages set it").isEmpty();
  }

  // Hints and the cookie of CASPER.

  @Test
  void hintsAndCasperFollowTheirArmsInTwoLayers() {
    admin.publish(
        "hinted",
        admin.create(
            "hinted",
            "rules:\n  - match: { path: \"/hinted\" }\n    assets:\n      - { url: /app.css, as: style }\n"));
    String configured = heads(1).get(0);
    assertThat(configured).contains("HTTP/2 103").contains("lychgate_casper=");
    Map<String, Object> hints = design("hints", "hints", "on", "off");
    Map<String, Object> casper = design("casper", "casper", "on", "off");
    casper.put("layer", "cookies");
    begin(hints);
    begin(casper);

    Set<String> kinds = new TreeSet<>();
    List<String> first = heads(32);
    for (String head : first) {
      boolean isHinted = head.contains("HTTP/2 103");
      assertThat(head.contains("link: </app.css>")).isEqualTo(isHinted);
      kinds.add(isHinted + " " + head.contains("lychgate_casper="));
    }
    // Without a hint there is nothing to remember, so no cookie either.
    assertThat(kinds).containsExactly("false false", "true false", "true true");
    assertThat(counts("hints").get("arm-on").get("views").longValue())
        .isEqualTo(first.stream().filter(head -> head.contains("HTTP/2 103")).count());
  }

  /** Returns the heads that each network gets for a page with a hint. */
  private static List<String> heads(int networks) {
    List<String> arguments = new ArrayList<>();
    int port = gateway.port("tls");
    for (int i = 0; i < networks; i++) {
      if (i > 0) {
        arguments.add("--next");
      }
      arguments.addAll(List.of(
          "-sk",
          "--http2",
          "--interface",
          "127.0." + i + ".1",
          "--resolve",
          "localhost:" + port + ":127.0.0.1",
          "-HAccept: text/html",
          "-o/dev/null",
          "-D-",
          "-wEND\n",
          "https://localhost:" + port + "/hinted"));
    }
    return List.of(
        Commands.curl(arguments.toArray(String[]::new)).expectSuccess().out().split("END\n"));
  }

  // The other factors on the wire.

  @Test
  void pushArmsPromiseOrDoNot() {
    admin.publish(
        "pushed",
        admin.create(
            "pushed",
            "rules:\n  - match: { path: \"/pushed\" }\n    assets:\n      - { url: /small.css, as: style }\n"));
    begin(design("push", "push", "on", "off"));

    int promised = 0;
    for (int i = 0; i < 16; i++) {
      try (Http2Peer client = Http2Peer.connectTlsFrom("127.0." + i + ".1", gateway.port("tls"))) {
        client.get(1, "/pushed", "accept", "text/html");
        client.readUntil(frame -> frame.stream() == 1 && frame.ends());
        promised +=
            client.trace().stream().anyMatch(frame -> frame.type() == Http2Peer.PUSH_PROMISE)
                ? 1
                : 0;
      }
    }

    assertThat(promised).isBetween(1, 15);
    assertThat(counts("push").get("arm-on").get("units").longValue()).isEqualTo(promised);
    assertThat(units("push")).isEqualTo(16);
  }

  @Test
  void reprioritizationArmsChangeTheOrderOfResponses() {
    begin(design("order", "reprioritization", "on", "off"));

    int raised = 0;
    for (int i = 0; i < 16; i++) {
      Http2Peer client = Http2Peer.connectTlsFrom(
          "127.0." + i + ".1", gateway.port("tls"), INITIAL_WINDOW_SIZE, WIDE);
      try (ClosedWindow window = ClosedWindow.on(client, "/fill")) {
        // Without the arm, the response that is ready first goes first.
        window.get(3, "/a.jpg").await(3).get(5, "/b.css").await(5);
        raised += window.open(1_000).get(0) == 5 ? 1 : 0;
      }
    }

    assertThat(raised).as("the style sheet is before the image").isBetween(1, 15);
    assertThat(counts("order").get("arm-on").get("units").longValue()).isEqualTo(raised);
  }

  @Test
  void congestionArmsSetTheControlOfTheirConnections() {
    List<String> allowed = KernelCongestion.allowed().stream().sorted().limit(2).toList();
    assumeTrue(allowed.size() == 2, "the kernel allows one congestion control");
    assumeTrue(Program.isOnPath("ss"), "no ss");
    begin(design("congestion", "congestion", allowed.get(0), allowed.get(1)));
    int port = gateway.port("tls");
    List<Http2Peer> clients = new ArrayList<>();
    Map<String, Long> inUse = new TreeMap<>();
    try {
      for (int i = 0; i < 16; i++) {
        Http2Peer client = Http2Peer.connectTlsFrom("127.0." + i + ".77", port);
        clients.add(client);
        client.get(1, "/");
        client.readUntil(frame -> frame.stream() == 1 && frame.ends());
      }
      // Two lines for each socket of the gateway: the addresses, and what the kernel does.
      List<String> lines = Commands.finish(Commands.start("ss", "-tinH", "sport = :" + port))
          .expectSuccess()
          .out()
          .lines()
          .toList();
      for (int i = 0; i + 1 < lines.size(); i += 2) {
        if (lines.get(i).matches(".*\\.77]?:\\d+\\s*")) {
          inUse.merge(lines.get(i + 1).strip().split(" ", 2)[0], 1L, Long::sum);
        }
      }
    } finally {
      clients.forEach(Http2Peer::close);
    }

    assertThat(inUse.keySet()).containsExactlyElementsOf(allowed);
    for (String name : allowed) {
      assertThat(counts("congestion").get("arm-" + name).get("units").longValue())
          .isEqualTo(inUse.get(name));
    }
  }

  @Test
  void splitArmsReachTheirUpstreams() {
    Map<String, Object> design = design("sides", "split", "good", "bad");
    design.put("routes", List.of("sides"));
    begin(design);

    Map<Integer, Long> statuses = new TreeMap<>();
    try (Http1Peer peer = Http1Peer.connect(gateway.port("trusted"))) {
      for (int i = 0; i < 40; i++) {
        int status = peer.send("GET /sides HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: "
                + network(i) + "\r\n\r\n")
            .read()
            .status();
        statuses.merge(status, 1L, Long::sum);
      }
    }

    assertThat(statuses.keySet()).containsExactly(200, 500);
    assertThat(counts("sides").get("arm-bad").get("units").longValue())
        .isEqualTo(statuses.get(500));
    assertThat((long) bad.requestsFor("/sides").size()).isEqualTo(statuses.get(500));
  }

  @Test
  void rampRaisesTheShareAndKeepsTheArms() throws SQLException {
    Map<String, Object> design = design("ramp", "compression", "gzip", "off");
    design.put("share", 10);
    design.put(
        "ramp",
        List.of(Map.of("afterMinutes", 60, "share", 60), Map.of("afterMinutes", 120, "share", 10)));
    begin(design);
    Map<String, String> first = codings(gateway, 400);

    movedBack("ramp", Duration.ofMinutes(61));
    step("ramp", "pause");
    step("ramp", "resume");
    Map<String, String> second = codings(gateway, 400);

    assertThat(treated(first)).isBetween(16L, 64L);
    assertThat(treated(second)).isBetween(200L, 280L);
    first.forEach((network, coding) -> {
      if (!coding.equals("br")) {
        assertThat(second.get(network)).isEqualTo(coding);
      }
    });
    assertThat(admin.get("/experiments/ramp").get("currentShare").doubleValue()).isEqualTo(60);

    movedBack("ramp", Duration.ofMinutes(60));
    step("ramp", "pause");
    step("ramp", "resume");
    assertThat(codings(gateway, 400)).as("down again, the first ones stay").isEqualTo(first);
  }

  private static long treated(Map<String, String> codings) {
    return codings.values().stream().filter(coding -> !coding.equals("br")).count();
  }

  /** Moves the times of an experiment in the store, so that no test waits for hours. */
  private static void movedBack(String id, Duration by) throws SQLException {
    try (Connection store = connect()) {
      String life;
      try (PreparedStatement select =
          store.prepareStatement("SELECT life FROM experiment WHERE id = ?")) {
        select.setString(1, id);
        life = select.executeQuery().getString(1);
      }
      String moved = Pattern.compile("\"(plannedAt|startedAt)\":([1-9]\\d*)")
          .matcher(life)
          .replaceAll(time ->
              "\"" + time.group(1) + "\":" + (Long.parseLong(time.group(2)) - by.toMillis()));
      // The gateway reads the experiments again, as after a change by another node.
      try (Statement counter = store.createStatement()) {
        counter.execute("UPDATE change_counter SET last = last + 1 WHERE topic = 'experiment'");
      }
      try (PreparedStatement update = store.prepareStatement(
          "UPDATE experiment SET life = ?,"
              + " version = (SELECT last FROM change_counter WHERE topic = 'experiment') WHERE id = ?")) {
        update.setString(1, moved);
        update.setString(2, id);
        update.executeUpdate();
      }
    }
  }

  @Test
  void prePeriodChangesNothingAndEndsByItself() throws SQLException {
    Map<String, Object> design = design("before", "compression", "gzip", "off");
    design.put("prePeriodMinutes", 60);
    design.put("plannedMinutes", 10_080);
    design.put("plannedUnits", 3_000);
    design.put("statistic", "p80");
    begin(design);

    JsonNode planned = admin.get("/experiments/before");
    assertThat(planned.get("phase").asString()).isEqualTo("planned");
    assertThat(planned.get("startedAt").isNull()).isTrue();
    assertThat(planned.get("plannedEnd").isNull()).isTrue();
    assertThat(Set.copyOf(codings(gateway, 40).values())).containsExactly("br");
    assertThat(units("before")).as("nothing is counted").isZero();
    assertThat(admin.write("DELETE", "/experiments/before", Map.of(), "*").statusCode())
        .isEqualTo(409);
    Map<String, Object> other = design("beside", "compression", "on", "off");
    other.put("layer", "beside");
    assertCollides(other, "before");

    movedBack("before", Duration.ofMinutes(61));
    Await.until(() ->
        assertThat(admin.get("/experiments/before").get("phase").asString()).isEqualTo("running"));
    assertThat(new TreeSet<>(codings(gateway, 40).values())).containsExactly("", "gzip");
    assertThat(units("before")).isEqualTo(40);
    JsonNode running = admin.get("/experiments/before");
    assertThat(running.get("statistic").asString()).isEqualTo("p80");
    Instant start = Instant.parse(running.get("startedAt").asString());
    assertThat(Instant.parse(running.get("plannedEnd").asString()))
        .isEqualTo(start.plus(Duration.ofDays(7)));
    JsonNode change = admin.get("/experiments/before/changes").at("/items/0");
    assertThat(change.get("author").asString()).isEqualTo("system");
    assertThat(change.get("detail").asString()).isEqualTo("after a pre-period of 61 minutes");
  }

  /** Two values of one factor for one client: only one of them could be in force. */
  private static void assertCollides(Map<String, Object> design, String with) {
    String id = String.valueOf(design.get("id"));
    String expected = "layer: " + design.get("layer") + " (expected: default, because " + id
        + " and " + with + " have the factor compression on the same routes";
    assertThat(admin.post("/experiments:preview", design).get("problems").toString())
        .contains(expected);
    admin.post("/experiments", design);
    HttpResponse<String> refused =
        admin.write("POST", "/experiments/" + id + ":start", Map.of(), "*");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains(expected, "or stop " + with);
  }

  @Test
  void experimentOfASiteThatAReloadRemovesSaysSoAndStaysQuiet() {
    Map<String, Object> design = design("orphan", "none");
    design.put("sites", List.of("other.test"));
    begin(design);
    assertThat(admin.get("/experiments/orphan").get("problems").isEmpty()).isTrue();

    gateway.apply(yaml("").replaceFirst("(?m)^  - hosts: \\[ other.test ]\\R.*\\R", ""));
    try {
      JsonNode orphan = admin.get("/experiments/orphan");
      assertThat(orphan.get("phase").asString()).isEqualTo("running");
      assertThat(orphan.get("problems").toString())
          .contains("sites: other.test (expected: the first host of a site: localhost)");
      assertThat(
              admin.get("/experiments/orphan/results").at("/verdict/sentence").asString())
          .isNotEmpty();
      assertThat(admin.get("/status").get("alerts").toString()).doesNotContain("orphan");
      step("orphan", "pause");
      step("orphan", "resume");
    } finally {
      gateway.apply(yaml(""));
    }
    assertThat(admin.get("/experiments/orphan").get("problems").isEmpty())
        .as("it goes on when the site is back")
        .isTrue();
  }

  // Guardrails.

  @Test
  void guardrailStopsAnArmAndSaysSo() {
    Await.until(() ->
        assertThat(admin.get("/experiments/guarded").get("phase").asString()).isEqualTo("stopped"));
    JsonNode stopped = admin.get("/experiments/guarded");
    assertThat(stopped.at("/arms/1/stopped").asString()).startsWith("5xx: 100.0 % of requests");
    assertThat(stopped.at("/arms/0/stopped").isNull()).isTrue();
    JsonNode change = admin.get("/experiments/guarded/changes").at("/items/0");
    assertThat(change.get("action").asString()).isEqualTo("stop-arm");
    assertThat(change.get("author").asString()).isEqualTo("system");
    assertThat(admin.get("/audit?q=experiment.stop-arm").get("total").intValue())
        .isEqualTo(1);
    assertThat(admin.get("/status").get("alerts").toString())
        .contains("arm-stopped", "Test guarded");
    Await.until(() -> assertThat(admin.get("/history/events?kind=experiment").toString())
        .contains("stopped arm arm-bad"));
    JsonNode verdict = admin.get("/experiments/guarded/results").get("verdict");
    assertThat(verdict.get("kind").asString()).isEqualTo("stopped");
    assertThat(verdict.get("sentence").asString())
        .startsWith(
            "No verdict: guardrails stopped each arm besides arm-good. arm-bad: 5xx: 100.0 %");
    int before = bad.requests().size();
    try (Http1Peer peer = Http1Peer.connect(gateway.port("trusted"))) {
      for (int i = 0; i < 50; i++) {
        assertThat(coding(peer, "/split", network(i))).isNotNull();
      }
    }
    assertThat(bad.requests()).hasSize(before);

    // A decision ends the alert.
    assertThat(admin
            .write("POST", "/experiments/guarded:decide", Map.of("reason", "bad fails"), "*")
            .statusCode())
        .isEqualTo(200);
    assertThat(admin.get("/status").get("alerts").isEmpty()).isTrue();
  }

  // The decision.

  @Test
  void appliedWinnerIsForAllUntilItIsReleased() {
    begin(design("winner", "compression", "on", "gzip"));
    codings(gateway, 20);
    assertThat(admin
            .write("POST", "/experiments/winner:decide", Map.of("winner", "arm-gzip"), "*")
            .statusCode())
        .as("it still runs")
        .isEqualTo(409);
    step("winner", "stop");
    assertThat(Set.copyOf(codings(gateway, 50).values())).containsExactly("br");

    JsonNode outcome = admin.get("/experiments/winner/outcome?winner=arm-gzip");
    assertThat(outcome.at("/changes/2/key").asString())
        .isEqualTo("sites[0].routes[2].policies.compress.codings");
    assertThat(outcome.at("/changes/2/after").asString()).isEqualTo("[gzip]");
    assertThat(outcome.at("/changes/2/file").asString()).endsWith("gateway.yaml");
    HttpResponse<String> decided = admin.write(
        "POST", "/experiments/winner:decide", Map.of("winner", "arm-gzip", "apply", true), "*");
    assertThat(decided.statusCode()).as(decided.body()).isEqualTo(200);
    assertThat(Set.copyOf(codings(gateway, 50).values())).containsExactly("gzip");
    gateway.apply(yaml("accessLog: access.log"));
    assertThat(Set.copyOf(codings(gateway, 50).values())).containsExactly("gzip");
    assertThat(admin.write("DELETE", "/experiments/winner", Map.of(), "*").statusCode())
        .isEqualTo(409);

    step("winner", "release");
    assertThat(Set.copyOf(codings(gateway, 50).values())).containsExactly("br");
    assertThat(admin.write("DELETE", "/experiments/winner", Map.of(), "*").statusCode())
        .isEqualTo(204);
    begun.remove("winner");
  }

  @Test
  void dataIsExportedInThreeForms() throws IOException {
    begin(design("exported", "none"));
    codings(gateway, 10);

    String csv =
        admin.ask("GET", "/experiments/exported/export?format=csv", Map.of(), 0).body();
    assertThat(csv.lines().findFirst().orElse(""))
        .startsWith("start,node,arm,assigned_units,views,connections");
    JsonNode json = admin.get("/experiments/exported/export");
    int views =
        json.get("columns").values().stream().map(JsonNode::asString).toList().indexOf("views");
    long sum = json.get("rows").values().stream()
        .mapToLong(row -> Long.parseLong(row.get(views).asString()))
        .sum();
    assertThat(sum).isEqualTo(10);
    JsonNode notebook = admin.get("/experiments/exported/export?format=ipynb");
    assertThat(notebook.get("nbformat").intValue()).isEqualTo(4);
    assertThat(notebook.toString()).contains("pd.read_csv");
    assertThat(admin
            .ask("GET", "/experiments/exported/export?format=xls", Map.of(), 0)
            .body())
        .contains("format: xls (expected: json, csv, ipynb)");
  }

  @Test
  void manyViewsAreExportedWholeWhileTheClientReads() throws Exception {
    begin(design("large", "none"));
    try (Connection store =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("lychgate.db"));
        Statement insert = store.createStatement()) {
      insert.execute("PRAGMA busy_timeout = 10000");
      String numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
          + MANY_VIEWS + ") ";
      store.setAutoCommit(false);
      insert.execute(numbers
          + "INSERT INTO view_sample (id, at, node, site, route, page, revision, protocol, next_hop,"
          + " outcome, cache_state, device, browser, network, hints, pushes, used_early, failed, reported, load)"
          + " SELECT 'large' || i, " + System.currentTimeMillis()
          + ", 'n', 'localhost', 'page', '/\",\n=x', 1, 'h2', 'h2',"
          + " 'loaded', 'cold', 'desktop', 'firefox', '4g', 0, 0, 0, 0, 1, i FROM n");
      insert.execute(
          numbers
              + "INSERT INTO view_arm (view, experiment, arm, unit) SELECT 'large' || i, 'large', 'a1', i FROM n");
      store.commit();
    }

    Path csv = exported("csv");
    try (CsvReader<CsvRecord> rows = CsvReader.builder().ofCsvRecord(csv)) {
      List<CsvRecord> all = rows.stream().toList();
      assertThat(all.subList(1, all.size()))
          .hasSize(MANY_VIEWS)
          .allSatisfy(row -> assertThat(row.getField(6)).isEqualTo("/\",\n=x"));
    }
    JsonNode json = JsonMapper.shared().readTree(exported("json").toFile());
    assertThat(json.get("rows").size()).isEqualTo(MANY_VIEWS);
    assertThat(json.get("rows").get(0).size()).isEqualTo(json.get("columns").size());
    assertThat(json.at("/experiment/id").asString()).isEqualTo("large");
    assertThat(admin
            .ask(
                "GET",
                "/experiments/large/export?what=views&format=csv&offset=" + (MANY_VIEWS - 1),
                Map.of(),
                0)
            .body()
            .lines())
        .as("the head, and one row with a line break")
        .hasSize(3);
  }

  private static Path exported(String format) {
    Path file = directory.resolve("large." + format);
    Commands.curl(
            "-b",
            admin.cookie(),
            "-o",
            file.toString(),
            "https://localhost:" + gateway.adminPort()
                + "/api/v1/experiments/large/export?what=views&format=" + format)
        .expectSuccess();
    return file;
  }

  @Test
  void oneWrongFieldOfAWholeDesignIsNamed() {
    Map<String, Object> whole = design("whole", "compression", "on", "off");
    whole.put("hypothesis", "none");
    whole.put("routes", List.of("page"));
    whole.put("layer", "whole");
    whole.put("headline", "load");
    whole.put("statistic", "median");
    whole.put("plannedMinutes", 10_080);
    whole.put("plannedUnits", 3_000);
    whole.put("prePeriodMinutes", 60);
    Map<String, Object> arm = Map.of("name", "a", "value", "on", "weight", 1);
    whole.put("arms", List.of(arm, Map.of("name", "b", "value", "off", "weight", 2)));
    Map<String, Object> step = Map.of("afterMinutes", 60, "share", 60);
    whole.put("share", 10);
    whole.put("ramp", List.of(step));
    Map<String, Object> bounds = Map.of(
        "serverErrors",
        0.1,
        "p95",
        2.0,
        "waste",
        0.5,
        "connections",
        2.0,
        "minRequests",
        500,
        "minNetworks",
        50);
    whole.put("guardrails", bounds);
    assertThat(admin.post("/experiments:preview", whole).get("problems").toString())
        .isEqualTo("[]");

    List<Object> texts = List.of(7, "", "x".repeat(3_000));
    for (String field :
        List.of("id", "title", "layer", "unit", "factor", "headline", "statistic")) {
      texts.forEach(wrong -> assertNamed(whole, field, wrong, field));
    }
    for (String name : List.of("=cmd()", "a,b", "a\nb", "a\"b", "é", "-a", "+1", "@x")) {
      assertNamed(whole, "id", name, "id");
      assertNamed(whole, "layer", name, "layer");
      assertNamed(whole, "arms", List.of(arm, with(arm, "name", name)), "arms[1].name");
    }
    List<Object> numbers = List.of("many", -1, 1e308, List.of(), true);
    for (Object wrong : numbers) {
      for (String field : List.of("share", "plannedMinutes", "plannedUnits", "prePeriodMinutes")) {
        assertNamed(whole, field, wrong, field);
      }
      assertNamed(whole, "arms", List.of(arm, with(arm, "weight", wrong)), "weight");
      for (String field : step.keySet()) {
        assertNamed(whole, "ramp", List.of(with(step, field, wrong)), field);
      }
      for (String field : bounds.keySet()) {
        assertNamed(whole, "guardrails", with(bounds, field, wrong), field);
      }
    }
    for (String field : List.of("sites", "routes", "arms", "ramp", "guardrails", "hypothesis")) {
      assertNamed(whole, field, 7, field);
    }
    assertNamed(whole, "arms", List.of(arm, with(arm, "value", "slow")), "arms[1].value");
  }

  private static Map<String, Object> with(Map<String, Object> all, String field, Object value) {
    Map<String, Object> changed = new HashMap<>(all);
    changed.put(field, value);
    return changed;
  }

  private static void assertNamed(
      Map<String, Object> whole, String field, Object wrong, String named) {
    HttpResponse<String> refused = admin.ask("POST", "/experiments", with(whole, field, wrong), 0);
    assertThat(refused.statusCode()).as(field + ": " + refused.body()).isBetween(400, 422);
    assertThat(refused.body()).contains(named + ": ");
  }

  @Test
  void badInputNamesTheField() {
    Map<String, Object> design = design("wrong", "protocol", "h1", "h4");
    assertThat(create(design)).contains("arms[1].value: h4 (expected: h1, h2, h3)");
    design.put("share", 0);
    assertThat(create(design)).contains("share: 0.0 (expected: 0.01-100 percent)");
    design.put("share", "all");
    assertThat(create(design)).contains("share: ");
    assertThat(create(design("wrong", "colour", "red", "blue")))
        .contains("factor: colour (expected: protocol, push");
    Map<String, Object> unknown = design("unknown", "compression", "on", "off");
    unknown.put("sites", List.of("nowhere.test"));
    admin.post("/experiments", unknown);
    HttpResponse<String> refused = admin.write("POST", "/experiments/unknown:start", Map.of(), "*");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body())
        .contains(
            "sites: nowhere.test (expected: the first host of a site: localhost, other.test)");
    Map<String, Object> plain = design("plain", "compression", "on", "off");
    plain.put("sites", List.of("other.test"));
    assertThat(admin.post("/experiments:preview", plain).get("problems").toString())
        .contains("routes: other without compress");
    assertThat(admin.write("PUT", "/experiments/unknown", unknown, "\"1\"").statusCode())
        .isEqualTo(412);
    assertThat(admin.ask("PUT", "/experiments/unknown", unknown, 0).statusCode())
        .isEqualTo(428);
    assertThat(create(unknown))
        .contains("id: unknown (expected: one that no other experiment has)");
  }

  private static String create(Map<String, Object> design) {
    HttpResponse<String> refused = admin.ask("POST", "/experiments", design, 0);
    assertThat(refused.statusCode()).isBetween(400, 409);
    return refused.body();
  }
}
