package io.lychgate.gateway.listen;

import io.lychgate.gateway.config.listener.ListenerConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Checks that a port is free. The sockets of the loops share a port (SO_REUSEPORT). The kernel would silently let a second gateway
 * of the same user join them and take half of the connections.
 */
final class PortProbe {
  private PortProbe() {}

  /** Throws if the port is in use. The message of the exception names the listener. */
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
