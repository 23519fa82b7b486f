package io.lychgate.gateway.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One request at the {@link ScriptedOrigin}, and the means to answer it well or badly. */
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

  /** Waits for the next request of a connection; null when the other side ends it instead. */
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
    for (int octet = in.read(); octet >= 0 && octet != '\n'; octet = in.read()) {
      if (octet != '\r') {
        line.write(octet);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  /** Request line and fields as they came, a line each. */
  public String head() {
    return head;
  }

  public String path() {
    return target().replaceFirst("\\?.*", "");
  }

  public String target() {
    return head.split(" ", 3)[1];
  }

  /** The value of a field, empty when the request has none. */
  public String field(String name) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
        .map(line -> line.substring(prefix.length()).strip())
        .findFirst()
        .orElse("");
  }

  /** Reads the body to its end; empty when it was read before. */
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

  /** The trailer section, after {@link #body()}. */
  public String trailers() {
    return trailers;
  }

  /** Raw octets of the connection, for a script that reads at its own pace. */
  public InputStream in() {
    bodyRead = true;
    return in;
  }

  /** A whole response with a body of known length. */
  public void respond(int status, String body, String... fields) throws IOException {
    byte[] octets = body.getBytes(StandardCharsets.UTF_8);
    StringBuilder text = new StringBuilder("HTTP/1.1 " + status + " As Scripted\r\n");
    for (String field : fields) {
      text.append(field).append("\r\n");
    }
    text.append("Content-Length: ").append(octets.length).append("\r\n\r\n");
    send(text.toString());
    if (!head.startsWith("HEAD ")) {
      send(octets, octets.length);
    }
  }

  /** Octets as they are. */
  public void send(String text) throws IOException {
    byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
    send(octets, octets.length);
  }

  public void send(byte[] octets, int length) throws IOException {
    out.write(octets, 0, length);
    out.flush();
  }

  /** Ends the connection after what was sent. */
  public void close() throws IOException {
    keepAlive = false;
    socket.close();
  }

  /** Ends the connection with a RST. */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    close();
  }

  /** Does nothing until the other side has had enough. */
  public void hang() throws IOException {
    keepAlive = false;
    // What comes now is of no interest; only the end is.
    while (in.read() >= 0) {
      bodyRead = true;
    }
  }

  boolean keepsAlive() {
    return keepAlive && !socket.isClosed();
  }
}
