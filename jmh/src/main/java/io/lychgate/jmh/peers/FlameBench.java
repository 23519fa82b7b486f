package io.lychgate.jmh.peers;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code lychgate bench flame}: what the processor time of a scenario goes to. */
@Command(
    name = "lychgate bench flame",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Flame graphs of Lychgate under the loads of bench peers, one HTML file for each scenario.",
    footer = {
      "",
      "Scenarios: those of bench peers that ask for processor time.",
      "Two cores are used: one for the gateway, one for the load and the origin (nginx)."
    })
public final class FlameBench implements Callable<Integer> {
  /** Of the load, as {@code bench peers} has it. */
  private static final int CONNECTIONS = 16;

  private static final int STREAMS = 20;

  @Option(
      names = "--scenarios",
      split = ",",
      description = "Which scenarios (default: ${DEFAULT-VALUE}).")
  private List<String> scenarios = List.of("h2-1k", "h1-1k", "file-1k");

  @Option(
      names = "--requests",
      description = "Requests of a profile, before a scenario's divisor (default: 1000000).")
  private int requests = 1_000_000;

  @Option(names = "--warm-up", description = "Share of the warm-up, 1 is all of it (default: 1).")
  private double warmUpShare = 1;

  @Option(names = "--proxy-core", description = "Core of the gateway (default: 0).")
  private int proxyCore;

  @Option(names = "--load-core", description = "Core of the load and the origin (default: 1).")
  private int loadCore = 1;

  @Option(
      names = "--root",
      defaultValue = "${sys:lychgate.home:-.}",
      description = "The repository.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  private Path root;

  @Option(
      names = "--out",
      description = "Folder of the graphs (default: jmh/results of the repository).")
  private @Nullable Path out;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  private CommandSpec spec;

  private FlameBench() {}

  /** Runs the command; the status is 2 for wrong use and 1 for a run that failed. */
  public static void main(String[] arguments) {
    System.exit(command().execute(arguments));
  }

  static CommandLine command() {
    return new CommandLine(new FlameBench());
  }

  @Override
  public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
    List<Scenario> chosen = chosen();
    Settings settings =
        new Settings(1, requests, CONNECTIONS, STREAMS, 0, warmUpShare, 0, 0, proxyCore, loadCore);
    Path repository = root.toAbsolutePath().normalize();
    Path results = out == null ? repository.resolve("jmh/results") : out.toAbsolutePath();
    Files.createDirectories(results);
    PrintWriter progress = spec.commandLine().getErr();
    try (Stage stage = new Stage(repository, settings)) {
      progress.println("configurations and logs: " + stage.directory());
      for (Scenario scenario : chosen) {
        progress.println(scenario.id());
        progress.flush();
        Path file = results.resolve("flame-" + scenario.id() + ".html");
        draw(scenario, stage, file);
        progress.println("Written to " + file);
      }
    }
    progress.flush();
    return 0;
  }

  private void draw(Scenario scenario, Stage stage, Path file)
      throws IOException, InterruptedException {
    Peer lychgate = new Lychgate(stage.root());
    Running gateway = stage.start(lychgate, scenario.wish());
    try (Generator generator = Generator.of(scenario.load(), stage)) {
      gateway.awaitAnswer();
      generator.warmUp(gateway, scenario.load(), stage.settings());
      FlameGraph graph =
          new FlameGraph(gateway, Files.createDirectory(stage.directory().resolve(scenario.id())));
      graph.start();
      var unused = generator.run(gateway, scenario.load().requests(stage.settings()));
      graph.stop(scenario.id(), file);
    } finally {
      stage.end(gateway);
    }
  }

  private List<Scenario> chosen() {
    List<Scenario> able = Arrays.stream(Scenario.values())
        .filter(scenario -> scenario.kind() == Scenario.Kind.LOAD)
        .toList();
    String expected = able.stream().map(Scenario::id).collect(Collectors.joining(", "));
    for (String id : scenarios) {
      if (Scenario.byId(id).filter(able::contains).isEmpty()) {
        throw new ParameterException(
            spec.commandLine(), "--scenarios: " + id + " (expected: " + expected + ")");
      }
    }
    return scenarios.stream().map(Scenario::byId).flatMap(Optional::stream).toList();
  }
}
