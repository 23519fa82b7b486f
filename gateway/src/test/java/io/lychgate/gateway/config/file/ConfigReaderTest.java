package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.AccessLogConfig;
import io.lychgate.gateway.config.EarlyHintsConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.CongestionControl;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.config.listener.QpackTables;
import io.lychgate.gateway.config.listener.QuicConfig;
import io.lychgate.gateway.config.pem.CertificateFiles;
import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.config.site.RequestLimitConfig;
import io.lychgate.gateway.config.site.RetryConfig;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

final class ConfigReaderTest {
  private static final String DESIGN = """
      listeners:
        - name: public
          address: 0.0.0.0:8443
          protocols: [h3, h2, http/1.1]
          tls: { certificates: [ { chain: certs/site.pem, key: certs/site.key } ] }
      upstreams:
        app: { servers: [ "http://127.0.0.1:3000" ] }
      sites:
        - hosts: [ "www.example.com", "localhost" ]
          routes:
            - { match: { path: "/assets/*" }, static: { root: ./public } }
            - { match: { path: "/*" },        proxy:  { upstream: app } }
      push:     { mode: auto, casper: { mode: native } }
      priority: { reprioritizeBlockingAssets: true }
      admin:    { address: 127.0.0.1:9443 }
      store:    { url: "jdbc:sqlite:var/lychgate.db" }
      """;

  private static final String EVERY_KIND_OF_SECTION = """
      { "listeners": [
          { "name": "public", "address": "0.0.0.0:8443", "protocols": [ "h3", "h2", "http/1.1" ],
            "tls": { "certificates": [ { "chain": "certs/site.pem", "key": "certs/site.key" } ], "minVersion": "1.3" },
            "timeouts": { "drain": "5s" }, "limits": { "maxHeaderSize": "16KiB", "maxHeaderCount": 50 },
            "altSvc": { "percent": 5 }, "health": { "enabled": true },
            "quic": { "congestionControl": "bbr", "qpack": { "dynamicTable": "both", "capacity": "4KiB" } } },
          { "name": "plain", "address": "0.0.0.0:8080" } ],
        "upstreams": {
          "app": { "servers": [ "http://127.0.0.1:3000", "https://[::1]" ], "connectTimeout": "1s",
            "tls": { "trust": "certs/site.pem" } } },
        "sites": [
          { "hosts": [ "a.test", "*.b.test" ], "altSvc": "omit", "reservedEscapes": "refuse",
            "routes": [
              { "id": "assets", "match": { "path": "/assets/*", "methods": [ "GET" ] }, "static": { "root": "certs" } },
              { "match": { "regex": "/x+" }, "redirect": { "to": "/y", "status": 308 } },
              { "match": { "path": "/z" }, "respond": { "status": 200, "headers": { "x-a": "b" }, "body": "c" } },
              { "match": { "path": "/*" }, "proxy": { "upstream": "app", "webSocket": true },
                "headers": { "response": { "set": { "x-c": "d" }, "remove": [ "server" ] } } } ] } ],
        "push": { "mode": "auto", "casper": { "mode": "native", "capacityBits": 15, "blockingTypes": [ "text/css" ] },
          "budget": "100KiB", "maxHints": 5, "earlyHints": { "hold": "5ms" } },
        "priority": { "scheme": "auto", "timeline": { "sample": "1/100" } },
        "ledger": { "beacons": { "enabled": true } }, "learn": { "enabled": true },
        "admin": { "address": "127.0.0.1:9443", "allowedHosts": [ "a.test" ], "metricsToken": "env:TOKEN" },
        "store": { "url": "jdbc:sqlite:var/lychgate.db", "node": "one" },
        "accessLog": "stdout" }
      """;

  @TempDir
  Path directory;

  private Path file;

  @BeforeEach
  void files() throws IOException {
    Files.createDirectories(directory.resolve("certs"));
    Files.createDirectories(directory.resolve("public"));
    CertificateFiles.write(directory.resolve("certs"), "site");
    file = directory.resolve("gateway.yaml");
  }

  @Test
  void readsTheCodingOfHttp3Fields() throws IOException {
    String quic = "{ qpack: { dynamicTable: both, capacity: 8KiB, blockedStreams: 16 } }";
    String text = DESIGN.replace("protocols: [h3", "quic: " + quic + "\n    protocols: [h3");

    assertThat(read(text, Map.of()).value().listeners().get(0).quic().qpack())
        .isEqualTo(new QpackConfig(QpackTables.BOTH, 8192, 16));
    assertThat(read(text.replace("both", "off"), Map.of())
            .value()
            .listeners()
            .get(0)
            .quic()
            .qpack())
        .isEqualTo(new QpackConfig(QpackTables.OFF, 8192, 16));
  }

