package io.lychgate.jmh.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class ScaleBenchTest {
  private static final int WRONG_USAGE = 2;

  private final StringWriter errors = new StringWriter();

  @Test
  void unknownDimensionIsWrongUsageAndTheErrorListsTheKnownOnes() {
    assertThat(execute("--dimensions", "routes,rivers")).isEqualTo(WRONG_USAGE);
    assertThat(errors.toString())
        .contains("--dimensions: rivers (expected: routes, connections, rules, cookie, revisions)");
  }

  @Test
  void runNeedsARoundAndARequest() {
    assertThat(execute("--rounds", "0")).isEqualTo(WRONG_USAGE);
    assertThat(errors.toString()).contains("--rounds: 0 (expected: 1 at least)");
    assertThat(execute("--requests", "-1")).isEqualTo(WRONG_USAGE);
    assertThat(errors.toString()).contains("--requests: -1 (expected: 1 at least)");
  }

  private int execute(String... arguments) {
    CommandLine command = ScaleBench.command();
    command.setErr(new PrintWriter(errors));
    return command.execute(arguments);
  }
}
