package io.lychgate.jmh.report;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Common options: the repository of a benchmark and the folder of its results. */
public final class Folders {
  @Option(
      names = "--root",
      defaultValue = "${sys:lychgate.home:-.}",
      description = "The repository.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the command is called
  private Path root;

  @Option(
      names = "--out",
      description = "Folder of the results (default: jmh/results of the repository).")
  private @Nullable Path out;

  /** The repository. */
  public Path root() {
    return root.toAbsolutePath().normalize();
  }

  /** Folder of the results. */
  public Path results() {
    Path directory = out == null ? root().resolve("jmh/results") : out;
    return directory.toAbsolutePath().normalize();
  }
}
