package io.lychgate.jmh.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class AbuseBenchTest {
  @Test
  void unknownPeerIsWrongUse() {
    StringWriter said = new StringWriter();
    CommandLine command = AbuseBench.command().setErr(new PrintWriter(said));

    assertThat(command.execute("--peers", "nobody")).isEqualTo(2);
    assertThat(said.toString()).contains("--peers: nobody (expected: lychgate, nginx, haproxy");
  }

  @Test
  void lengthOfNothingIsWrongUse() {
    CommandLine command = AbuseBench.command().setErr(new PrintWriter(new StringWriter()));

    assertThat(command.execute("--peers", "lychgate", "--seconds", "0")).isEqualTo(2);
  }
}
