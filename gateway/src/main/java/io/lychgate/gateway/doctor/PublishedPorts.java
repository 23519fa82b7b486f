package io.lychgate.gateway.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Checks the published ports of containers: {@code -p 443:443} publishes TCP only, not UDP. */
final class PublishedPorts {
  private static final String STEP = "container";
  private static final int PATIENCE_SECONDS = 3;

  private PublishedPorts() {}

  static Finding look(int port) {
    if (isContainer()) {
      return Finding.warn(
          STEP,
          "this is a container; its published ports are not visible from inside",
          "publish UDP as well: docker run -p " + port + ":PORT/tcp -p " + port
              + ":PORT/udp, ports: [\"" + port + ":PORT/udp\"], or protocol: UDP in a Service");
    }
    return judge(containers(), port);
  }

  private static boolean isContainer() {
    return Files.exists(Path.of("/.dockerenv"))
        || Files.exists(Path.of("/run/.containerenv"))
        || System.getenv("KUBERNETES_SERVICE_HOST") != null;
  }

  /** @param containers one line each: name, tab, ports as {@code docker ps} prints them */
  static Finding judge(List<String> containers, int port) {
    Pattern tcp = published(port, "tcp");
    Pattern udp = published(port, "udp");
    List<String> withTcp =
        containers.stream().filter(line -> tcp.matcher(line).find()).toList();
    if (withTcp.isEmpty()) {
      return Finding.skip(STEP, "no Docker container on this machine publishes TCP port " + port);
    }
    String name = withTcp.get(0).split("\t", 2)[0];
    return withTcp.stream().anyMatch(line -> udp.matcher(line).find())
        ? Finding.ok(STEP, name + " publishes " + port + " by TCP and UDP")
        : Finding.fail(
            STEP,
            name + " publishes " + port + " by TCP only",
            "add -p " + port + ":PORT/udp, or \"" + port + ":PORT/udp\" to ports of the service");
  }

  private static Pattern published(int port, String protocol) {
    return Pattern.compile(":" + port + "->[0-9]+/" + protocol + "\\b");
  }

  private static List<String> containers() {
    try {
      Process docker = new ProcessBuilder("docker", "ps", "--format", "{{.Names}}\t{{.Ports}}")
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      docker.getOutputStream().close();
      if (!docker.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        docker.destroyForcibly();
        return List.of();
      }
      byte[] out = docker.getInputStream().readAllBytes();
      return new String(out, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException notInstalled) {
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }
}
