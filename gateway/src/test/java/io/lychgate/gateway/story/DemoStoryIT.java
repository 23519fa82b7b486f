package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.ForkedGateway;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code lychgate demo --story h2}: the demo's own configuration, crowd and switch, with short times and a small site. */
final class DemoStoryIT {
  private static final int ASSETS = 12;
  private static final Path CROWD = Path.of("..", "docker", "crowd");

  @TempDir
  Path directory;

  private ScriptedOrigin origin;
  private ForkedGateway gateway;
  private String url;

  @BeforeEach
  void startTheDemo() throws IOException {
    TestCertificates.write(directory, "site", "localhost");
    Files.createDirectories(directory.resolve("certs"));
    for (String file : new String[] {"site.pem", "site.key"}) {
      Files.move(directory.resolve(file), directory.resolve("certs").resolve(file));
    }
    Files.createDirectories(directory.resolve("public/assets"));
    for (int i = 0; i < ASSETS; i++) {
      Files.writeString(directory.resolve("public/assets/" + i + ".png"), "picture " + i);
    }
    Files.writeString(directory.resolve("shop.yaml"), "rules: []\n");
    String page = IntStream.range(0, ASSETS)
        .mapToObj(i -> "<img src=\"/assets/" + i + ".png\">")
        .collect(Collectors.joining());
    origin = ScriptedOrigin.start()
        .otherwise(visit -> visit.respond(200, page, "Content-Type: text/html"));
    shell("write_story_config '" + config() + "'").expectSuccess();
    int port = FreePort.find();
    url = "https://127.0.0.1:" + port;
    gateway = ForkedGateway.start(
            directory,
            Map.of(
                "LYCHGATE_DEMO_LISTEN",
                "127.0.0.1:" + port,
                "LYCHGATE_DEMO_ADMIN",
                "127.0.0.1:0",
                "LYCHGATE_DEMO_DIR",
                directory.toString(),
                "LYCHGATE_DEMO_SITE",
                directory.toString(),
                "LYCHGATE_DEMO_ORIGIN",
                "http://127.0.0.1:" + origin.port()))
        .awaitStart();
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  @Test
  void connectionsPerRequestFallWhenHttp2IsEnabledAndTheCrowdEndsWithTheDemo() throws Exception {
    Path told = directory.resolve("told");
    Process story = new ProcessBuilder(
            "node",
            CROWD.resolve("story.mjs").toString(),
            "--url",
            url,
            "--config",
            config().toString(),
            "--savings",
            "https://localhost:1/savings",
            "--after",
            "5",
            "--visitors",
            "4",
            "--think",
            "300",
            "--path",
            "/")
        .redirectErrorStream(true)
        .redirectOutput(told.toFile())
        .start();
    try {
      Await.within(
          Duration.ofSeconds(60),
          () -> assertThat(Files.readString(told)).contains("https://localhost:1/savings"));

      Map<String, Double> opened = byProtocol("lychgate_connections_opened_total");
      Map<String, Double> requests = byProtocol("lychgate_requests_total");
      assertThat(Files.readString(told)).contains("00:05  HTTP/2 and HTTP/3 enabled");
      assertThat(Files.readString(config())).contains("protocols: [h3, h2, http/1.1]");
      assertThat(opened.get("h2")).isPositive();
      assertThat(opened.get("h2") / requests.get("h2"))
          .isLessThan(opened.get("h1") / requests.get("h1") / 2);
      // The crowd was idle most of the time, whatever the machine does besides.
      assertThat(story.info().totalCpuDuration())
          .hasValueSatisfying(used -> assertThat(used)
              .isLessThan(story
                  .info()
                  .startInstant()
                  .map(began -> Duration.between(began, Instant.now()))
                  .orElseThrow()
                  .dividedBy(2)));
    } finally {
      story.getOutputStream().close();
    }
    assertThat(story.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(story.exitValue()).isZero();
  }

  @Test
  void theCrowdAndTheGatewayCountTheSame() {
    JsonNode crowd = JsonMapper.shared()
        .readTree(Commands.finish(Commands.start(
                "node",
                CROWD.resolve("crowd.mjs").toString(),
                "--url",
                url,
                "--protocol",
                "h1",
                "--visitors",
                "20",
                "--pages",
                "3"))
            .expectSuccess()
            .out());

    Await.until(() -> {
      Map<String, Double> opened = byProtocol("lychgate_connections_opened_total");
      assertThat(opened.get("h1")).isEqualTo(crowd.get("connections").get("h1").asDouble());
      assertThat(byProtocol("lychgate_requests_total").get("h1"))
          .isEqualTo(crowd.get("requests").get("h1").asDouble());
      assertThat(byProtocol("lychgate_connections_open").get("h1")).isZero();
    });
    assertThat(crowd.get("pages").asInt()).isEqualTo(60);
    // Six connections for each visitor: assets of the first page are in the cache for the others.
    assertThat(crowd.get("connections").get("h1").asInt()).isEqualTo(120);
    assertThat(crowd.get("requests").get("h1").asInt()).isEqualTo(20 * (3 + ASSETS));
  }

  @Test
  void wrongArgumentsAreRefusedBeforeAnythingIsBuilt() {
    for (String arguments : new String[] {
      "--story h3", "--story", "--after 5", "--story h2 --after soon", "--story h2 --visitors 201"
    }) {
      Commands.Result result = shell("read_demo_arguments " + arguments);

      assertThat(result.exitCode()).as(arguments).isOne();
      assertThat(result.err()).as(arguments).contains("demo: --").contains("(expected: ");
    }
    assertThat(shell(
                "read_demo_arguments --visitors 7 --admin-password-file /dev/null --story h2 --after 9;"
                    + " echo $story $story_after $story_visitors ${rest[*]}")
            .expectSuccess()
            .out())
        .isEqualTo("h2 9 7 --admin-password-file /dev/null\n");
  }

  /** {@link ForkedGateway} starts with this name. */
  private Path config() {
    return directory.resolve("gateway.yaml");
  }

  /** Returns the sums of a metric. */
  private Map<String, Double> byProtocol(String name) {
    Map<String, Double> sums = new HashMap<>();
    String metrics = Commands.curl("https://127.0.0.1:" + gateway.adminPort() + "/metrics")
        .expectSuccess()
        .out();
    metrics.lines().filter(line -> line.startsWith(name + "{")).forEach(line -> {
      String protocol = line.replaceFirst(".*protocol=\"(\\w+)\".*", "$1");
      sums.merge(protocol, Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)), Double::sum);
    });
    return sums;
  }

  /** Runs a shell command with the functions of the demo and the functions of the launcher that they call. */
  private static Commands.Result shell(String line) {
    String functions = "set -euo pipefail; home=..;"
        + " fail() { echo \"lychgate: $*\" >&2; exit 1; }; . ../docker/demo.sh; ";
    return Commands.finish(Commands.start("bash", "-c", functions + line));
  }
}
