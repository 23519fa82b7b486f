package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All tests of github.com/http-tests/cache-tests against the response cache. {@code expected.txt} names those that do not pass, each with
 * the reason.
 */
final class CacheConformanceIT {
  private static final Path SUITE = Path.of("src/test/e2e/cache").toAbsolutePath();

  /** The suite has 329 tests for shared caches. Fewer results mean that a run ended early. */
  private static final int LEAST_TESTS = 320;

  private static final int LEAST_PASSED = 250;

  @TempDir
  Path directory;

  @Test
  void testsPassExceptThoseWithAReason() throws Exception {
    install();
    int port = FreePort.find();
    Map<String, String> failed = new TreeMap<>();
    int passed = 0;
    int all = 0;
    try (GatewayProcess gateway = GatewayProcess.start(directory, yaml(port), Map.of())) {
      Program.Ended ended = Program.run(
          directory,
          "node",
          "run.mjs",
          Integer.toString(port),
          "http://127.0.0.1:" + gateway.port("plain"));
      assertThat(ended.isGood()).as(ended.output()).isTrue();
      for (String line : ended.output().lines().toList()) {
        String[] parts = line.split(" ", 3);
        all++;
        if (parts[2].equals("pass")) {
          passed++;
        } else {
          failed.put(parts[0], line);
        }
      }
    }
    expected().forEach(failed::remove);

    assertThat(failed.values()).isEmpty();
    assertThat(all).isGreaterThanOrEqualTo(LEAST_TESTS);
    assertThat(passed).isGreaterThanOrEqualTo(LEAST_PASSED);
  }

  /** The ids in the file of expected failures. */
  private static List<String> expected() throws Exception {
    return Files.readAllLines(SUITE.resolve("expected.txt")).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.split(" ", 2)[0])
        .toList();
  }

  private void install() throws Exception {
    assumeTrue(
        Program.isOnPath("npm"),
        "npm: not on PATH (expected: Node.js 20 or newer with npm, to run the cache tests)");
    for (String file : new TreeSet<>(List.of("package.json", "package-lock.json", "run.mjs"))) {
      Files.copy(SUITE.resolve(file), directory.resolve(file));
    }
    Program.Ended installed = Program.run(
        directory, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
    assumeTrue(installed.isGood(), "cache tests: cannot be fetched: " + installed.output());
  }

  private static String yaml(int origin) {
    return """
        listeners:
          - { name: plain, address: "127.0.0.1:0" }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ "*" ]
            routes:
              - match: { path: "/*" }
                proxy: { upstream: app, retry: off }
                policies: { cache: { heuristic: true, staleIfError: 60s } }
        admin: { enabled: false }
        """.formatted(origin);
  }
}
