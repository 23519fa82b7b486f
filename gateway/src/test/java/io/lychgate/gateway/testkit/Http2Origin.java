package io.lychgate.gateway.testkit;

import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.testkit.Http2Peer.Frame;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** An HTTP/2 server whose connections follow a script, frame by frame, also against the RFC. */
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

  /** TLS of a server: its certificate, the protocols of ALPN, and the authority of client certificates, or null. */
  public record Tls(
      TlsConfig.Certificate identity,
      List<String> protocols,
      @Nullable Path clientAuthority) {}

  /** Starts a server with TLS. A connection for which it selects HTTP/1.1 gets one response after the other. */
  public static Http2Origin start(Tls tls, Script script, int... settings) {
    try {
      SSLServerSocket socket =
          (SSLServerSocket) TestCertificates.server(tls.identity(), tls.clientAuthority())
              .getServerSocketFactory()
              .createServerSocket(0, 200, InetAddress.getLoopbackAddress());
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(tls.protocols().toArray(String[]::new));
      parameters.setNeedClientAuth(tls.clientAuthority() != null);
      socket.setSSLParameters(parameters);
      return new Http2Origin(socket, script, settings).accept();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void serve(Socket socket, int number) throws Exception {
    if (socket instanceof SSLSocket secure) {
      secure.startHandshake();
      if (!secure.getApplicationProtocol().equals("h2")) {
        serveHttp1(secure);
        return;
      }
    }
    script.serve(Http2Peer.accepted(socket, settings), number);
  }

  private static void serveHttp1(Socket socket) throws IOException {
    BufferedReader in = new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    String line = in.readLine();
    while (line != null) {
      if (line.isEmpty()) {
        socket
            .getOutputStream()
            .write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhttp/1.1"
                .getBytes(StandardCharsets.US_ASCII));
      }
      line = in.readLine();
    }
  }

  /** Returns a script that passes each complete request to the response, gives windows back and responds to PING. */
  public static Script responding(Response response) {
    return (connection, number) -> {
      while (true) {
        Frame frame = connection.read();
        if (frame.type() == Http2Peer.PING && (frame.flags() & Http2Peer.ACK) == 0) {
          connection.send(Http2Peer.PING, Http2Peer.ACK, 0, frame.payload());
        }
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
        if (server.isClosed()) {
          // The system has accepted it while the server was being closed.
          socket.close();
        }
        int number = accepted.incrementAndGet();
        daemon("http2-origin-" + number, () -> {
          try (socket) {
            serve(socket, number);
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
          } catch (SocketException | EOFException | SSLException closed) {
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
