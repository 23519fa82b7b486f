package io.lychgate.jmh.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class OpenFilesTest {

  @Test
  void readsTheLimitInForce() {
    String limits = """
        Max processes             96374                96374                processes
        Max open files            20000                1048576              files
        """;

    assertThat(OpenFiles.limitIn(limits)).isEqualTo(20_000);
    assertThat(OpenFiles.limitIn(limits.replace("20000  ", "unlimited"))).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void roundsTheLimitDownToThousands() throws IOException {
    assertThat(OpenFiles.allowed(10)).isEqualTo(10);
    assertThat(OpenFiles.allowed(2_000_000_000))
        .isLessThan(2_000_000_000)
        .matches(connections -> connections % 1000 == 0);
  }

  @Test
  void errorNamesTheRemedy() throws IOException {
    OpenFiles.require(10);

    assertThatThrownBy(() -> OpenFiles.require(2_000_000_000))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ulimit -n");
  }
}
