package io.lychgate.jmh.scale;

import io.lychgate.jmh.lab.LabOptions;
import io.lychgate.jmh.machine.Commands;
import io.lychgate.jmh.machine.LychgateProgram;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code lychgate bench scale}: what a request costs when there is more of something. */
@Command(
    name = "lychgate bench scale",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Processor time per request against the number of routes, connections, rules of a manifest and keys in a"
            + " cookie, and of what is done with the store against its revisions.",
    footer = {
      "",
      "Dimensions: routes, connections, rules, cookie, revisions.",
      "Two cores are used: one for the gateway, one for the load and the origin (nginx)."
    })
public final class ScaleBench implements Callable<Integer> {
  /** Of h2load, as in the main scenario of the peers. */
  private static final int CONNECTIONS = 16;

  private static final int STREAMS = 20;
  private static final int QUICK_REQUESTS = 20_000;
  private static final double QUICK_WARM_UP = 0.05;

  @Mixin
  private final LabOptions options = new LabOptions();

  @Option(names = "--dimensions", split = ",", description = "Which of them (default: all).")
  private List<String> dimensions = new ArrayList<>();

  @Option(names = "--requests", description = "Requests of one sample (default: 200000).")
  private int requests = 200_000;

  @Option(names = "--warm-up", description = "Share of the warm-up, 1 is all of it (default: 1).")
  private double warmUpShare = 1;

  @Option(
      names = "--quick",
      description = "One round, few requests, hardly warm: does it run at all?")
  private boolean isQuick;

  @Option(names = "--proxy-core", description = "Core of the gateway (default: 0).")
  private int proxyCore;

  @Option(names = "--load-core", description = "Core of the load and the origin (default: 1).")
  private int loadCore = 1;

  private ScaleBench() {}

  /** Runs the command; the status is 2 for wrong use and 1 for a run that failed. */
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
    requireTools(gateway);
    var facts = options.facts(Map.of(LychgateProgram.NAME, gateway.version()));
    List<ScaleSample> samples = new ArrayList<>();
    Path written = null;
    try (Stage stage = new Stage(options.root(), settings())) {
      options.progress().println("configurations and logs: " + stage.directory());
      ScaleRun run =
          new ScaleRun(stage, options.root(), new Random(options.seed()), options.progress());
      for (Dimension dimension : chosen) {
        samples.addAll(run.measure(dimension));
        // What was measured is kept, whatever becomes of the next dimension.
        written =
            new ScaleResults(facts, settings(), run.remarks(), samples).write(options.results());
      }
    }
    options.conclude(written);
    return new ScaleFigures(samples).dimensions().size() == chosen.size() ? 0 : 1;
  }

  private Settings settings() {
    return isQuick
        ? new Settings(
            1,
            Math.min(requests, QUICK_REQUESTS),
            CONNECTIONS,
            STREAMS,
            0,
            QUICK_WARM_UP,
            0,
            0,
            proxyCore,
            loadCore)
        : new Settings(
            options.rounds(),
            requests,
            CONNECTIONS,
            STREAMS,
            0,
            warmUpShare,
            0,
            0,
            proxyCore,
            loadCore);
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

  private void requireTools(LychgateProgram gateway) {
    int cores = Runtime.getRuntime().availableProcessors();
    options.require(cores >= 2, "cores", "" + cores, "2 at least");
    require("taskset", Commands.absence("taskset", "util-linux").orElse(null));
    require("h2load", Commands.absence("h2load", "nghttp2-client").orElse(null));
    require("nginx", Commands.absence("nginx", "nginx").orElse(null));
    require("gateway", gateway.absence().orElse(null));
  }

  private void require(String tool, @Nullable String absence) {
    options.require(absence == null, tool, "" + absence, "the run needs it");
  }
}
