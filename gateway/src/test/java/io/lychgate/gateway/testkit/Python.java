package io.lychgate.gateway.testkit;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;

/** Environments of Python, one for each package. They are kept between runs, as the builds of {@link OtherClients} are. */
public final class Python {
  private Python() {}

  /**
   * Returns the command that runs Python with this package ({@code name==version}). Installs the package first, unless an earlier call
   * on this machine has done so. If it cannot be installed, the test is skipped with the reason.
   */
  public static synchronized String with(String requirement) throws Exception {
    assumeTrue(
        Program.isOnPath("python3"),
        "python3: not on PATH (expected: Python 3.10 or newer with pip)");
    Path home = OtherClients.cache().resolve("lychgate/python-" + requirement);
    Path python = home.resolve("venv/bin/python");
    Path complete = home.resolve("complete");
    Files.createDirectories(home);
    // Another JVM of the tests may install it at the same time.
    try (FileChannel file = FileChannel.open(home.resolve("lock"), CREATE, WRITE);
        FileLock lock = file.lock()) {
      assumeTrue(lock.isValid());
      if (!Files.exists(complete) || !Files.exists(python)) {
        Program.Ended made = Program.run(home, "python3", "-m", "venv", "--clear", "venv");
        assumeTrue(made.isGood(), "python3 -m venv: " + made.output());
        Program.Ended fetched =
            Program.run(home, python.toString(), "-m", "pip", "install", "-q", requirement);
        assumeTrue(fetched.isGood(), requirement + ": cannot be fetched: " + fetched.output());
        Files.writeString(complete, "");
      }
    }
    return python.toString();
  }
}
