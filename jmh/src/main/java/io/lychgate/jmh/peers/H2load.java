package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Children;
import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    return run(command(peer.ports(), List.of("-n" + requests, connections(), streams())));
  }

  /** Sends as many a second, evenly over the connections, for some time. */
  Result paced(Running peer, double rate, int seconds) throws IOException, InterruptedException {
    String each = String.format(Locale.ROOT, "--rps=%.1f", rate / settings.connections());
    return run(command(peer.ports(), List.of("-D" + seconds, each, connections(), streams())));
  }

  /** Sends them one after the other over one connection. */
  Result oneByOne(Running peer, int requests) throws IOException, InterruptedException {
    return run(command(peer.ports(), List.of("-n" + requests, "-c1", "-m1")));
  }

  private Result run(List<String> command) throws IOException, InterruptedException {
    Path output = directory.resolve("h2load.txt");
    Path log = directory.resolve("h2load.tsv");
    Files.deleteIfExists(output);
    Files.deleteIfExists(log);
    Process process = children.start(settings.loadCore(), command, directory, output);
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

  private List<String> command(Place.Ports ports, List<String> amount) {
    List<String> command = new ArrayList<>();
    command.add("h2load");
    if (load.way() != Load.Way.H2) {
      command.add("--h1");
    }
    boolean isPlain = load.way().isPlain();
    int port = isPlain ? ports.plain() : ports.tls();
    command.addAll(List.of(
        "-t1",
        "--tls13-ciphers=TLS_AES_128_GCM_SHA256",
        "--groups=X25519",
        "--log-file=" + directory.resolve("h2load.tsv"),
        "--connect-to=127.0.0.1:" + port,
        (isPlain ? "http" : "https") + "://localhost:" + port + load.path()));
    command.addAll(1, amount);
    return command;
  }

  private String connections() {
    return "-c" + settings.connections();
  }

  private String streams() {
    boolean isOne = load.way() == Load.Way.H1 || load.way() == Load.Way.H1_PLAIN;
    return "-m" + (isOne ? 1 : settings.streams());
  }
}
