package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A port that neither accepts nor refuses: its queue is full, so that the system drops connection attempts. */
public final class SilentServer implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 200;
  private static final int MOST = 20;

  private final ServerSocket server;
  private final List<Socket> queued = new ArrayList<>();

  private SilentServer(ServerSocket server) {
    this.server = server;
  }

  public static SilentServer start() {
    return start(InetAddress.getLoopbackAddress(), 0);
  }

  /** @param port 0 for one that the system chooses */
  public static SilentServer start(InetAddress address, int port) {
    try {
      SilentServer silent = new SilentServer(new ServerSocket(port, 1, address));
      silent.fill();
      return silent;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The system does not define how many connections a queue of one holds. */
  private void fill() throws IOException {
    for (int i = 0; i < MOST; i++) {
      Socket client = new Socket();
      queued.add(client);
      try {
        client.connect(new InetSocketAddress(server.getInetAddress(), port()), PATIENCE_MILLIS);
      } catch (SocketTimeoutException full) {
        return;
      }
    }
    throw new IllegalStateException("queue: takes " + MOST + " connections (expected: fewer)");
  }

  public int port() {
    return server.getLocalPort();
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket client : queued) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
