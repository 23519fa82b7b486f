package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Machine;
import io.lychgate.jmh.report.Folders;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code lychgate bench peers}: Lychgate and other gateways under the same load, side by side. */
@Command(
    name = "lychgate bench peers",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Processor time per request, latency and memory of Lychgate beside other gateways.",
    footer = {
      "",
      "Scenarios: h2-1k (the main one), h2-1k-policies, h1-1k, h1-plain, h1-pipelined, h2-100k, h2c-1k, h2c-100k, file-1k,",
      "full-handshake, resumed-handshake, h3-1k, h3-1m, latency, idle, idle-50k, start, reload.",
      "Peers: lychgate, nginx, haproxy, h2o, nghttpx, caddy, envoy, vertx, armeria, jetty, spring-cloud-gateway.",
      "Two cores are used: one for the peer, one for h2load and the origin (nginx)."
    })
public final class PeerBench implements Callable<Integer> {
  @Option(names = "--peers", split = ",", description = "Peers to run (default: all).")
  private List<String> peers = new ArrayList<>();

  @Option(
      names = "--before",
      paramLabel = "FOLDER",
      description =
          "A checkout of an older Lychgate, built: it becomes the peer lychgate-before of the same run.")
  private @Nullable Path before;

  @Option(
      names = "--scenarios",
      split = ",",
      description = "Scenarios to run, or all (default: ${DEFAULT-VALUE}).")
  private List<String> scenarios = List.of("h2-1k");

  @Option(names = "--rounds", description = "Samples of each peer (default: 5).")
  private int rounds = 5;

  @Option(names = "--requests", description = "Requests per sample (default: 200000).")
  private int requests = 200_000;

  @Option(
      names = {"-c", "--connections"},
      description = "Connections of the load (default: 16).")
  private int connections = Settings.USUAL_CONNECTIONS;

  @Option(
      names = {"-m", "--streams"},
      description = "HTTP/2 requests in flight per connection (default: 20).")
  private int streams = Settings.USUAL_STREAMS;

  @Option(
      names = "--idle-connections",
      description = "Connections of the idle scenario (default: 5000).")
  private int idleConnections = Settings.USUAL_IDLE_CONNECTIONS;

  @Option(
      names = "--rate",
      description =
          "Requests a second of the latency scenario (default: half of the slower of Lychgate and nginx).")
  private double rate;

  @Option(names = "--seconds", description = "Length of a latency sample (default: 20).")
  private int seconds = Settings.USUAL_SECONDS;

  @Option(
      names = "--quick",
      description = "One round, few requests, hardly warm: a test of the bench.")
  private boolean isQuick;

  @Mixin
  private final LoadOptions load = new LoadOptions();

  @Mixin
  private final Folders folders = new Folders();

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  private CommandSpec spec;

  private PeerBench() {}

  /** Runs the command; the exit status is 2 for wrong usage and 1 for a run that failed or lacks a peer. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new PeerBench()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
    List<Peer> chosenPeers = chosenPeers();
    List<Scenario> chosenScenarios = chosenScenarios();
    load.requireTools();
    PrintWriter progress = spec.commandLine().getErr();
    Results results = noResults();
    Path written = null;
    try (Stage stage = new Stage(folders.root(), settings())) {
      progress.println("configurations and logs: " + stage.directory());
      Run run = new Run(stage, chosenPeers, progress);
      for (Scenario scenario : chosenScenarios) {
        results = results.with(run.scenario(scenario));
        // Keeps these figures even if the next scenario fails.
        written = results.write(folders.results());
      }
    }
    PrintWriter output = spec.commandLine().getOut();
    output.print(results.markdown());
    output.println("Written to " + written + ", .json and .svg beside it.");
    output.flush();
    return status(results.outcomes());
  }

  /** Returns results without a scenario: the start of the run, and the machine's load before it. */
  private Results noResults() {
    String command = "./lychgate bench peers "
        + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    return new Results(
        LocalDateTime.now(ZoneId.systemDefault()),
        command.strip(),
        Machine.loadAverage(),
        settings(),
        remarks(),
        List.of());
  }

  private static int status(List<Outcome> outcomes) {
    return outcomes.stream()
            .flatMap(outcome -> outcome.rows().stream())
            .anyMatch(row -> row.absence() != null && !row.isUnable())
        ? 1
        : 0;
  }

  private Map<String, String> remarks() {
    return chosenPeers().stream()
        .filter(peer -> !peer.remark().isEmpty())
        .collect(Collectors.toMap(Peer::name, Peer::remark, (a, b) -> a, TreeMap::new));
  }

  private Settings settings() {
    Settings settings =
        load.settings(rounds, requests, connections, streams, idleConnections, rate, seconds);
    return isQuick ? settings.quick() : settings;
  }

  private List<Peer> chosenPeers() {
    List<Peer> all = Peers.all(folders.root());
    List<String> names = all.stream().map(Peer::name).toList();
    for (String name : peers) {
      load.require(names.contains(name), "--peers", name, String.join(", ", names));
    }
    List<Peer> chosen = new ArrayList<>(all.stream()
        .filter(peer -> peers.isEmpty() || peers.contains(peer.name()))
        .toList());
    if (before != null) {
      chosen.add(
          Math.min(1, chosen.size()), Lychgate.before(before.toAbsolutePath().normalize()));
    }
    return chosen;
  }

  private List<Scenario> chosenScenarios() {
    if (scenarios.equals(List.of("all"))) {
      return List.of(Scenario.values());
    }
    List<String> ids = Arrays.stream(Scenario.values()).map(Scenario::id).toList();
    for (String id : scenarios) {
      load.require(ids.contains(id), "--scenarios", id, String.join(", ", ids) + ", all");
    }
    return scenarios.stream().map(Scenario::byId).flatMap(Optional::stream).toList();
  }
}
