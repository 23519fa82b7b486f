package io.lychgate.jmh.lab;

import io.lychgate.jmh.machine.Machine;
import io.lychgate.jmh.report.Folders;
import io.lychgate.jmh.report.RunFacts;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that are common to the benchmarks over the link and to scale. */
public final class LabOptions {
  private final LocalDateTime when = LocalDateTime.now(ZoneId.systemDefault());
  private final String loadBefore = Machine.loadAverage();

  @Option(names = "--rounds", description = "Samples of each figure (default: 9).")
  private int rounds = 9;

  @Option(names = "--seed", description = "Seed of the order of samples (default: the time).")
  private long seed = System.currentTimeMillis();

  @Mixin
  private final Folders folders = new Folders();

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it before the command is called
  private CommandSpec spec;

  /** Samples of each figure. */
  public int rounds() {
    return rounds;
  }

  /** Seed of the order of samples. */
  public long seed() {
    return seed;
  }

  /** The repository. */
  public Path root() {
    return folders.root();
  }

  /** Folder of the results. */
  public Path results() {
    return folders.results();
  }

  /** Output of progress messages. */
  public PrintWriter progress() {
    return spec.commandLine().getErr();
  }

  /** Prints the folder of the laboratory, the machine's load before the run, and the seed of its order. */
  public void announce(Lab lab) {
    progress().println("configurations and logs: " + lab.directory());
    progress().println("load average: " + loadBefore + ", seed: " + seed);
    progress().flush();
  }

  /** Prints where the results are. */
  public void conclude(@Nullable Path written) {
    spec.commandLine().getOut().println("Written to " + written + ", .json and .svg beside it.");
  }

  /** Returns the facts of this run for its files. */
  public RunFacts facts(Map<String, String> versions) {
    String command =
        spec.name() + " " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    return new RunFacts(when, "./" + command.strip(), seed, loadBefore, versions);
  }

  /** Rejects wrong usage. */
  public void require(boolean isFine, String name, String got, String expected) {
    if (!isFine) {
      throw new ParameterException(
          spec.commandLine(), name + ": " + got + " (expected: " + expected + ")");
    }
  }
}
