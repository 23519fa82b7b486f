package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A port that accepts connections and then neither reads nor writes. */
public final class MuteServer implements AutoCloseable {
  private final ServerSocket server;
  private final List<Socket> accepted = new CopyOnWriteArrayList<>();

  private MuteServer(ServerSocket server) {
    this.server = server;
  }

  public static MuteServer start() {
    try {
      MuteServer mute = new MuteServer(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()));
      Thread thread = new Thread(mute::accept, "mute-accept");
      thread.setDaemon(true);
      thread.start();
      return mute;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        accepted.add(server.accept());
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
    return accepted.size();
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket each : accepted) {
        each.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
