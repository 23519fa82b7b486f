package io.lychgate.jmh.commits;

import io.lychgate.jmh.commits.Figures.Figure;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code lychgate bench commits}: JMH benchmarks of two commits, in alternation. */
@Command(
    name = "lychgate bench commits",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Time and allocation of single parts (JMH) at two commits, in one run: each round runs both, and they alternate in",
      "going first. Builds each commit once, in a separate work tree; uncommitted changes are not included."
    })
public final class CommitsBench implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "BEFORE", description = "A commit, such as HEAD~3.")
  private String before = "";

  @Parameters(index = "1", paramLabel = "AFTER", description = "Another, such as HEAD.")
  private String after = "";

  @Parameters(
      index = "2",
      paramLabel = "NAME",
      description = "Part of the benchmarks' names, or . for all.")
  private String name = "";

  @Parameters(
      index = "3..*",
      paramLabel = "OPTION",
      description = "Options of JMH, after --, such as -- -wi 5.")
  private List<String> options = new ArrayList<>();

  @Option(names = "--rounds", description = "Runs of each commit (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Option(names = "--output", paramLabel = "FILE", description = "File to write the table to, too.")
  private @Nullable Path output;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Path repository = Path.of(System.getProperty("lychgate.home", "."));

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new CommitsBench()).execute(arguments));
  }

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    try {
      String table = compare();
      PrintWriter out = spec.commandLine().getOut();
      out.print(table);
      out.flush();
      if (output != null) {
        Files.writeString(output, table);
      }
      return CommandLine.ExitCode.OK;
    } catch (IOException e) {
      err.println("lychgate bench commits: " + e.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  private String compare() throws IOException {
    Path folder =
        Files.createDirectories(repository.resolve("jmh/target/commits").toAbsolutePath());
    Path old = Commit.of(repository, before).benchmarks(repository, folder);
    Path now = Commit.of(repository, after).benchmarks(repository, folder);
    Comparison comparison = new Comparison();
    for (int round = 1; round <= rounds; round++) {
      boolean isOldFirst = round % 2 == 1;
      Map<String, Figure> first = run(isOldFirst ? old : now, folder);
      Map<String, Figure> second = run(isOldFirst ? now : old, folder);
      comparison.addRound(isOldFirst ? first : second, isOldFirst ? second : first);
    }
    return comparison.table();
  }

  private Map<String, Figure> run(Path jar, Path folder) throws IOException {
    Path results = Files.createTempFile(folder, "round", ".json");
    try {
      Steps.run(command(jar, results), folder, jar.getFileName() + " " + name);
      return Figures.read(results);
    } finally {
      Files.delete(results);
    }
  }

  /** Returns the command for this JVM, with its options: those under which the launcher runs the gateway. */
  private List<String> command(Path jar, Path results) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-jar", jar.toString(), name, "-prof", "gc", "-rf", "json", "-rff"));
    command.add(results.toString());
    command.addAll(options);
    return command;
  }
}
