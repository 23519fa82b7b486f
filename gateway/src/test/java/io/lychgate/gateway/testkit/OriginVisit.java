package io.lychgate.gateway.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One request at the {@link ScriptedOrigin}, and methods to send a valid or invalid response. */
public final class OriginVisit {
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final String head;
  private boolean bodyRead;
  private boolean keepAlive = true;
  private String trailers = "";

  private OriginVisit(Socket socket, InputStream in, String head) throws IOException {
    this.socket = socket;
    this.in = in;
    this.out = socket.getOutputStream();
    this.head = head;
  }

  /** Waits for the next request of a connection; null if the peer ends the connection instead. */
  static @Nullable OriginVisit next(Socket socket, @Nullable OriginVisit previous)
      throws IOException {
    if (previous != null) {
      previous.body();
    }
    InputStream in =
        previous == null ? new BufferedInputStream(socket.getInputStream()) : previous.in;
    String head = readHead(in);
    return head.isEmpty() ? null : new OriginVisit(socket, in, head);
  }

  private static String readHead(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
      text.append(line).append('\n');
    }
    return text.toString();
  }

  private static String readLine(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int value = in.read(); value >= 0 && value != '\n'; value = in.read()) {
      if (value != '\r') {
        line.write(value);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  /** Returns the request line and the received fields, one per line. */
  public String head() {
    return head;
  }

  public String path() {
    return target().replaceFirst("\\?.*", "");
  }

  public String target() {
    return head.split(" ", 3)[1];
  }

  /** Returns the value of a field, or an empty string if the request has none. */
  public String field(String name) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
        .map(line -> line.substring(prefix.length()).strip())
        .findFirst()
        .orElse("");
  }

  /** Reads the body to its end. Returns an empty array if it was read before. */
  public byte[] body() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    if (bodyRead) {
      return new byte[0];
    }
    bodyRead = true;
    if (field("transfer-encoding").equals("chunked")) {
      int size = chunkSize();
      while (size > 0) {
        all.write(in.readNBytes(size));
        readLine(in);
        size = chunkSize();
      }
      trailers = readHead(in);
    } else if (!field("content-length").isEmpty()) {
      all.write(in.readNBytes(Integer.parseInt(field("content-length"))));
    }
    return all.toByteArray();
  }

  private int chunkSize() throws IOException {
    String line = readLine(in);
    if (line.isEmpty()) {
      throw new EOFException("chunk size: none");
    }
    return Integer.parseInt(line, 16);
  }

  /** Returns the trailer section, after {@link #body()}. */
  public String trailers() {
    return trailers;
  }

  /** Returns the raw bytes of the connection, for a script that reads at its own pace. */
  public InputStream in() {
    bodyRead = true;
    return in;
  }

  /** Lets the server take this time, because a test measures it. It is no wait for something that happens elsewhere. */
  public void think(Duration time) throws InterruptedException {
    Thread.sleep(time.toMillis());
  }

  /** Sends a whole response with a body of known length. */
  public void respond(int status, String body, String... fields) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " As Scripted\r\n");
    for (String field : fields) {
      text.append(field).append("\r\n");
    }
    text.append("Content-Length: ").append(bytes.length).append("\r\n\r\n");
    send(text.toString());
    if (!head.startsWith("HEAD ")) {
      send(bytes, bytes.length);
    }
  }

  /** Sends raw bytes. */
  public void send(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    send(bytes, bytes.length);
  }

  public void send(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
    out.flush();
  }

  /** Ends the connection after the bytes sent so far. */
  public void close() throws IOException {
    keepAlive = false;
    socket.close();
  }

  /** Ends the connection with a RST. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    close();
  }

  /** Reads until the peer ends the connection. */
  public void hang() throws IOException {
    keepAlive = false;
    // Only the end of the connection is relevant, not its bytes.
    while (in.read() >= 0) {
      bodyRead = true;
    }
  }

  boolean keepsAlive() {
    return keepAlive && !socket.isClosed();
  }
}
