package io.lychgate.gateway.listen.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.CongestionControl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TcpCongestionTest {
  @TempDir
  Path directory;

  @ParameterizedTest
  @CsvSource({"reno, RENO", "cubic, CUBIC", "bbr, BBR", "bbr3, BBR", "dctcp, CUBIC", "'', CUBIC"})
  void quicUsesTheCounterpartOfTheTcpAlgorithm(String tcp, CongestionControl quic)
      throws IOException {
    Path setting = Files.writeString(directory.resolve("tcp_congestion_control"), tcp + "\n");

    assertThat(new TcpCongestion(setting).asForQuic()).isEqualTo(quic);
  }

  @Test
  void isCubicIfTheKernelReportsNothing() {
    assertThat(new TcpCongestion(directory.resolve("none")).asForQuic())
        .isEqualTo(CongestionControl.CUBIC);
  }
}
