package io.lychgate.gateway.testkit;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An HTTP/1.1 server for load: it responds to each request with its name, and keeps nothing but numbers. Requests have no body. It never
 * closes a connection by itself.
 */
public final class CountingOrigin implements AutoCloseable {
  private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};

  private final String name;
  private final ServerSocket server;
  private final AtomicLong served = new AtomicLong();
  private final AtomicInteger accepted = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private CountingOrigin(String name, ServerSocket server) {
    this.name = name;
    this.server = server;
  }

  public static CountingOrigin start(String name) {
    try {
      CountingOrigin origin =
          new CountingOrigin(name, new ServerSocket(0, 200, InetAddress.getLoopbackAddress()));
      daemon(origin::accept);
      return origin;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "counting-origin");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        accepted.incrementAndGet();
        open.add(socket);
        if (server.isClosed()) {
          // The system has accepted it while the server was being closed.
          socket.close();
        }
        daemon(() -> serve(socket));
      }
    } catch (IOException closed) {
      // The test has ended the server.
    }
  }

  private void serve(Socket socket) {
    byte[] response = ("HTTP/1.1 200 OK\r\nContent-Length: " + name.length() + "\r\n\r\n" + name)
        .getBytes(StandardCharsets.US_ASCII);
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (readRequest(in)) {
        served.incrementAndGet();
        socket.getOutputStream().write(response);
      }
    } catch (IOException ended) {
      // By the gateway, or by the test.
    } finally {
      open.remove(socket);
    }
  }

  /** Reads a request, whose body is empty even if it is chunked. Returns false at the end of the connection. */
  private static boolean readRequest(InputStream in) throws IOException {
    String head = readBlock(in);
    if (head.toLowerCase(Locale.ROOT).contains("\ntransfer-encoding: chunked\r")) {
      return !readBlock(in).isEmpty();
    }
    return !head.isEmpty();
  }

  /** Returns the text up to the next empty line; an empty text at the end of the connection. */
  private static String readBlock(InputStream in) throws IOException {
    StringBuilder block = new StringBuilder();
    int matched = 0;
    for (int next = in.read(); next >= 0; next = in.read()) {
      block.append((char) next);
      if (next == END_OF_HEAD[matched]) {
        matched++;
      } else {
        matched = next == '\r' ? 1 : 0;
      }
      if (matched == END_OF_HEAD.length) {
        return block.toString();
      }
    }
    return "";
  }

  public String name() {
    return name;
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Returns the number of requests so far. */
  public long served() {
    return served.get();
  }

  /** Returns the number of connections that were accepted. */
  public int connections() {
    return accepted.get();
  }

  /** Returns the number of connections that are open now. */
  public int openConnections() {
    return open.size();
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