  @Test
  void readsTheTimingOfEarlyHints() throws IOException {
    String text = DESIGN.replace(
        "{ mode: auto, casper",
        "{ earlyHints: { hold: off, nearRoundTrip: 2ms }, mode: auto, casper");

    assertThat(read(text, Map.of()).value().push().earlyHints())
        .isEqualTo(new EarlyHintsConfig(Duration.ZERO, Duration.ofMillis(2)));
    assertThat(read(DESIGN, Map.of()).value().push().earlyHints())
        .isEqualTo(EarlyHintsConfig.defaults());
    assertThat(read(text.replace("2ms", "101ms"), Map.of()).problems())
        .singleElement()
        .asString()
        .containsPattern("gateway.yaml:\\d+:\\d+: .*101ms \\(expected: off, or 1ms to 100ms\\)");
    assertThat(read(text.replace("2ms", "2s"), Map.of()).problems()).isNotEmpty();
  }

  @Test
  void readsTheUseOfQuicPaths() throws IOException {
    String quic =
        "{ congestionControl: bbr, initialWindowPackets: 16, hystart: false, socketBuffer: 4MiB }";
    String text = DESIGN.replace("protocols: [h3", "quic: " + quic + "\n    protocols: [h3");

    assertThat(read(text, Map.of()).value().listeners().get(0).quic())
        .isEqualTo(new QuicConfig(
            Optional.of(CongestionControl.BBR), 16, false, 4 << 20, QpackConfig.defaults(), false));
    assertThat(read(DESIGN, Map.of()).value().listeners().get(0).quic())
        .isEqualTo(QuicConfig.defaults());
  }

  private Checked<GatewayConfig> read(String text, Map<String, String> environment)
      throws IOException {
    Files.writeString(file, text);
    return ConfigReader.of(environment).read(file);
  }

  private GatewayConfig valid(String text, Map<String, String> environment) throws IOException {
    Checked<GatewayConfig> read = read(text, environment);
    assertThat(read.problems()).isEmpty();
    return read.value();
  }

  @Test
  void readsTheExampleOfTheDesign() throws IOException {
    GatewayConfig config = valid(DESIGN, Map.of());

    ListenerConfig listener = config.listeners().get(0);
    assertThat(listener.host()).isEqualTo("0.0.0.0");
    assertThat(listener.port()).isEqualTo(8443);
    assertThat(listener.protocols()).containsExactlyInAnyOrder(Protocol.values());
    assertThat(config.upstreams().values().iterator().next().servers())
        .hasToString("[http://127.0.0.1:3000]");
    assertThat(config.sites().get(0).routes())
        .extracting(RouteConfig::id)
        .containsExactly("www.example.com/assets/*", "www.example.com/*");
    assertThat(config.push().mode()).isEqualTo(PushConfig.Mode.AUTO);
  }

  @Test
  void resolvesPathsFromTheDirectoryOfTheFile() throws IOException {
    GatewayConfig config = valid(DESIGN, Map.of());

    RouteAction assets = config.sites().get(0).routes().get(0).action();
    assertThat(assets).isEqualTo(RouteAction.StaticAction.of(directory.resolve("public")));
    assertThat(config.store().url())
        .isEqualTo("jdbc:sqlite:" + directory.resolve("var/lychgate.db"));
    assertThat(config.store().directory()).isEqualTo(directory.resolve("var/gateway"));
    assertThat(config.baseDirectory()).isEqualTo(directory);
  }

  @Test
  void fillsInDefaults() throws IOException {
    GatewayConfig config =
        valid("listeners: [{ name: a, address: '[::1]:80' }]\nsites: []\n", Map.of());

    assertThat(config)
        .isEqualTo(GatewayConfig.of(
            List.of(ListenerConfig.of("a", "::1", 80, null)), Map.of(), List.of(), directory));
  }

