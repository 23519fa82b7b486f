package io.lychgate.gateway.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Debian's Firefox, driven by WebDriver BiDi through the scripts in {@code src/test/e2e/firefox}. */
public final class Firefox {
  private static final Path SCRIPTS = Path.of("src/test/e2e/firefox").toAbsolutePath();
  private static final List<String> FILES =
      List.of("package.json", "package-lock.json", "bidi.mjs", "timings.mjs", "bench.mjs");
  private static final String BROWSER = "firefox-esr";

  private final Path directory;

  private Firefox(Path directory) {
    this.directory = directory;
  }

  /** Fetches the client of the protocol into a directory. The test is skipped if it or the browser is not available. */
  public static Firefox install(Path directory) throws Exception {
    assumeTrue(
        Program.isOnPath(BROWSER) && Program.isOnPath("npm"),
        BROWSER
            + ", npm: not on PATH (expected: Debian's package firefox-esr, and Node.js 20 or newer with npm)");
    Files.createDirectories(directory);
    for (String file : FILES) {
      Files.copy(SCRIPTS.resolve(file), directory.resolve(file));
    }
    Program.Ended installed = Program.run(
        directory, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
    assumeTrue(installed.isGood(), "ws: cannot be fetched: " + installed.output());
    return new Firefox(directory);
  }

  /**
   * Visits pages over one protocol, each in a tab of its own, and leaves each.
   *
   * @param protocol h1 or h2. Firefox uses HTTP/3 only with a certificate that it trusts.
   */
  public List<JsonNode> timedVisits(String site, String protocol, String... paths)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of(site, protocol));
    arguments.addAll(List.of(paths));
    return lines("timings.mjs", arguments);
  }

  /** Opens a link of the bench page and runs cold loads there. Returns what the page and the driver measured. */
  public JsonNode benchRun(String link, String path, int count) throws Exception {
    return lines("bench.mjs", List.of(link, path, Integer.toString(count))).get(0);
  }

  private List<JsonNode> lines(String script, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("node", script, BROWSER));
    command.addAll(arguments);
    Program.Ended ended = Program.run(directory, command.toArray(String[]::new));
    ended.expectGood();
    return ended.output().lines().map(JsonMapper.shared()::readTree).toList();
  }
}
