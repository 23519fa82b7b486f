package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A network between a client and a server that gets slow, stops to forward bytes, or cuts connections. */
public final class TcpRelay implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final ServerSocket listening;
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile long delayNanos;
  private volatile boolean stalls;
  private volatile boolean isCut;

  private TcpRelay(int target) throws IOException {
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.target = target;
  }

  /** @param target port of the server on this machine */
  public static TcpRelay start(int target) throws IOException {
    TcpRelay relay = new TcpRelay(target);
    thread(relay::accept);
    return relay;
  }

  public int port() {
    return listening.getLocalPort();
  }

  /** Forwards each piece this much later. */
  public void delay(long millis) {
    delayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Accepts connections and forwards nothing, until {@link #pass}. */
  public void stall() {
    stalls = true;
  }

  /** Closes all connections, and each new one, until {@link #pass}. */
  public void cut() {
    isCut = true;
    sockets.forEach(TcpRelay::end);
  }

  public void pass() {
    delayNanos = 0;
    stalls = false;
    isCut = false;
  }

  private static void thread(Runnable work) {
    Thread thread = new Thread(work, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (true) {
      try {
        Socket client = listening.accept();
        sockets.add(client);
        if (isCut) {
          end(client);
          continue;
        }
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(server);
        thread(() -> forward(client, server));
        thread(() -> forward(server, client));
      } catch (IOException e) {
        if (listening.isClosed()) {
          return;
        }
      }
    }
  }

  private void forward(Socket from, Socket to) {
    byte[] bytes = new byte[16_384];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      int read;
      while ((read = in.read(bytes)) >= 0) {
        LockSupport.parkNanos(delayNanos);
        while (stalls && !to.isClosed()) {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
        out.write(bytes, 0, read);
      }
    } catch (IOException e) {
      // The other side learns it by the end of its connection.
    }
    end(from);
    end(to);
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It has ended.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    cut();
    sockets.clear();
  }
}
