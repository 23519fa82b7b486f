package io.lychgate.jmh.peers;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * HTTP/2 connection over TLS that makes one small request and then stays open. It costs this JVM little, so that thousands of
 * them fit. It implements only the parts of RFC 9113 that it needs.
 */
final class Http2Client implements Closeable {
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int END_STREAM = 0x1;
  private static final int ACK = 0x1;
  private static final int END_HEADERS = 0x4;
  private static final int PRIORITY = 0x20;
  private static final int PRIORITY_BYTES = 5;
  private static final int PING_BYTES = 8;

  private final SSLSocket socket;

  private Http2Client(SSLSocket socket) {
    this.socket = socket;
  }

  /** Connects from {@code source}, a loopback address, to 127.0.0.1. */
  static Http2Client connect(int port, InetAddress source, SSLContext context) throws IOException {
    Socket plain = new Socket();
    try {
      plain.setTcpNoDelay(true);
      plain.setSoTimeout(TIMEOUT_MILLIS);
      plain.bind(new InetSocketAddress(source, 0));
      plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
      SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket(plain, "localhost", port, true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      parameters.setProtocols(new String[] {"TLSv1.3"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return new Http2Client(socket);
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  /** Requests a path on stream 1 and reads the complete response. A status other than 200 is an exception. */
  void get(String path) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(PREFACE);
    frame(out, SETTINGS, 0, 0, new byte[0]);
    frame(out, HEADERS, END_STREAM | END_HEADERS, 1, request(path));
    socket.getOutputStream().write(out.toByteArray());
    DataInputStream in = new DataInputStream(socket.getInputStream());
    boolean isDone = false;
    while (!isDone) {
      isDone = readFrame(in).isEndOfResponse();
    }
  }

  /** Throws if the connection is closed: sends a PING (RFC 9113 6.7), and reads until its ACK arrives. */
  void requireOpen() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    frame(out, PING, 0, 0, new byte[PING_BYTES]);
    socket.getOutputStream().write(out.toByteArray());
    DataInputStream in = new DataInputStream(socket.getInputStream());
    boolean isAcknowledged = false;
    while (!isAcknowledged) {
      isAcknowledged = readFrame(in).isPingAck();
    }
  }

  /** Returns a header block. RFC 7541 A: indexes 2 and 7 of the static table; 1 and 4 name :authority and :path. */
  private static byte[] request(String path) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(0x82);
    block.write(0x87);
    literal(block, 0x04, path);
    literal(block, 0x01, "localhost");
    return block.toByteArray();
  }

  private static void literal(ByteArrayOutputStream block, int prefix, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
    block.write(prefix);
    block.write(bytes.length);
    block.writeBytes(bytes);
  }

  private static void frame(
      ByteArrayOutputStream out, int type, int flags, int stream, byte[] body) {
    out.write(0);
    out.write(body.length >> 8);
    out.write(body.length);
    out.write(type);
    out.write(flags);
    out.writeBytes(new byte[] {0, 0, 0, (byte) stream});
    out.writeBytes(body);
  }

  private record Frame(int type, int flags, int stream) {

    boolean isEndOfResponse() {
      return stream == 1 && type <= HEADERS && (flags & END_STREAM) != 0;
    }

    boolean isPingAck() {
      return type == PING && (flags & ACK) != 0;
    }
  }

  private Frame readFrame(DataInputStream in) throws IOException {
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    byte[] body = in.readNBytes(length);
    if (body.length < length || type == GOAWAY) {
      throw new EOFException("response: connection closed (expected: 200)");
    }
    if (type == SETTINGS && (flags & ACK) == 0) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      frame(out, SETTINGS, ACK, 0, new byte[0]);
      socket.getOutputStream().write(out.toByteArray());
    }
    if (type == HEADERS) {
      // RFC 9113 6.2: the HEADERS frame of a response may carry a priority, too; Vert.x does that.
      requireOk(body, (flags & PRIORITY) == 0 ? 0 : PRIORITY_BYTES);
    }
    return new Frame(type, flags, stream);
  }

  /** Throws unless the status is 200, index 8 (RFC 7541 A). A size update of the table may stand before it (6.3). */
  private static void requireOk(byte[] block, int start) throws IOException {
    int at = start;
    while (at < block.length && (block[at] & 0xe0) == 0x20) {
      at += (block[at] & 0x1f) == 0x1f ? varintLength(block, at) : 1;
    }
    if (at >= block.length || (block[at] & 0xff) != 0x88) {
      throw new IOException("response: a status other than 200 (expected: 200)");
    }
  }

  private static int varintLength(byte[] block, int at) {
    int length = 2;
    while (at + length <= block.length && (block[at + length - 1] & 0x80) != 0) {
      length++;
    }
    return length;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
