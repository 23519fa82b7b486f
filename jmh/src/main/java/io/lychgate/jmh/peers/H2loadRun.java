package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Children;
import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs of h2load (nghttp2) to their end, on the load core, in the folder of the stage. */
public final class H2loadRun {
  private static final long TIMEOUT_SECONDS = 300;

  private final Children children;
  private final Path directory;
  private final int core;
  private final long timeoutSeconds;

  /** Uses the folder and the settings of a stage. */
  public H2loadRun(Stage stage) {
    this.children = stage.children();
    this.directory = stage.directory();
    this.core = stage.settings().loadCore();
    this.timeoutSeconds = TIMEOUT_SECONDS + stage.settings().seconds();
  }

  /**
   * Runs h2load without returning its result, if only the peer's processor time is of interest.
   *
   * @param hinted number of responses after a 103
   */
  public void send(List<String> arguments, int hinted) throws IOException, InterruptedException {
    var unused = take(arguments, hinted);
  }

  /** Runs h2load. Throws if a response is missing or not 2xx. */
  Generator.Result take(List<String> arguments) throws IOException, InterruptedException {
    return take(arguments, 0);
  }

  private Generator.Result take(List<String> arguments, int hinted)
      throws IOException, InterruptedException {
    Path output = directory.resolve("h2load.txt");
    Path log = directory.resolve("h2load.tsv");
    Files.deleteIfExists(output);
    Files.deleteIfExists(log);
    List<String> command = new ArrayList<>(List.of("h2load", "-t1", "--log-file=" + log));
    command.addAll(arguments);
    Process process = children.start(core, command, directory, output);
    try {
      if (!process.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
        throw new IOException(
            "h2load: still running (expected: an end within " + timeoutSeconds + " s)");
      }
    } finally {
      children.end(process);
    }
    String text = Files.readString(output);
    H2loadReport report = H2loadReport.parse(text)
        .orElseThrow(() -> new IOException("h2load: " + Commands.lastLine(text)));
    if (!report.isWhole(hinted)) {
      throw new IOException("responses: " + report.succeeded() + " with 2xx (expected: "
          + (report.total() - hinted) + ")");
    }
    if (!report.isAsRequested(arguments)) {
      throw new IOException("connections: " + report.protocol() + ", " + report.cipher()
          + " (expected: as in " + arguments + ")");
    }
    return new Generator.Result(report.requestsPerSecond(), Latencies.read(log));
  }
}
