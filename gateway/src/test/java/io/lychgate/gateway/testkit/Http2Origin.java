package io.lychgate.gateway.testkit;

import io.lychgate.gateway.testkit.Http2Peer.Frame;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** An HTTP/2 server in plain text whose connections follow a script, frame by frame, also against the RFC. */
public final class Http2Origin implements AutoCloseable {
  private final ServerSocket server;
  private final Script script;
  private final int[] settings;
  private final AtomicInteger accepted = new AtomicInteger();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();

  private Http2Origin(ServerSocket server, Script script, int... settings) {
    this.server = server;
    this.script = script;
    this.settings = settings;
  }

  /** The server's side of one connection. It returns at the end of the connection, which is then closed. */
  public interface Script {
    /** @param number number of the connection, the first is 1 */
    void serve(Http2Peer connection, int number) throws Exception;
  }

  /** Responds to the frame that ends a request. */
  public interface Response {
    void to(Http2Peer connection, int stream, String head) throws Exception;
  }

  /**
   * Starts a server.
   *
   * @param settings identifiers and values in turn
   */
  public static Http2Origin start(Script script, int... settings) {
    try {
      ServerSocket socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
      return new Http2Origin(socket, script, settings).accept();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a script that passes each complete request to the response and gives windows back. */
  public static Script responding(Response response) {
    return (connection, number) -> {
      while (true) {
        Frame frame = connection.read();
        if (frame.type() == Http2Peer.DATA && frame.payload().length > 0) {
          connection.windowUpdate(0, frame.payload().length);
          if (!frame.ends()) {
            connection.windowUpdate(frame.stream(), frame.payload().length);
          }
        }
        if (frame.ends()) {
          response.to(connection, frame.stream(), headOf(connection, frame.stream()));
        }
      }
    };
  }

  /** Returns the fields of the request on this stream. */
  public static String headOf(Http2Peer connection, int stream) {
    return connection.trace().stream()
        .filter(each -> each.type() == Http2Peer.HEADERS && each.stream() == stream)
        .findFirst()
        .map(Frame::fields)
        .orElse("");
  }

  /** Returns the path of the request with these fields. */
  public static String pathOf(String head) {
    return head.lines()
        .filter(line -> line.startsWith(":path: "))
        .findFirst()
        .map(line -> line.substring(7))
        .orElse("");
  }

  /** Sends a complete response. */
  public static void respond(Http2Peer connection, int stream, int status, String body) {
    connection.headers(stream, false, ":status", Integer.toString(status));
    connection.data(stream, true, body.getBytes(StandardCharsets.UTF_8));
  }

  private Http2Origin accept() {
    daemon("http2-origin-accept", () -> {
      while (!server.isClosed()) {
        Socket socket = server.accept();
        sockets.add(socket);
        int number = accepted.incrementAndGet();
        daemon("http2-origin-" + number, () -> {
          try (socket) {
            script.serve(Http2Peer.accepted(socket, settings), number);
          }
        });
      }
    });
    return this;
  }

  private interface Task {
    void run() throws Exception;
  }

  private void daemon(String name, Task task) {
    Thread thread = new Thread(
        () -> {
          try {
            task.run();
          } catch (SocketException | EOFException closed) {
            // The other side, or the test, has ended.
          } catch (UncheckedIOException closed) {
            // The same.
          } catch (Exception | AssertionError failed) {
            failures.add(failed);
          }
        },
        name);
    thread.setDaemon(true);
    thread.start();
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Returns the number of connections that were accepted. */
  public int connections() {
    return accepted.get();
  }

  /** Returns the number of accepted connections that this side has not closed. */
  public long openConnections() {
    return sockets.stream().filter(each -> !each.isClosed()).count();
  }

  /** Returns what went wrong in the scripts. */
  public List<Throwable> failures() {
    return List.copyOf(failures);
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
