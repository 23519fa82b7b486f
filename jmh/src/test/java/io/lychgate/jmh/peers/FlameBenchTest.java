package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class FlameBenchTest {
  private static final int WRONG_USE = 2;

  private final StringWriter said = new StringWriter();

  @Test
  void aScenarioThatIsNotAboutProcessorTimeIsWrongUse() {
    assertThat(execute("--scenarios", "h2-1k,idle")).isEqualTo(WRONG_USE);
    assertThat(said.toString()).contains("--scenarios: idle (expected: h2-1k, h1-1k,");
  }

  @Test
  void theProfilersLibraryIsThereForUsualProcessors() {
    assertThat(FlameGraph.class.getResource("/linux-x64/libasyncProfiler.so")).isNotNull();
    assertThat(FlameGraph.class.getResource("/linux-arm64/libasyncProfiler.so")).isNotNull();
  }

  private int execute(String... arguments) {
    CommandLine command = FlameBench.command();
    command.setErr(new PrintWriter(said));
    return command.execute(arguments);
  }
}
