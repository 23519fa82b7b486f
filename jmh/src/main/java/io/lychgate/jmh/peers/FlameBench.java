package io.lychgate.jmh.peers;

import io.lychgate.jmh.report.Folders;
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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code lychgate bench flame}: flame graphs of the processor time of a scenario. */
@Command(
    name = "lychgate bench flame",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Flame graphs of Lychgate under the loads of bench peers, one HTML file for each scenario.",
    footer = {
      "",
      "Scenarios: those of bench peers that measure processor time.",
      "Two cores are used: one for the gateway, one for the load and the origin (nginx)."
    })
public final class FlameBench implements Callable<Integer> {
  @Option(
      names = "--scenarios",
      split = ",",
      description = "Scenarios to run (default: ${DEFAULT-VALUE}).")
  private List<String> scenarios = List.of("h2-1k", "h1-1k", "file-1k");

  @Option(
      names = "--requests",
      description = "Requests for a profile, before a scenario's divisor (default: 1000000).")
  private int requests = 1_000_000;

  @Mixin
  private final LoadOptions load = new LoadOptions();

  @Mixin
  private final Folders folders = new Folders();

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  private CommandSpec spec;

  private FlameBench() {}

  /** Runs the command; the exit status is 2 for wrong usage and 1 for a run that failed. */
  public static void main(String[] arguments) {
    System.exit(command().execute(arguments));
  }

  static CommandLine command() {
    return new CommandLine(new FlameBench());
  }

  @Override
  public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
    List<Scenario> chosen = chosen();
    load.requireTools();
    Path results = Files.createDirectories(folders.results());
    PrintWriter progress = spec.commandLine().getErr();
    try (Stage stage = new Stage(folders.root(), load.settings(1, requests))) {
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
    Running gateway = stage.start(lychgate, scenario.wish(stage.settings()));
    try (Generator generator = Generator.of(scenario.load(), stage)) {
      gateway.awaitResponse();
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
      load.require(
          Scenario.byId(id).filter(able::contains).isPresent(), "--scenarios", id, expected);
    }
    return scenarios.stream().map(Scenario::byId).flatMap(Optional::stream).toList();
  }
}
