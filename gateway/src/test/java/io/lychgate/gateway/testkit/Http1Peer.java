package io.lychgate.gateway.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A client that sends bytes exactly as a test writes them, and reads whole HTTP/1.1 responses. */
public final class Http1Peer implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 15_000;

  private final Socket socket;
  private final InputStream in;

  private Http1Peer(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
  }

  public static Http1Peer connect(int port) {
    try {
      return on(new Socket(InetAddress.getLoopbackAddress(), port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Uses a socket of the test, such as one with TLS. */
  public static Http1Peer on(Socket socket) {
    try {
      socket.setSoTimeout(PATIENCE_MILLIS);
      return new Http1Peer(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A response: status line and fields as text, lower-case fields for lookup, the body without its framing. */
  public record Response(int status, String head, String body, String trailers, boolean complete) {
    /** Returns true if the head has this line, with its name in lower case. */
    public boolean has(String line) {
      return head.lines().anyMatch(line::equals);
    }
  }

  public Http1Peer send(String bytes) {
    return send(bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  public Http1Peer send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Socket socket() {
    return socket;
  }

  /** Reads the next response to a request other than HEAD. */
  public Response read() {
    return read(false);
  }

  /** Reads the next response. */
  public Response read(boolean toHead) {
    try {
      String head = readHead();
      if (head.isEmpty()) {
        return new Response(0, "", "", "", false);
      }
      int status = Integer.parseInt(head.split(" ", 3)[1]);
      if (toHead || status < 200 || status == 204 || status == 304) {
        return new Response(status, head, "", "", true);
      }
      return body(status, head);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Response body(int status, String head) throws IOException {
    String lower = head.toLowerCase(Locale.ROOT);
    if (!lower.contains("\ntransfer-encoding: chunked\n")) {
      int at = lower.indexOf("\ncontent-length: ");
      int length = at < 0
          ? Integer.MAX_VALUE
          : Integer.parseInt(lower.substring(at + 17, lower.indexOf('\n', at + 17)));
      byte[] body = in.readNBytes(length);
      return new Response(status, head, text(body), "", at < 0 || body.length == length);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    while (true) {
      String size = readLine();
      if (size.isEmpty()) {
        return new Response(status, head, all.toString(StandardCharsets.ISO_8859_1), "", false);
      }
      if (size.equals("0")) {
        String trailers = readHead();
        return new Response(
            status, head, all.toString(StandardCharsets.ISO_8859_1), trailers, true);
      }
      all.write(in.readNBytes(Integer.parseInt(size, 16)));
      readLine();
    }
  }

  /** Returns true if the peer has ended the connection, by FIN or RST, and sends nothing more. */
  public boolean isEnded() {
    try {
      return in.read() < 0;
    } catch (SocketTimeoutException silence) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  private String readHead() throws IOException {
    StringBuilder head = new StringBuilder();
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      head.append(line).append('\n');
    }
    return head.toString();
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int value = in.read(); value >= 0 && value != '\n'; value = in.read()) {
      if (value != '\r') {
        line.write(value);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
