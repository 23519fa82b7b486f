package io.lychgate.jmh.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class ScaleBenchTest {
  private static final int WRONG_USE = 2;

  private final StringWriter said = new StringWriter();

  @Test
  void anUnknownDimensionIsWrongUseAndTheKnownOnesAreNamed() {
    assertThat(execute("--dimensions", "routes,rivers")).isEqualTo(WRONG_USE);
    assertThat(said.toString())
        .contains("--dimensions: rivers (expected: routes, connections, rules, cookie, revisions)");
  }

  @Test
  void aRunHasARoundAndARequest() {
    assertThat(execute("--rounds", "0")).isEqualTo(WRONG_USE);
    assertThat(said.toString()).contains("--rounds: 0 (expected: 1 at least)");
    assertThat(execute("--requests", "-1")).isEqualTo(WRONG_USE);
    assertThat(said.toString()).contains("--requests: -1 (expected: 1 at least)");
  }

  private int execute(String... arguments) {
    CommandLine command = ScaleBench.command();
    command.setErr(new PrintWriter(said));
    return command.execute(arguments);
  }
}
