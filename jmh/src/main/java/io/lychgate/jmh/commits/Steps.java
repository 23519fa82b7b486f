package io.lychgate.jmh.commits;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Commands without a timeout, whose output goes to the terminal. */
final class Steps {
  private Steps() {}

  /** Runs a command. A status other than 0 is an exception that names {@code what} failed. */
  static void run(List<String> command, Path directory, String what) throws IOException {
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).inheritIO().start();
    try {
      int status = process.waitFor();
      if (status != 0) {
        throw new IOException(what + ": failed with status " + status);
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException(what + ": interrupted", e);
    }
  }
}
