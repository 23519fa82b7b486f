package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** An HTTP/1.1 server on a UNIX socket, which responds to each request without a body. */
public final class UnixOrigin implements AutoCloseable {
  private final ServerSocketChannel server;
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();

  private UnixOrigin(Path path) throws IOException {
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)
        .bind(UnixDomainSocketAddress.of(path));
    run(this::accept);
  }

  public static UnixOrigin start(Path path) {
    try {
      return new UnixOrigin(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all request heads so far. */
  public List<String> heads() {
    return List.copyOf(heads);
  }

  /** Connections accepted so far. */
  public int connections() {
    return connections.get();
  }

  private void accept() {
    try {
      while (true) {
        SocketChannel client = server.accept();
        connections.incrementAndGet();
        run(() -> serve(client));
      }
    } catch (IOException closed) {
      // The test has ended.
    }
  }

  private void serve(SocketChannel client) {
    try (client) {
      StringBuilder text = new StringBuilder();
      ByteBuffer in = ByteBuffer.allocate(16 * 1024);
      while (client.read(in.clear()) >= 0) {
        text.append(StandardCharsets.ISO_8859_1.decode(in.flip()));
        for (int end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
          heads.add(text.substring(0, end));
          text.delete(0, end + 4);
          client.write(ByteBuffer.wrap("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nunix"
              .getBytes(StandardCharsets.ISO_8859_1)));
        }
      }
    } catch (IOException gone) {
      // The peer ended the connection.
    }
  }

  private static void run(Runnable work) {
    Thread thread = new Thread(work, "unix-origin");
    thread.setDaemon(true);
    thread.start();
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
