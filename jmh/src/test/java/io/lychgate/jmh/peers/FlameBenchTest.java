package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class FlameBenchTest {
  private static final int WRONG_USAGE = 2;

  private final StringWriter errors = new StringWriter();

  @Test
  void scenarioWithoutProcessorTimeIsWrongUsage() {
    assertThat(execute("--scenarios", "h2-1k,idle")).isEqualTo(WRONG_USAGE);
    assertThat(errors.toString())
        .contains("--scenarios: idle (expected: h2-1k, h2-1k-policies, h1-1k,");
  }

  @Test
  void profilerLibraryExistsForX64AndArm64() {
    assertThat(FlameGraph.class.getResource("/linux-x64/libasyncProfiler.so")).isNotNull();
    assertThat(FlameGraph.class.getResource("/linux-arm64/libasyncProfiler.so")).isNotNull();
  }

  private int execute(String... arguments) {
    CommandLine command = FlameBench.command();
    command.setErr(new PrintWriter(errors));
    return command.execute(arguments);
  }
}
