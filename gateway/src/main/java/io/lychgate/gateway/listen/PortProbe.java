package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.ListenerConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Asks whether a port is free. The sockets of our loops share a port (SO_REUSEPORT), and the kernel would let a second gateway
 * of the same user join them without a word and take half of the connections.
 */
final class PortProbe {
  private PortProbe() {}

  /** The message of the exception names the listener. */
  static void check(ListenerConfig listener) throws IOException {
    try (ServerSocket probe = new ServerSocket()) {
      probe.bind(new InetSocketAddress(listener.host(), listener.port()));
    } catch (IOException e) {
      throw new IOException(
          "listener " + listener.name() + ": " + listener.host() + ":" + listener.port() + ": "
              + e.getMessage(),
          e);
    }
  }
}
