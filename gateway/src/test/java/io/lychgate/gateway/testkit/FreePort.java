package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports without a listener over TCP and UDP. They are below those that the kernel hands out, so that none of the
 * tests that run beside gets one by asking for any port.
 */
public final class FreePort {
  private static final int FIRST = 10_000;
  private static final int END = 32_000;
  private static final int ATTEMPTS = 100;

  private FreePort() {}

  /** One of them, on every address of this machine. */
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
