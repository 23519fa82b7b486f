package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports without a listener over TCP and UDP. They are below the ephemeral ports of the kernel, so that no parallel test gets one by
 * asking for any port.
 */
public final class FreePort {
  private static final int FIRST = 10_000;
  private static final int END = 32_000;
  private static final int ATTEMPTS = 100;

  private FreePort() {}

  /** Returns a port that is free on every address of this machine. */
  public static int find() {
    IOException last = null;
    for (int i = 0; i < ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      try (DatagramSocket udp = new DatagramSocket(port);
          ServerSocket tcp = new ServerSocket(udp.getLocalPort())) {
        return tcp.getLocalPort();
      } catch (IOException taken) {
        last = taken;
      }
    }
    throw new IllegalStateException("ports: none free of " + ATTEMPTS, last);
  }
}
