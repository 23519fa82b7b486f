package io.lychgate.gateway.observe;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * What the kernel gives a UDP socket when it is asked for buffers. It gives no more than an administrator allows, and says
 * nothing: packets of a burst are lost then although the link carried them.
 *
 * @param wantedBytes of the configuration
 */
public record UdpBuffers(int wantedBytes, int receiveBytes, int sendBytes) {

  /** Asks for buffers as a listener does, with a socket that is closed again. */
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

  /** What to type so that the buffers become what they should be; empty when they are. */
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
