package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** A port that accepts each connection and ends it at once with a RST. */
public final class ResettingServer implements AutoCloseable {
  private final ServerSocket server;
  private final AtomicInteger accepted = new AtomicInteger();

  private ResettingServer(ServerSocket server) {
    this.server = server;
  }

  public static ResettingServer start() {
    try {
      ResettingServer resetting =
          new ResettingServer(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()));
      Thread thread = new Thread(resetting::accept, "resetting-accept");
      thread.setDaemon(true);
      thread.start();
      return resetting;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        Socket client = server.accept();
        accepted.incrementAndGet();
        // Close with a RST.
        client.setSoLinger(true, 0);
        client.close();
      }
    } catch (IOException closed) {
      // The test has ended.
    }
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Connections accepted so far. */
  public int connections() {
    return accepted.get();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
