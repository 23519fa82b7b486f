package io.lychgate.jmh.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AbuseBenchTest {
  @Test
  void unknownPeerIsWrongUsage() {
    StringWriter errors = new StringWriter();
    CommandLine command = AbuseBench.command().setErr(new PrintWriter(errors));

    assertThat(command.execute("--peers", "unknown")).isEqualTo(2);
    assertThat(errors.toString()).contains("--peers: unknown (expected: lychgate, nginx, haproxy");
  }

  @Test
  void bystanderAndSinkAreNotMeasuredTogether() {
    StringWriter errors = new StringWriter();
    CommandLine command = AbuseBench.command().setErr(new PrintWriter(errors));

    assertThat(command.execute("--peers", "lychgate", "--sink", "--bystander")).isEqualTo(2);
    assertThat(errors.toString()).contains("--bystander: with --sink (expected: one of the two)");
  }

  @Test
  void zeroSecondsIsWrongUsage() {
    CommandLine command = AbuseBench.command().setErr(new PrintWriter(new StringWriter()));

    assertThat(command.execute("--peers", "lychgate", "--seconds", "0")).isEqualTo(2);
  }
}
