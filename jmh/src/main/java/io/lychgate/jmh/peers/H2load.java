package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Children;
import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The load generator: h2load of nghttp2, on the load core, in one folder of its own. */
final class H2load {
  private static final long TIMEOUT_MINUTES = 5;

  private final Children children;
  private final Path directory;
  private final Settings settings;

  H2load(Children children, Path directory, Settings settings) {
    this.children = children;
    this.directory = directory;
    this.settings = settings;
  }

  /** What one run saw. */
  record Result(H2loadReport report, Latencies latencies) {}

  /** Sends a number of requests; anything but as many 2xx answers is an exception. */
  Result run(Scenario.Load load, int port, int requests) throws IOException, InterruptedException {
    Path output = directory.resolve("h2load.txt");
    Path log = directory.resolve("h2load.tsv");
    Files.deleteIfExists(output);
    Files.deleteIfExists(log);
    Process process =
        children.start(settings.loadCore(), command(load, port, requests), directory, output);
    try {
      if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException("h2load: no end (expected: within " + TIMEOUT_MINUTES + " minutes)");
      }
    } finally {
      children.end(process);
    }
    String text = Files.readString(output);
    H2loadReport report = H2loadReport.parse(text)
        .orElseThrow(() -> new IOException("h2load: " + Commands.lastLine(text)));
    if (!report.isWhole()) {
      throw new IOException(
          "answers: " + report.succeeded() + " of 2xx (expected: " + report.total() + ")");
    }
    return new Result(report, Latencies.read(log));
  }

  private List<String> command(Scenario.Load load, int port, int requests) {
    List<String> command = new ArrayList<>();
    command.add("h2load");
    if (load.isHttp1()) {
      command.add("--h1");
    }
    command.addAll(List.of(
        "-t1",
        "-n" + requests,
        "-c" + settings.connections(),
        "-m" + (load.isHttp1() ? 1 : settings.streams()),
        "--tls13-ciphers=TLS_AES_128_GCM_SHA256",
        "--groups=X25519",
        "--log-file=" + directory.resolve("h2load.tsv"),
        "--connect-to=127.0.0.1:" + port,
        "https://localhost:" + port + load.path()));
    return command;
  }
}
