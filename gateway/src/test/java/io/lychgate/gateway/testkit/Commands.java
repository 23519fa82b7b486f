package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs command line clients of other projects: curl, nghttp, h2load. */
public final class Commands {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Commands() {}

  /** The output and the exit code of a program. */
  public record Result(int exitCode, String out, String err) {
    /** Returns this result, or fails with the whole output of the program. */
    public Result expectSuccess() {
      if (exitCode != 0) {
        throw new AssertionError("exit code: " + exitCode + " (expected: 0)\n" + out + err);
      }
      return this;
    }
  }

  /** Runs curl silently, with the tests' certificates and a timeout, followed by the arguments. */
  public static Result curl(String... arguments) {
    return run("curl", List.of("-sSk", "--max-time", "30"), arguments);
  }

  public static Result nghttp(String... arguments) {
    return run("nghttp", List.of("--timeout=20"), arguments);
  }

  /** Starts a program in the background; {@link #finish} waits for it. */
  public static Running start(String program, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(found(program).toString());
    command.addAll(List.of(arguments));
    try {
      Path out = Files.createTempFile("lychgate-command", ".out");
      Path err = Files.createTempFile("lychgate-command", ".err");
      Process process = new ProcessBuilder(command)
          .redirectOutput(out.toFile())
          .redirectError(err.toFile())
          .start();
      return new Running(process, out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A running program, and its output files. */
  public record Running(Process process, Path out, Path err) {}

  /** Waits for the end of the program, one minute at most. */
  public static Result finish(Running running) {
    try {
      if (!running.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        running.process.destroyForcibly().waitFor();
        throw new AssertionError("command: no end within " + PATIENCE + " (expected: it ends)\n"
            + read(running.out) + read(running.err));
      }
      Result result = new Result(running.process.exitValue(), read(running.out), read(running.err));
      Files.delete(running.out);
      Files.delete(running.err);
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Result run(String program, List<String> first, String... arguments) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of(arguments));
    return finish(start(program, all.toArray(String[]::new)));
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
  }

  private static Path found(String program) {
    if (Path.of(program).isAbsolute()) {
      return Path.of(program);
    }
    for (String directory : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      Path file = Path.of(directory, program);
      if (Files.isExecutable(file)) {
        return file;
      }
    }
    throw new AssertionError(
        program + ": not found on PATH (`./lychgate test` installs what the tests need)");
  }
}
