package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.CongestionControl;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The congestion control that the kernel has for TCP. An operator's choice for the machine's paths holds for HTTP/2; with
 * another one for QUIC, HTTP/3 would be slower (or faster) for a reason that has nothing to do with it.
 */
final class TcpCongestion {
  private final Path setting;

  TcpCongestion() {
    this(Path.of("/proc/sys/net/ipv4/tcp_congestion_control"));
  }

  TcpCongestion(Path setting) {
    this.setting = setting;
  }

  /** Of those that QUIC has, the one that is most like TCP's; CUBIC (RFC 9438) for what it does not have or cannot be read. */
  CongestionControl asForQuic() {
    // In one system call: a second read of such a file finds its end, wherever the first one ended.
    try (BufferedReader in = Files.newBufferedReader(setting, StandardCharsets.US_ASCII)) {
      String name = String.valueOf(in.readLine()).strip();
      // The kernels with later versions of BBR call them bbr2 and bbr3.
      return name.startsWith(CongestionControl.BBR.token())
          ? CongestionControl.BBR
          : CongestionControl.of(name).orElse(CongestionControl.CUBIC);
    } catch (IOException e) {
      return CongestionControl.CUBIC;
    }
  }
}
