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
final class H2load implements Generator {
  private static final long TIMEOUT_MINUTES = 5;

  private final Load load;
  private final Children children;
  private final Path directory;
  private final Settings settings;

  H2load(Load load, Stage stage) {
    this.load = load;
    this.children = stage.children();
    this.directory = stage.directory();
    this.settings = stage.settings();
  }

  @Override
  public Result run(Running peer, int requests) throws IOException, InterruptedException {
    Path output = directory.resolve("h2load.txt");
    Path log = directory.resolve("h2load.tsv");
    Files.deleteIfExists(output);
    Files.deleteIfExists(log);
    Process process =
        children.start(settings.loadCore(), command(peer.ports(), requests), directory, output);
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
    return new Result(report.requestsPerSecond(), Latencies.read(log));
  }

  private List<String> command(Place.Ports ports, int requests) {
    List<String> command = new ArrayList<>();
    command.add("h2load");
    if (load.way() != Load.Way.H2) {
      command.add("--h1");
    }
    boolean isOneByOne = load.way() == Load.Way.H1 || load.way() == Load.Way.H1_PLAIN;
    boolean isPlain = load.way().isPlain();
    int port = isPlain ? ports.plain() : ports.tls();
    command.addAll(List.of(
        "-t1",
        "-n" + requests,
        "-c" + settings.connections(),
        "-m" + (isOneByOne ? 1 : settings.streams()),
        "--tls13-ciphers=TLS_AES_128_GCM_SHA256",
        "--groups=X25519",
        "--log-file=" + directory.resolve("h2load.tsv"),
        "--connect-to=127.0.0.1:" + port,
        (isPlain ? "http" : "https") + "://localhost:" + port + load.path()));
    return command;
  }
}