  @Test
  void readsDurationsAndSizes() throws IOException {
    GatewayConfig config = valid("""
        listeners:
          - name: a
            address: localhost:80
            timeouts: { requestHead: 500ms, idleConnection: 1h }
            limits: { maxHeaderSize: 64KiB, maxRequestBodySize: 2GiB, maxTargetSize: 4096 }
        upstreams: { app: { servers: ["http://[::1]:81", "https://example.com"], connectTimeout: 2m } }
        sites: []
        accessLog: log/access.log
        """, Map.of());

    ListenerConfig listener = config.listeners().get(0);
    assertThat(listener.timeouts().requestHead()).isEqualTo(Duration.ofMillis(500));
    assertThat(listener.timeouts().idleConnection()).isEqualTo(Duration.ofHours(1));
    assertThat(listener.timeouts().drain()).isEqualTo(Limits.DRAIN);
    assertThat(listener.limits().maxHeaderBytes()).isEqualTo(65536);
    assertThat(listener.limits().maxRequestBodyBytes()).isEqualTo(2L << 30);
    assertThat(listener.limits().maxTargetBytes()).isEqualTo(4096);
    UpstreamConfig app = config.upstreams().values().iterator().next();
    assertThat(app.servers()).hasToString("[http://[::1]:81, https://example.com]");
    assertThat(app.connectTimeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(config.accessLog())
        .isEqualTo(AccessLogConfig.file(directory.resolve("log/access.log")));
  }

  @Test
  void readsTheChoiceOfServers() throws IOException {
    GatewayConfig config = valid("""
        listeners: [ { name: a, address: "localhost:80" } ]
        zone: west
        upstreams:
          app:
            servers:
              - http://a:81
              - { url: "https://b", weight: 0, priority: 2, zone: east }
            balance:
              policy: hash
              hash: { on: "header:X-User", maxLoad: 2 }
              sticky: { cookie: pin, maxAge: 8h }
              slowStart: 30s
              failOver: 80
          other: { servers: [ "http://a" ] }
        sites: []
        """, Map.of());

    UpstreamConfig app = upstream(config, "app");
    assertThat(app.servers())
        .containsExactly(
            new ServerConfig(ServerConfig.Scheme.HTTP, "a", 81),
            new ServerConfig(ServerConfig.Scheme.HTTPS, "b", 443, 0, 2, "east"));
    assertThat(app.balance())
        .isEqualTo(new BalanceConfig(
            BalanceConfig.Policy.HASH,
            new BalanceConfig.Hash(new BalanceConfig.Key(BalanceConfig.Source.HEADER, "X-User"), 2),
            new BalanceConfig.Sticky("pin", Duration.ofHours(8)),
            Duration.ofSeconds(30),
            80,
            "west"));
    assertThat(upstream(config, "other").balance())
        .isEqualTo(BalanceConfig.defaults().in("west"));
  }

  @Test
  void replacesPlaceholders() throws IOException {
    GatewayConfig config = valid("""
        listeners:
          - name: ${NAME}
            address: ${HOST:-127.0.0.1}:${PORT}
            limits:
              maxConnections: ${N:-7}
        sites: [{ hosts: ["${SITE:-*}"], routes: [] }]
        accessLog: log-$${X}
        """, Map.of("NAME", "edge", "PORT", "81", "SITE", ""));

    ListenerConfig listener = config.listeners().get(0);
    assertThat(listener.name() + " " + listener.host() + ":" + listener.port())
        .isEqualTo("edge 127.0.0.1:81");
    assertThat(listener.limits().maxConnections()).isEqualTo(7);
    assertThat(config.sites().get(0).hosts()).hasToString("[*]");
    assertThat(config.accessLog()).isEqualTo(AccessLogConfig.file(directory.resolve("log-${X}")));
  }

  @Test
  void readsSecretsFromFilesAndVariablesAndNeverPrintsThem() throws IOException {
    Files.writeString(directory.resolve("token"), "s3cret\n");
    GatewayConfig config = valid("""
        listeners: [{ name: a, address: localhost:80 }]
        sites: []
        admin: { metricsToken: "file:token" }
        store: { url: "jdbc:postgresql://db/lychgate", user: l, password: "env:PW" }
        """, Map.of("PW", "hidden"));

    assertThat(config.admin().metricsToken()).isNotNull().returns("s3cret", s -> s.reveal());
    assertThat(config.store().password()).isNotNull().returns("hidden", s -> s.reveal());
    assertThat(config.toString()).doesNotContain("s3cret").doesNotContain("hidden");
  }

  @Test
  void routesOfOnePathHaveDistinctIds() throws IOException {
    GatewayConfig config = valid("""
        listeners: [{ name: a, address: localhost:80 }]
        upstreams: { app: { servers: ["http://a"] } }
        sites:
          - hosts: ["*"]
            routes:
              - { match: { path: /, methods: [GET] }, proxy: { upstream: app } }
              - { match: { path: / }, proxy: { upstream: app, preserveHost: false } }
        """, Map.of());

    assertThat(config.sites().get(0).routes())
        .extracting(RouteConfig::id)
        .containsExactly("*/", "*/#2");
  }

  @Test
  void reportsProblemsOfEveryKindAtOnceInTheOrderOfTheFile() throws IOException {
    Checked<GatewayConfig> read = read("""
        listeners:
          - { name: a, address: "localhost:99999" }
          - { name: a, address: "localhost:80", limits: { maxHeaderSize: 5 } }
        sites:
          - hosts: ["a:80"]
            routes:
              - { match: { path: / }, proxy: { upstream: app } }
              - { match: { path: /x }, static: { root: nowhere } }
        """, Map.of());

    assertThat(read.problems())
        .extracting(p -> p.line() + " " + p.path())
        .containsExactly(
            "2 listeners[0].address",
            "3 listeners[1].name",
            "3 listeners[1].limits.maxHeaderSize",
            "5 sites[0].hosts[0]",
            "7 sites[0].routes[0].proxy.upstream",
            "8 sites[0].routes[1].static.root");
  }

  @Test
  void reportsRejectedValuesAndWrongReferencesAndFilesAtOnce() throws IOException {
    Checked<GatewayConfig> read = read("""
        listeners:
          - name: a
            adress: "localhost:80"
            tls: { certificates: [ { chain: none.pem, key: certs/site.key } ] }
          - { name: a, address: "localhost:99999" }
        upstreams: { app: { servers: 5 } }
        sites:
          - hosts: [ a.test ]
            routes:
              - { match: { path: /x }, proxy: { upstream: ap } }
              - { match: { path: /y }, proxy: { upstream: app } }
              - { match: { path: /z }, static: { root: "${NONE}" } }
        push: { maxHints: many, manifests: [ none.yaml ] }
        """, Map.of());

    assertThat(read.problems())
        .extracting(p -> p.line() + " " + p.path())
        .containsExactly(
            "2 listeners[0].address",
            "3 listeners[0].adress",
            "4 listeners[0].tls.certificates[0].chain",
            "5 listeners[1].name",
            "5 listeners[1].address",
            "6 upstreams.app.servers",
            "10 sites[0].routes[0].proxy.upstream",
            "12 ",
            "13 push.maxHints",
            "13 push.manifests[0]");
  }

  @Test
  void rejectedValueAnywhereIsTheOnlyProblem() throws IOException {
    JsonNode whole = JsonMapper.shared().readTree(EVERY_KIND_OF_SECTION);
    assertThat(read(whole.toString(), Map.of("TOKEN", "long-enough-to-be-a-secret-0123456789"))
            .problems())
        .isEmpty();
    List<JsonPointer> places = new ArrayList<>();
    collect(whole, JsonPointer.empty(), places);

    List<JsonNode> wrongs = List.of(
        JsonNodeFactory.instance.numberNode(-7.5),
        JsonNodeFactory.instance.objectNode().put("no-such-key", 1),
        JsonNodeFactory.instance.stringNode("\u0007"),
        JsonNodeFactory.instance.arrayNode().add(JsonNodeFactory.instance.objectNode()));

    for (int i = 0; i < places.size(); i++) {
      JsonPointer place = places.get(i);
      JsonNode wrong = wrongs.get(i % wrongs.size());
      JsonNode changed = whole.deepCopy();
      JsonNode parent = changed.at(place.head());
      if (parent instanceof ObjectNode object) {
        object.set(place.last().getMatchingProperty(), wrong);
      } else {
        ((ArrayNode) parent).set(place.last().getMatchingIndex(), wrong);
      }
      String path = place.toString().substring(1).replaceAll("/(\\d+)", "[$1]").replace('/', '.');

      assertThat(read(changed.toString(), Map.of("TOKEN", "long-enough-to-be-a-secret-0123456789"))
              .problems())
          .as("%s: %s", path, wrong)
          .allMatch(problem -> problem.path().startsWith(path)
              // Other names of upstreams are other upstreams.
              || (path.equals("upstreams") && problem.path().endsWith("proxy.upstream")));
    }
  }

  private static void collect(JsonNode node, JsonPointer at, List<JsonPointer> into) {
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      JsonPointer child = at.appendProperty(member.getKey());
      into.add(child);
      collect(member.getValue(), child, into);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      JsonPointer child = at.appendIndex(i);
      into.add(child);
      collect(node.get(i), child, into);
    }
  }

