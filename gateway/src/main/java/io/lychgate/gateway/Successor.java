package io.lychgate.gateway;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The process that replaces this one: the same command line, so that it runs the program that is installed now. It writes to the
 * same output.
 */
final class Successor {
  /** Set by the launcher: its own path. The launcher finds the installed program and JDK again. */
  private static final String LAUNCHER = "LYCHGATE_LAUNCHER";

  private Successor() {}

  /**
   * Starts it on a thread of its own.
   *
   * @param arguments the arguments of the launcher
   * @param timeout after this time without a hand-over, the new process is stopped
   * @param isHandedOver true once it serves
   * @param giveUp asked at the end of the timeout; false if it may be about to serve, so that it gets the same time again
   * @param ended gets the reason if it does not
   */
  static void start(
      List<String> arguments,
      Duration timeout,
      BooleanSupplier isHandedOver,
      BooleanSupplier giveUp,
      Consumer<String> ended) {
    Thread thread = new Thread(
        () -> {
          String failure = run(arguments, timeout, isHandedOver, giveUp);
          if (failure != null) {
            ended.accept(failure);
          }
        },
        "lychgate-successor");
    thread.setDaemon(true);
    thread.start();
  }

  private static @Nullable String run(
      List<String> arguments,
      Duration timeout,
      BooleanSupplier isHandedOver,
      BooleanSupplier giveUp) {
    try {
      Process process = new ProcessBuilder(command(arguments)).inheritIO().start();
      do {
        if (process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
          return "the new process has ended with code " + process.exitValue();
        }
        if (isHandedOver.getAsBoolean()) {
          return null;
        }
      } while (!giveUp.getAsBoolean());
      process.destroyForcibly();
      return "the new process was not ready within " + timeout.toSeconds() + " s";
    } catch (IOException e) {
      return "the new process cannot be started: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static List<String> command(List<String> arguments) throws IOException {
    String launcher = System.getenv(LAUNCHER);
    if (launcher != null && Files.isExecutable(Path.of(launcher))) {
      List<String> command = new ArrayList<>(List.of(launcher));
      command.addAll(arguments);
      return command;
    }
    String line = Files.readString(Path.of("/proc/self/cmdline"), StandardCharsets.UTF_8);
    List<String> command = new ArrayList<>(Arrays.asList(line.split("\0", -1)));
    // The last argument ends with a null character, too.
    command.remove(command.size() - 1);
    return command;
  }
}
