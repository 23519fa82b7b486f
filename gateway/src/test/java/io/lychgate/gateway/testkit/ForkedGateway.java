package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code lychgate run} as a separate process, for tests of signals, a sudden end or a failed start. */
public final class ForkedGateway implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String PASSWORD = "admin.password";
  private static final Pattern ADMIN = Pattern.compile("lychgate: admin on https://[^:]+:(\\d+)");

  private final Process process;
  private final Path out;
  private final Path err;

  private ForkedGateway(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts with {@code gateway.yaml} of the directory. The password of admin is {@link GatewayProcess#ADMIN_PASSWORD}. */
  public static ForkedGateway start(Path directory, Map<String, String> environment) {
    return start(directory, environment, ForkedJava.lychgate(run(directory)));
  }

  /** Starts with this limit of file descriptors. */
  public static ForkedGateway startWithDescriptors(Path directory, int limit) {
    List<String> command =
        new ArrayList<>(List.of("bash", "-c", "ulimit -n " + limit + " && exec \"$@\"", "gateway"));
    command.addAll(ForkedJava.lychgate(run(directory)));
    return start(directory, Map.of(), command);
  }

  /** Starts without the jars with this name prefix, as on a platform that has none. */
  public static ForkedGateway startWithout(Path directory, String jars) {
    return start(directory, Map.of(), ForkedJava.lychgateWithout(jars, run(directory)));
  }

  private static String[] run(Path directory) {
    return new String[] {
      "run",
      "-c",
      directory.resolve("gateway.yaml").toString(),
      "--admin-password-file",
      directory.resolve(PASSWORD).toString()
    };
  }

  private static ForkedGateway start(
      Path directory, Map<String, String> environment, List<String> command) {
    try {
      Files.writeString(directory.resolve(PASSWORD), GatewayProcess.ADMIN_PASSWORD);
      FirstStore.of(directory);
      Path out = Files.createTempFile(directory, "gateway", ".out");
      Path err = Files.createTempFile(directory, "gateway", ".err");
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
      builder.environment().putAll(environment);
      return new ForkedGateway(builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the line with the address of the admin plane, the last line of a start. */
  public ForkedGateway awaitStart() {
    Await.within(PATIENCE, () -> {
      if (!process.isAlive()) {
        throw new IllegalStateException("gateway: ended\n" + out() + err());
      }
      if (!ADMIN.matcher(out()).find()) {
        throw new AssertionError("gateway: not started yet\n" + out() + err());
      }
    });
    return this;
  }

  /** Starts another command of the program with {@code gateway.yaml} of the directory. */
  public static Process command(Path directory, String name) throws IOException {
    return new ProcessBuilder(
            ForkedJava.lychgate(name, "-c", directory.resolve("gateway.yaml").toString()))
        .redirectErrorStream(true)
        .start();
  }

  public long pid() {
    return process.pid();
  }

  /** Returns the port of the listener with this name. */
  public int port(String listener) {
    return number(Pattern.compile("lychgate: " + listener + " on https?://[^:]+:(\\d+)"));
  }

  public int adminPort() {
    return number(ADMIN);
  }

  private int number(Pattern pattern) {
    Matcher matcher = pattern.matcher(out());
    if (!matcher.find()) {
      throw new AssertionError(pattern + ": not printed\n" + out());
    }
    return Integer.parseInt(matcher.group(1));
  }

  /** Returns the number of open file descriptors of the process. */
  public int descriptors() {
    String[] open =
        Path.of("/proc", Long.toString(process.pid()), "fd").toFile().list();
    return open == null ? 0 : open.length;
  }

  /** Sets the limit of file descriptors of the running process. Open descriptors above it stay open. */
  public void limitDescriptors(int limit) {
    Commands.finish(Commands.start(
            "prlimit", "--pid", Long.toString(process.pid()), "--nofile=" + limit + ":"))
        .expectSuccess();
  }

  public String out() {
    return read(out);
  }

  public String err() {
    return read(err);
  }

  /** Sends SIGHUP: the gateway reads the configuration again. */
  public void hangUp() {
    signal("HUP");
  }

  /** Sends SIGUSR1: the gateway opens its log files again. */
  public void reopenLogs() {
    signal("USR1");
  }

  /** Sends SIGTERM: the gateway completes requests in progress, then ends. */
  public void terminate() {
    signal("TERM");
  }

  private void signal(String name) {
    Commands.finish(Commands.start("kill", "-" + name, Long.toString(process.pid())))
        .expectSuccess();
  }

  /** Sends SIGKILL: no hook runs, and writes in progress stay incomplete. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Waits for the end and returns the exit code. */
  public int awaitEnd() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("gateway: still running (expected: it ends)\n" + out() + err());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
