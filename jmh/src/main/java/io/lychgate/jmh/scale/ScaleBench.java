package io.lychgate.jmh.scale;

import io.lychgate.jmh.lab.LabOptions;
import io.lychgate.jmh.machine.LychgateProgram;
import io.lychgate.jmh.peers.LoadOptions;
import io.lychgate.jmh.peers.Settings;
import io.lychgate.jmh.peers.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code lychgate bench scale}: cost of a request by the size of a dimension. */
@Command(
    name = "lychgate bench scale",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Processor time per request by the number of routes, connections, rules of a manifest and keys in a cookie,"
            + " and of operations on the store by its number of revisions.",
    footer = {
      "",
      "Dimensions: routes, connections, rules, cookie, revisions.",
      "Two cores are used: one for the gateway, one for the load and the origin (nginx)."
    })
public final class ScaleBench implements Callable<Integer> {
  @Option(names = "--dimensions", split = ",", description = "Dimensions to run (default: all).")
  private List<String> dimensions = new ArrayList<>();

  @Option(names = "--requests", description = "Requests per sample (default: 200000).")
  private int requests = 200_000;

  @Option(
      names = "--quick",
      description = "One round, few requests, hardly warm: a test of the bench.")
  private boolean isQuick;

  @Mixin
  private final LabOptions options = new LabOptions();

  @Mixin
  private final LoadOptions load = new LoadOptions();

  private ScaleBench() {}

  /** Runs the command; the exit status is 2 for wrong usage and 1 for a run that failed. */
  public static void main(String[] arguments) {
    System.exit(command().execute(arguments));
  }

  static CommandLine command() {
    return new CommandLine(new ScaleBench());
  }

  @Override
  public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
    List<Dimension> chosen = chosenDimensions();
    options.require(options.rounds() > 0, "--rounds", "" + options.rounds(), "1 at least");
    options.require(requests > 0, "--requests", "" + requests, "1 at least");
    LychgateProgram gateway = new LychgateProgram(options.root());
    load.requireTools();
    Optional<String> absence = gateway.absence();
    options.require(absence.isEmpty(), "gateway", absence.orElse(""), "the run needs it");
    var facts = options.facts(Map.of(LychgateProgram.NAME, gateway.version()));
    List<ScaleSample> samples = new ArrayList<>();
    Path written = null;
    try (Stage stage = new Stage(options.root(), settings())) {
      options.progress().println("configurations and logs: " + stage.directory());
      ScaleRun run =
          new ScaleRun(stage, options.root(), new Random(options.seed()), options.progress());
      for (Dimension dimension : chosen) {
        samples.addAll(run.measure(dimension));
        // Keeps these figures even if the next dimension fails.
        written =
            new ScaleResults(facts, settings(), run.remarks(), samples).write(options.results());
      }
    }
    options.conclude(written);
    return new ScaleFigures(samples).dimensions().size() == chosen.size() ? 0 : 1;
  }

  private Settings settings() {
    Settings settings = load.settings(options.rounds(), requests);
    return isQuick ? settings.quick() : settings;
  }

  private List<Dimension> chosenDimensions() {
    List<String> ids = Arrays.stream(Dimension.values()).map(Dimension::id).toList();
    for (String id : dimensions) {
      options.require(ids.contains(id), "--dimensions", id, String.join(", ", ids));
    }
    return dimensions.isEmpty()
        ? List.of(Dimension.values())
        : dimensions.stream()
            .distinct()
            .map(Dimension::byId)
            .flatMap(Optional::stream)
            .toList();
  }
}
