package io.lychgate.gateway.testkit;

import java.nio.file.Path;

/**
 * A Python environment with aioquic (QUIC, HTTP/3) and ls-qpack. If it cannot be installed, the test is skipped with the reason.
 */
public final class Aioquic {
  private static final String PACKAGE = "aioquic==1.7.2";

  /** The folder of the Python programs. */
  private static final Path PROGRAMS = Path.of("src/test/e2e/http3").toAbsolutePath();

  private Aioquic() {}

  /** Returns the command that runs Python with it. */
  public static String python() throws Exception {
    return Python.with(PACKAGE);
  }

  public static String program(String name) {
    return PROGRAMS.resolve(name).toString();
  }
}
