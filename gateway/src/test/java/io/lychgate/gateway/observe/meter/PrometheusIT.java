package io.lychgate.gateway.observe.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.TestJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A scrape of a gateway that was used over each protocol, compared with {@code docs/reference/metrics.md}, the alerts and the
 * dashboard. {@code promtool} checks the alerts and every expression of the dashboard.
 */
final class PrometheusIT {
  private static final Path PROMETHEUS = Path.of("..", "docker", "prometheus");
  private static final Path DASHBOARD =
      Path.of("..", "docker", "grafana", "dashboards", "lychgate.json");
  private static final Path REFERENCE = Path.of("..", "docs", "reference", "metrics.md");
  private static final Path RUNBOOK = Path.of("..", "docs", "how-to", "prometheus.md");
  private static final String TABLE_BEGINS = "<!-- metrics: made by PrometheusIT -->\n";
  private static final String TABLE_ENDS = "<!-- end of metrics -->\n";
  private static final Pattern METRIC = Pattern.compile("\\b(?:lychgate|jvm|process|system)_\\w+");
  private static final Pattern SELECTOR =
      Pattern.compile("\\b((?:lychgate|jvm|process|system)_\\w+)\\{([^}]*)\\}");
  private static final Pattern GROUPING = Pattern.compile("\\bby \\(([^)]*)\\)");
  private static final Pattern ALERT = Pattern.compile("(?m)^ *- alert: (\\w+)$");
  private static final Pattern SAMPLE = Pattern.compile("(\\w+)(?:\\{(.*)\\})? \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"(?:[^\"\\\\]|\\\\.)*\"");

  /** Exit code of {@code promtool check metrics} if it reads the scrape and does not like a name. */
  private static final int UNUSUAL_NAMES = 3;

  private static final String YAML = """
      listeners:
        - name: public
          address: 127.0.0.1:0
          protocols: [h3, h2, http/1.1]
          tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          timeouts: { drain: 1s }
      upstreams:
        app: { servers: [ "http://127.0.0.1:${ORIGIN}" ] }
      sites:
        - hosts: [ localhost ]
          routes: [ { match: { path: "/*" }, proxy: { upstream: app }, policies: { plugins: [ { name: gate } ] } } ]
      plugins: { folder: plugins }
      push: { manifests: [ shop.yaml ] }
      admin: { address: "127.0.0.1:0" }
      store: { audit: { syslog: { address: "udp://127.0.0.1:9" } } }
      """;

  @TempDir
  static Path directory;

  private static ScriptedOrigin origin;
  private static GatewayProcess gateway;
  private static String scrape = "";

  @BeforeAll
  static void useAGateway() throws Exception {
    TestCertificates.write(directory, "site", "localhost");
    Files.writeString(
        directory.resolve("shop.yaml"),
        "rules: [ { match: { path: / }, assets: [ { url: /a.css, as: style } ] } ]\n");
    TestJar.create()
        .plugin("acme.Gate", """
            implements StepPlugin {
              public String name() { return "gate"; }
              public boolean keepsPublic() { return true; }
              public PluginStep create(PluginContext context) {
                return request -> CompletableFuture.completedStage(PluginVerdict.proceed());
              }
            }""")
        .write(Files.createDirectory(directory.resolve("plugins")).resolve("gate.jar"));
    origin = ScriptedOrigin.start()
        .otherwise(visit -> visit.respond(200, "<p>", "Content-Type: text/html"));
    gateway =
        GatewayProcess.start(directory, YAML, Map.of("ORIGIN", Integer.toString(origin.port())));
    int port = gateway.port("public");
    for (String protocol : new String[] {"--http1.1", "--http2"}) {
      Commands.curl(
              protocol,
              "-H",
              "Sec-Fetch-Mode: navigate",
              "-H",
              "Sec-Fetch-Dest: document",
              "https://localhost:" + port + "/")
          .expectSuccess();
    }
    try (Http3Client client = Http3Client.connect(port, "localhost")) {
      assertThat(client.get("/").await().status()).isEqualTo(200);
    }
    // The dashboard shows pauses, which have a metric after the first one.
    System.gc();
    Await.until(() -> {
      scrape = gateway.metrics();
      assertThat(names(scrape)).contains("jvm_gc_pause_seconds_sum", "lychgate_ledger_total");
    });
  }

  @AfterAll
  static void stop() {
    gateway.close();
    origin.close();
  }

  /** A metric of the gateway as a scrape shows it. */
  private static final class Metric {
    private final Set<String> labels = new TreeSet<>();
    private String type = "";
    private String help = "";

    private String row(String name) {
      String unit = name.contains("_seconds")
          ? "seconds"
          : name.contains("_bytes") ? "bytes" : help.startsWith("1 ") ? "0 or 1" : "number";
      return "| `" + name + "` | " + type + " | " + unit + " | "
          + labels.stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "))
          + " | " + help + " |\n";
    }
  }

  @Test
  void theReferenceHasEachMetricOfTheScrapeAndNoOther() throws IOException {
    Map<String, Metric> metrics = metrics(scrape);
    StringBuilder table = new StringBuilder(TABLE_BEGINS)
        .append("\n| metric | type | unit | labels | meaning |\n|---|---|---|---|---|\n");
    metrics.forEach((name, metric) -> table.append(metric.row(name)));
    table.append('\n');
    String page = Files.readString(REFERENCE);
    int from = page.indexOf(TABLE_BEGINS);
    int to = page.indexOf(TABLE_ENDS);
    if (Boolean.getBoolean("lychgate.docs.write")) {
      Files.writeString(REFERENCE, page.substring(0, from) + table + page.substring(to));
    }

    assertThat(Files.readString(REFERENCE))
        .as("stale (write it again with -Dlychgate.docs.write=true)")
        .contains(table);
  }

  @Test
  void theReferenceExplainsEachLabel() throws IOException {
    String page = Files.readString(REFERENCE);
    Set<String> labels = metrics(scrape).values().stream()
        .flatMap(metric -> metric.labels.stream())
        .collect(Collectors.toCollection(TreeSet::new));

    assertThat(labels).isNotEmpty().allMatch(label -> page.contains("\n| `" + label + "` |"));
  }

  /** Otherwise the reference would lack a metric that appears later. */
  @Test
  void theScrapeHasEachMetricOfTheSources() {
    Set<String> names = metrics(scrape).keySet();

    assertThat(MeterDescriptions.names())
        .allMatch(name -> names.stream()
            .anyMatch(each -> each.replaceFirst("(_seconds)?(_total)?$", "").equals(plain(name))
                || each.replaceFirst("(_total)?$", "").equals(plain(name))));
  }

  @Test
  void everyMetricOfTheGatewayPassesPromtool() throws IOException {
    // Micrometer's own metrics have names that promtool finds unusual.
    String own = scrape
        .lines()
        .filter(line -> line.matches("(# (HELP|TYPE) )?lychgate_.*"))
        .collect(Collectors.joining("\n", "", "\n"));
    Path file = Files.writeString(directory.resolve("scrape.txt"), own);

    Commands.Result result = Commands.finish(
        Commands.start("bash", "-c", "exec promtool check metrics <\"$0\"", file.toString()));

    // promtool takes the word for a unit, but the first metrics count records. Operators set alerts
    // on certificates in days.
    assertThat((result.out() + result.err()).lines())
        .allMatch(line -> line.startsWith("lychgate_history_minutes_")
            || line.startsWith("lychgate_certificate_expiry_days"));
    assertThat(result.exitCode()).isIn(0, UNUSUAL_NAMES);
  }

  @Test
  void alertsPassTheirTests() {
    promtool("check", "config", PROMETHEUS.resolve("prometheus.yaml").toString());
    promtool("check", "rules", PROMETHEUS.resolve("alerts.yaml").toString());
    promtool("test", "rules", PROMETHEUS.resolve("alerts.test.yaml").toString());
  }

  @Test
  void everyAlertHasTestsAndASectionOfTheRunbook() throws IOException {
    String runbook = Files.readString(RUNBOOK);
    String tests = Files.readString(PROMETHEUS.resolve("alerts.test.yaml"));
    String alerts = Files.readString(PROMETHEUS.resolve("alerts.yaml"));
    List<String> names =
        ALERT.matcher(alerts).results().map((MatchResult each) -> each.group(1)).toList();

    assertThat(names).isNotEmpty().allSatisfy(name -> {
      assertThat(runbook).contains("\n### " + name + "\n");
      assertThat(alerts)
          .contains("docs/how-to/prometheus.md#" + name.toLowerCase(Locale.ROOT) + "\n");
      assertThat(tests).contains("exp_alerts: []", "alertname: " + name + "\n");
    });
  }

  @Test
  void everyExpressionOfTheDashboardIsValid() throws IOException {
    StringBuilder rules = new StringBuilder("groups:\n  - name: dashboard\n    rules:\n");
    int number = 0;
    for (String expression : expressions()) {
      rules
          .append("      - record: dashboard:expression:")
          .append(number++)
          .append("\n        expr: ")
          .append(JsonMapper.shared().writeValueAsString(expression))
          .append('\n');
    }
    Path file = Files.writeString(directory.resolve("dashboard.yaml"), rules);

    assertThat(number).isGreaterThan(40);
    assertThat(promtool("check", "rules", file.toString())).contains(number + " rules found");
  }

  @Test
  void alertsAndDashboardUseMetricsOfTheScrapeWithTheirLabels() throws IOException {
    Set<String> names = names(scrape);
    List<String> texts = new ArrayList<>(expressions());
    Files.readString(PROMETHEUS.resolve("alerts.yaml"))
        .lines()
        .filter(line -> !line.contains("description:"))
        .forEach(texts::add);
    Set<String> used = texts.stream()
        .flatMap(text -> METRIC.matcher(text).results())
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));

    assertThat(used).hasSizeGreaterThan(40).isSubsetOf(names);
    Map<String, Set<String>> labels = labels(scrape);
    for (String text : texts) {
      Set<String> all = new TreeSet<>(Set.of("instance", "job"));
      METRIC.matcher(text).results().forEach(each -> all.addAll(labels.get(each.group())));
      GROUPING
          .matcher(text)
          .results()
          .flatMap(each -> Stream.of(each.group(1).split(", ", -1)))
          .forEach(label -> assertThat(all).as(text).contains(label));
      for (MatchResult each : SELECTOR.matcher(text).results().toList()) {
        Set<String> selected = labelsOf(each.group(2).replaceAll("=~|!=|!~", "="));
        selected.removeAll(Set.of("instance", "job"));
        assertThat(labels.get(each.group(1))).as(text).containsAll(selected);
      }
    }
  }

