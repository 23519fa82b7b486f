package io.lychgate.gateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a program of another project to its end. */
public final class Program {
  private static final long PATIENCE_MINUTES = 5;

  private Program() {}

  public static boolean isOnPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  public static Ended run(Path folder, String... command) throws Exception {
    if (command[0].equals("go")) {
      return runInTurn(folder, command);
    }
    return runWithLog(folder, command);
  }

  /**
   * Programs of Go share libraries and a cache of compiled ones. Of two builds at the same time, each would compile the libraries that
   * are not there yet. So the builds of all test JVMs of this user take turns.
   */
  private static Ended runInTurn(Path folder, String... command) throws Exception {
    Path turns = OtherClients.cache().resolve("lychgate/go.lock");
    Files.createDirectories(turns.resolveSibling(""));
    try (FileChannel channel =
            FileChannel.open(turns, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock turn = channel.lock()) {
      assertThat(turn.isValid()).isTrue();
      return runWithLog(folder, command);
    }
  }

  private static Ended runWithLog(Path folder, String... command) throws Exception {
    Path log = Files.createTempFile("output", ".txt");
    try {
      return run(folder, log, command);
    } finally {
      Files.delete(log);
    }
  }

  private static Ended run(Path folder, Path log, String... command) throws Exception {
    ProcessBuilder program = new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile());
    // Programs of Go are linked without data for debuggers, in half the time.
    program
        .environment()
        .putAll(Map.of(
            "GOTOOLCHAIN",
            "local",
            "GOFLAGS",
            "-ldflags=-w",
            "PIP_DISABLE_PIP_VERSION_CHECK",
            "1"));
    Process process = program.start();
    process.getOutputStream().close();
    if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return new Ended(-1, "no end within " + PATIENCE_MINUTES + " minutes");
    }
    return new Ended(process.exitValue(), Files.readString(log));
  }

  /** The exit code and the output of a program. */
  public record Ended(int exitCode, String output) {
    public boolean isGood() {
      return exitCode == 0;
    }

    public void expectGood() {
      assertThat(isGood()).as("exit code %d: %s", exitCode, output).isTrue();
    }
  }
}
