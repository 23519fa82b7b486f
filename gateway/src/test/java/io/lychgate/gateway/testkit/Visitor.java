package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Clients that use early hints and pushes, run by the scripts in {@code gateway/src/test/e2e}. */
public final class Visitor {
  private static final Path SCRIPTS = Path.of("src/test/e2e");
  /** Kept outside the build folder: the browser is a download of 55 MB. */
  private static final Path BROWSERS = Path.of("../.lychgate/browsers");

  private Visitor() {}

  /** Returns Debian's Chromium, which accepts Early Hints but no pushes. */
  public static String chromium() {
    return "/usr/bin/chromium";
  }

  /** Returns the last Chromium with push, fetched from npm the first time. Skips the test if it is unavailable. */
  public static String pushChromium() {
    Commands.Result result = node("push-browser.mjs", BROWSERS.toAbsolutePath().toString());
    if (result.exitCode() == 3) {
      throw new TestAbortedException(
          "no browser that takes pushes: " + result.out().strip());
    }
    return result.expectSuccess().out().strip();
  }

  /** Visits pages with one browser, each on its own connection. */
  public static List<JsonNode> visits(String browser, GatewayExtension site, String... paths) {
    return visits(browser, site, Duration.ZERO, paths);
  }

  /** Visits pages with a browser that does not trust the site's certificate and whose user proceeds. */
  public static List<JsonNode> untrustingVisits(
      String browser, GatewayExtension site, String... paths) {
    List<String> arguments = arguments(browser, site, paths);
    return lines(node(
        List.of("UNTRUSTING=1", "STAY_MILLIS=0"), "visits.mjs", arguments.toArray(String[]::new)));
  }

  /**
   * Visits pages and waits on each of them.
   *
   * @param stay how long each page stays open after loading
   */
  public static List<JsonNode> visits(
      String browser, GatewayExtension site, Duration stay, String... paths) {
    return lines(node(
        List.of("STAY_MILLIS=" + stay.toMillis()),
        "visits.mjs",
        arguments(browser, site, paths).toArray(String[]::new)));
  }

  private static List<String> arguments(String browser, GatewayExtension site, String... paths) {
    List<String> arguments = new ArrayList<>();
    arguments.add(browser);
    arguments.add(site.directory().resolve("site.pem").toString());
    arguments.add(site.https(""));
    arguments.addAll(List.of(paths));
    return arguments;
  }

  /**
   * Loads pages to test their hints.
   *
   * @param onOneCore true if the browser has one core for all of its processes
   * @param newConnections true if each page gets its own connection
   */
  public static void hintedPages(
      GatewayExtension site, boolean onOneCore, boolean newConnections, List<String> paths) {
    List<String> arguments = arguments(chromium(), site, paths.toArray(String[]::new));
    arguments.add(3, newConnections ? "new" : "same");
    List<String> pinned =
        onOneCore ? List.of("taskset", "--cpu-list", Integer.toString(firstCore())) : List.of();
    node(pinned, "hints.mjs", arguments.toArray(String[]::new)).expectSuccess();
  }

  /** Returns the first core that this process may use. */
  private static int firstCore() {
    try {
      String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(each -> each.startsWith("Cpus_allowed_list:"))
          .findFirst()
          .orElseThrow();
      return Integer.parseInt(line.replaceAll("\\D*(\\d+).*", "$1"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the protocol of each visit to a site that is not called localhost.
   *
   * @param tcpVisits number of visits after which TCP connections get no response
   */
  public static List<String> protocols(
      String browser, Path certificate, String url, int visits, int tcpVisits) {
    return protocolsOf(
        "alt-svc.mjs",
        browser,
        certificate.toString(),
        url,
        Integer.toString(visits),
        Integer.toString(tcpVisits));
  }

  /**
   * Returns the protocol of each visit by a browser that starts with HTTP/3. It waits between visits until the site has closed idle
   * connections.
   */
  public static List<String> http3Visits(String browser, Path certificate, String url, int visits) {
    return protocolsOf(
        "http3-visits.mjs", browser, certificate.toString(), url, Integer.toString(visits));
  }

  private static List<String> protocolsOf(String script, String... arguments) {
    return lines(node(script, arguments)).stream()
        .map(line -> line.path("protocol").asString())
        .toList();
  }

  /**
   * Visits pages with Chromium over one protocol, each in a tab of its own, and leaves each.
   *
   * @param protocol h1, h2 or h3
   */
  public static List<JsonNode> timedVisits(
      Path certificate, String url, String protocol, String... paths) {
    List<String> arguments =
        new ArrayList<>(List.of(chromium(), certificate.toString(), url, protocol));
    arguments.addAll(List.of(paths));
    return lines(node("timings.mjs", arguments.toArray(String[]::new)));
  }

  /** Opens a link of the bench page in Debian's Chromium and runs plans there; returns what the page and DevTools measured for each. */
  public static List<JsonNode> benchRuns(Path certificate, String link, String... plans) {
    List<String> arguments = new ArrayList<>(List.of(chromium(), certificate.toString(), link));
    arguments.addAll(List.of(plans));
    return lines(node("bench.mjs", arguments.toArray(String[]::new)));
  }

  /** Sends requests with Node's HTTP/2 client. */
  public static List<JsonNode> pushClient(String... arguments) {
    return lines(node("push-client.mjs", arguments));
  }

  /** Returns the texts of an array. */
  public static List<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asString).toList();
  }

  private static Commands.Result node(String script, String... arguments) {
    return node(List.of(), script, arguments);
  }

  private static Commands.Result node(
      List<String> environment, String script, String... arguments) {
    Path file = SCRIPTS.resolve(script).toAbsolutePath();
    if (!Files.exists(file)) {
      throw new AssertionError(file + ": not found (expected: the script of the story)");
    }
    List<String> all = new ArrayList<>(environment);
    all.add("node");
    all.add(file.toString());
    all.addAll(List.of(arguments));
    return Commands.finish(Commands.start("env", all.toArray(String[]::new)));
  }

  private static List<JsonNode> lines(Commands.Result result) {
    return result
        .expectSuccess()
        .out()
        .lines()
        .map(JsonMapper.shared()::readTree)
        .toList();
  }
}
