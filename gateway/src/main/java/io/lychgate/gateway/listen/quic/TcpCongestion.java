package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.config.listener.CongestionControl;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The kernel's congestion control for TCP. An operator's choice for the machine's paths applies to HTTP/2. With another one for
 * QUIC, HTTP/3 would be slower or faster for an unrelated reason.
 */
final class TcpCongestion {
  private final Path setting;

  TcpCongestion() {
    this(Path.of("/proc/sys/net/ipv4/tcp_congestion_control"));
  }

  TcpCongestion(Path setting) {
    this.setting = setting;
  }

  /**
   * Returns QUIC's congestion control that is most similar to TCP's. Returns CUBIC (RFC 9438) if QUIC has none or the setting
   * cannot be read.
   */
  CongestionControl asForQuic() {
    // In one system call: a second read of such a file returns its end, wherever the first read
    // ended.
    try (BufferedReader in = Files.newBufferedReader(setting, StandardCharsets.US_ASCII)) {
      String name = String.valueOf(in.readLine()).strip();
      // Kernels with later versions of BBR name them bbr2 and bbr3.
      return name.startsWith(CongestionControl.BBR.token())
          ? CongestionControl.BBR
          : CongestionControl.of(name).orElse(CongestionControl.CUBIC);
    } catch (IOException e) {
      return CongestionControl.CUBIC;
    }
  }
}
