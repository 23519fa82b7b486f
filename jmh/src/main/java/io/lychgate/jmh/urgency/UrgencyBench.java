package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Lab;
import io.lychgate.jmh.lab.LabOptions;
import io.lychgate.jmh.lab.LinkShape;
import io.lychgate.jmh.report.RunFacts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code lychgate bench urgency}: delay until a response that becomes urgent is sent, beside H2O and nginx. */
@Command(
    name = "lychgate bench urgency",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Time from a priority change, or a new urgent request, to its first byte while a transfer of 50 MB fills an emulated"
            + " link, from Lychgate, H2O and nginx.",
    footer = {"", "Linux and root only: the link is made of network namespaces."})
public final class UrgencyBench implements Callable<Integer> {
  private static final String HOST = "server.test";

  @Mixin
  private final LabOptions options = new LabOptions();

  @Option(names = "--rtt", description = "Round-trip time in ms (default: 100).")
  private int rtt = 100;

  @Option(names = "--rate", description = "Rate in Mbit/s (default: 20).")
  private int rate = 20;

  @Option(names = "--servers", split = ",", description = "Servers to measure (default: all).")
  private List<String> servers = new ArrayList<>();

  @Option(
      names = "--changes",
      split = ",",
      description = "${COMPLETION-CANDIDATES} (default: all).")
  private List<Change> changes = Arrays.asList(Change.values());

  @Option(
      names = "--sources",
      split = ",",
      description = "${COMPLETION-CANDIDATES} (default: all).")
  private List<Source> sources = Arrays.asList(Source.values());

  private UrgencyBench() {}

  /** Runs the command; the exit status is 2 for wrong usage and 1 for a run that failed or is impossible here. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new UrgencyBench())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter progress = options.progress();
    List<UrgencyServer> chosen = chosenServers();
    Optional<String> absence = Lab.absence(options.root()).or(new Nginx()::absence);
    for (UrgencyServer server : chosen) {
      absence = absence.or(server::absence);
    }
    if (absence.isPresent()) {
      progress.println("urgency: skipped: " + absence.get());
      return 1;
    }
    Map<String, String> versions = new LinkedHashMap<>();
    for (UrgencyServer server : chosen) {
      versions.put(server.name(), server.version());
    }
    RunFacts facts = options.facts(versions);
    LinkShape shape = LinkShape.of(rtt, rate);
    Path written = null;
    try (Lab lab = new Lab(options.root(), List.of(HOST))) {
      options.announce(lab);
      UrgencyRun run = new UrgencyRun(lab, HOST, shape, progress);
      run.prepare(chosen, changes, sources);
      Random random = new Random(options.seed());
      List<UrgencySample> samples = new ArrayList<>();
      for (int round = 1; round <= options.rounds(); round++) {
        samples.addAll(run.round(round, random));
        written = new UrgencyResults(facts, shape, samples).write(options.results());
        progress.println("round " + round + ": " + samples.size() + " samples so far, " + written);
        progress.flush();
      }
    }
    options.conclude(written);
    return 0;
  }

  private List<UrgencyServer> chosenServers() {
    List<UrgencyServer> all = List.of(new Lychgate(options.root()), new H2o(), new Nginx());
    List<String> names = all.stream().map(UrgencyServer::name).toList();
    for (String name : servers) {
      options.require(names.contains(name), "--servers", name, String.join(", ", names));
    }
    return all.stream()
        .filter(server -> servers.isEmpty() || servers.contains(server.name()))
        .toList();
  }
}