  /** Returns the expressions of the dashboard with values for Grafana's variables. */
  private static List<String> expressions() throws IOException {
    JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DASHBOARD));
    List<String> found = new ArrayList<>();
    for (JsonNode panel : dashboard.get("panels")) {
      for (JsonNode target : panel.path("targets")) {
        found.add(target
            .get("expr")
            .asString()
            .replace("$__rate_interval", "5m")
            .replace("$instance", ".*"));
      }
    }
    return found;
  }

  private static String promtool(String... arguments) {
    return Commands.finish(Commands.start("promtool", arguments))
        .expectSuccess()
        .out();
  }

  /** Returns the names of all samples. */
  private static Set<String> names(String text) {
    return labels(text).keySet();
  }

  /** Returns the labels of each sample's name. */
  private static Map<String, Set<String>> labels(String text) {
    Map<String, Set<String>> found = new TreeMap<>();
    text.lines().forEach(line -> {
      Matcher sample = SAMPLE.matcher(line);
      if (sample.matches()) {
        String labels = sample.group(2) == null ? "" : sample.group(2);
        found.computeIfAbsent(sample.group(1), name -> new TreeSet<>()).addAll(labelsOf(labels));
      }
    });
    return found;
  }

  private static Set<String> labelsOf(String text) {
    return LABEL
        .matcher(text)
        .results()
        .map((MatchResult label) -> label.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the metrics of the gateway by name, without those of the JVM and the process. */
  private static Map<String, Metric> metrics(String text) {
    Map<String, Metric> found = new TreeMap<>();
    text.lines().filter(line -> line.startsWith("# TYPE lychgate_")).forEach(line -> {
      String[] words = line.split(" ", 4);
      found.computeIfAbsent(words[2], name -> new Metric()).type = words[3];
    });
    text.lines().filter(line -> line.startsWith("# HELP lychgate_")).forEach(line -> {
      String[] words = line.split(" ", 4);
      found.computeIfAbsent(words[2], name -> new Metric()).help = words[3];
    });
    labels(text).forEach((sample, labels) -> {
      Metric metric = found.get(sample);
      if (metric == null) {
        metric = found.get(sample.replaceFirst("_(bucket|count|sum|max)$", ""));
      }
      if (metric != null) {
        metric.labels.addAll(labels);
        metric.labels.remove("le");
      }
    });
    return found;
  }

  private static String plain(String name) {
    return name.replace('.', '_').replaceFirst("_seconds$", "");
  }
}
