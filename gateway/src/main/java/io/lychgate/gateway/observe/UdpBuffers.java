package io.lychgate.gateway.observe;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The buffer sizes that the kernel grants to a UDP socket. It silently grants no more than the system's maximum. With smaller
 * buffers, packets of a burst are lost although the link carried them.
 *
 * @param wantedBytes the configured size
 */
public record UdpBuffers(int wantedBytes, int receiveBytes, int sendBytes) {

  /** Requests buffers as a listener does, with a temporary socket. */
  public static UdpBuffers probe(int wantedBytes) throws IOException {
    try (DatagramChannel channel = DatagramChannel.open()) {
      return new UdpBuffers(
          wantedBytes,
          granted(channel, StandardSocketOptions.SO_RCVBUF, wantedBytes),
          granted(channel, StandardSocketOptions.SO_SNDBUF, wantedBytes));
    }
  }

  private static int granted(DatagramChannel channel, SocketOption<Integer> option, int wanted)
      throws IOException {
    return channel.setOption(option, wanted).getOption(option);
  }

  public boolean areCapped() {
    return receiveBytes < wantedBytes || sendBytes < wantedBytes;
  }

  /** Returns the command that raises the maximum to the wanted size; empty if it is large enough. */
  public String remedy() {
    List<String> settings = new ArrayList<>();
    if (receiveBytes < wantedBytes) {
      settings.add("net.core.rmem_max=" + wantedBytes);
    }
    if (sendBytes < wantedBytes) {
      settings.add("net.core.wmem_max=" + wantedBytes);
    }
    return settings.isEmpty() ? "" : "sysctl -w " + String.join(" ", settings);
  }
}
