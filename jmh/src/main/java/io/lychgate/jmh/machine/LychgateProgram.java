package io.lychgate.jmh.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Lychgate as shipped, through its launcher. */
public class LychgateProgram implements Program {
  /** Name in tables. */
  public static final String NAME = "lychgate";

  private final Path root;
  private final String name;

  /** Creates it for the repository at {@code root}. */
  public LychgateProgram(Path root) {
    this(root, NAME);
  }

  /** Creates it for the repository at {@code root}, with another name in tables. */
  protected LychgateProgram(Path root, String name) {
    this.root = root;
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Optional<String> absence() {
    Path jar = root.resolve("gateway/target/lychgate.jar");
    boolean isThere = Files.isExecutable(launcher()) && Files.isRegularFile(jar);
    return isThere ? Optional.empty() : Optional.of(name + ": not built (expected: " + jar + ")");
  }

  @Override
  public final String version() throws IOException {
    return Commands.version(launcher().toString(), "--version");
  }

  /** Writes a configuration and returns the command that runs it in the foreground. */
  public final List<String> prepare(Path file, String configuration) throws IOException {
    Path written = Files.writeString(file, configuration);
    return List.of(launcher().toString(), "run", "-c", written.toString());
  }

  private Path launcher() {
    return root.resolve("lychgate");
  }
}
