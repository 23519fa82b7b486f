package io.lychgate.gateway.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A Python environment with aioquic (QUIC, HTTP/3) and ls-qpack. If it cannot be installed, the test is skipped with the reason.
 */
public final class Aioquic {
  private static final String PACKAGE = "aioquic==1.7.2";

  /** The folder of the Python programs. */
  private static final Path PROGRAMS = Path.of("src/test/e2e/http3").toAbsolutePath();

  private Aioquic() {}

  /** Creates an environment in a folder unless there is one, and returns the command that runs Python. */
  public static String python(Path folder) throws Exception {
    assumeTrue(
        Program.isOnPath("python3"),
        "python3: not on PATH (expected: Python 3.10 or newer with pip)");
    Path python = folder.resolve("venv/bin/python").toAbsolutePath();
    if (!Files.exists(python)) {
      Program.Ended made = Program.run(folder, "python3", "-m", "venv", "venv");
      assumeTrue(made.isGood(), "python3 -m venv: " + made.output());
      Program.Ended fetched =
          Program.run(folder, python.toString(), "-m", "pip", "install", "-q", PACKAGE);
      assumeTrue(fetched.isGood(), PACKAGE + ": cannot be fetched: " + fetched.output());
    }
    return python.toString();
  }

  public static String program(String name) {
    return PROGRAMS.resolve(name).toString();
  }
}