  @Test
  void valueWithLineBreaksIsShownOnOneLine() throws IOException {
    Checked<GatewayConfig> read =
        read("listeners: [ { name: a, address: \"a:1\\n\\x1b[2Jb\" } ]\nsites: []\n", Map.of());

    assertThat(read.problems())
        .extracting(ConfigProblem::message)
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("listeners[0].address: a:1\\n\\u001b[2Jb (expected: ");
  }

  @Test
  void reportsAMissingFile() {
    Checked<GatewayConfig> read = ConfigReader.of(Map.of()).read(directory.resolve("none.yaml"));

    assertThat(read.problems())
        .extracting(ConfigProblem::toString)
        .containsExactly(
            directory.resolve("none.yaml") + ": file: not found (expected: a text file)");
  }

  @Test
  void reportsADirectoryInPlaceOfAFile() {
    assertThat(ConfigReader.of(Map.of()).read(directory).isValid()).isFalse();
  }

  @Test
  void reportsAFileThatIsNotUtf8() throws IOException {
    Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xff});

    assertThat(ConfigReader.of(Map.of()).read(file).problems())
        .extracting(ConfigProblem::message)
        .containsExactly("file: not UTF-8 (expected: UTF-8)");
  }

  @Test
  void readsRelativeFileNames() {
    Path relative = Path.of("").toAbsolutePath().relativize(file.toAbsolutePath());

    assertThat(ConfigReader.of(Map.of()).read(relative).problems().get(0).file())
        .isEqualTo(relative.toString());
  }

  @Test
  void readsRetriesAndLimitsOfAnUpstream() throws IOException {
    GatewayConfig config = valid("""
        listeners: [{ name: a, address: "localhost:80" }]
        upstreams:
          app:
            servers: ["http://a"]
            maxRequests: 100
            maxConnectionsPerServer: 8
            concurrency: { mode: gradient, min: 4, max: 64 }
            retry:
              attempts: 3
              on: [reset, 503, 429]
              methods: [GET, POST]
              perTryTimeout: 2s
              budget: 10%
              budgetPerSecond: 1
              backoff: 10ms
              maxBackoff: 1s
              bodyBuffer: 16KiB
              hedge: { after: p95 }
        sites:
          - hosts: ["*"]
            routes: [{ match: { path: / }, proxy: { upstream: app, retry: off } }]
        """, Map.of());

    UpstreamConfig app = config.upstreams().values().iterator().next();
    assertThat(app.requestLimits())
        .isEqualTo(new RequestLimitConfig(100, 8, new RequestLimitConfig.Concurrency(true, 4, 64)));
    assertThat(app.retry())
        .isEqualTo(new RetryConfig(
            3,
            Set.of(RetryConfig.On.RESET),
            List.of(503, 429),
            List.of("GET", "POST"),
            Duration.ofSeconds(2),
            10,
            1,
            Duration.ofMillis(10),
            Duration.ofSeconds(1),
            16 * 1024,
            new RetryConfig.Hedge(null, 95)));
    RouteAction action = config.sites().get(0).routes().get(0).action();
    assertThat(((RouteAction.ProxyAction) action).retries()).isFalse();
  }

  private static UpstreamConfig upstream(GatewayConfig config, String name) {
    UpstreamConfig upstream = config.upstreams().get(name);
    if (upstream == null) {
      throw new AssertionError("no upstream " + name);
    }
    return upstream;
  }

  @Test
  void readingThatTakesTooLongCompilesNoMoreExpressions() {
    String text = """
        listeners: [ { name: plain, address: "127.0.0.1:0" } ]
        sites:
        - hosts: [ a ]
          routes:
            - { match: { prefix: /a, when: "method == 'GET'" }, respond: { status: 200 } }
            - { match: { prefix: /b, when: nonsense }, respond: { status: 200 } }
            - { match: { prefix: /c, when: nonsense }, respond: { status: 200 } }
        """;
    int[] compiled = {0};

    List<ConfigProblem> problems = ConfigReader.of(Map.of())
        .examine(text, "draft", directory, LocalReach.WHOLE, () -> compiled[0]++ > 0)
        .config()
        .problems();

    assertThat(problems)
        .extracting(ConfigProblem::toString)
        .containsExactly(
            "draft:6:36: sites[0].routes[1].match.when: not checked: the configuration takes longer than 2000 ms to check (expected: fewer or simpler expressions)");
  }
}
