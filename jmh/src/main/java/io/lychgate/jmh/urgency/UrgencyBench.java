package io.lychgate.jmh.urgency;

import io.lychgate.jmh.lab.Lab;
import io.lychgate.jmh.lab.LinkShape;
import io.lychgate.jmh.machine.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code lychgate bench urgency}: how soon what has become urgent is sent, beside H2O and nginx. */
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

  @Option(names = "--rounds", description = "Samples of each figure (default: 9).")
  private int rounds = 9;

  @Option(names = "--rtt", description = "Round-trip time in ms (default: 100).")
  private int rtt = 100;

  @Option(names = "--rate", description = "Rate in Mbit/s (default: 20).")
  private int rate = 20;

  @Option(names = "--servers", split = ",", description = "Which servers (default: all).")
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

  @Option(names = "--seed", description = "Of the order of samples (default: of the time).")
  private long seed = System.currentTimeMillis();

  @Option(
      names = "--root",
      defaultValue = "${sys:lychgate.home:-.}",
      description = "The repository.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  private Path root;

  @Option(
      names = "--out",
      description = "Folder of the results (default: jmh/results of the repository).")
  private @Nullable Path out;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  private CommandSpec spec;

  private UrgencyBench() {}

  /** Runs the command; the status is 2 for wrong use and 1 for a run that failed or cannot be had here. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new UrgencyBench())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    root = root.toAbsolutePath().normalize();
    PrintWriter progress = spec.commandLine().getErr();
    List<UrgencyServer> chosen = chosenServers();
    Optional<String> absence = Lab.absence(root).or(new Nginx()::absence);
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
    String loadBefore = Machine.describe().getOrDefault("loadAverage", "unknown");
    LinkShape shape = LinkShape.of(rtt, rate);
    Path written = null;
    try (Lab lab = new Lab(root, List.of(HOST))) {
      progress.println("configurations and logs: " + lab.directory());
      progress.println("load average: " + loadBefore + ", seed: " + seed);
      UrgencyRun run = new UrgencyRun(lab, HOST, shape, progress);
      run.prepare(chosen, changes, sources);
      Random random = new Random(seed);
      List<UrgencySample> samples = new ArrayList<>();
      LocalDateTime when = LocalDateTime.now(ZoneId.systemDefault());
      for (int round = 1; round <= rounds; round++) {
        samples.addAll(run.round(round, random));
        UrgencyResults results =
            new UrgencyResults(when, commandLine(), seed, loadBefore, shape, versions, samples);
        written = results.write(directory());
        progress.println("round " + round + ": " + samples.size() + " samples so far, " + written);
        progress.flush();
      }
    }
    spec.commandLine().getOut().println("Written to " + written + ", .json and .svg beside it.");
    return 0;
  }

  private List<UrgencyServer> chosenServers() {
    List<UrgencyServer> all = List.of(new Lychgate(root), new H2o(), new Nginx());
    List<String> names = all.stream().map(UrgencyServer::name).toList();
    for (String name : servers) {
      if (!names.contains(name)) {
        throw new ParameterException(
            spec.commandLine(),
            "--servers: " + name + " (expected: " + String.join(", ", names) + ")");
      }
    }
    return all.stream()
        .filter(server -> servers.isEmpty() || servers.contains(server.name()))
        .toList();
  }

  private Path directory() {
    Path directory = out == null ? root.resolve("jmh/results") : out;
    return directory.toAbsolutePath().normalize();
  }

  private String commandLine() {
    return ("./lychgate bench urgency "
            + String.join(" ", spec.commandLine().getParseResult().originalArgs()))
        .strip();
  }
}
