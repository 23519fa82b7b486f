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
 * One HTTP/2 connection over TLS that asks for one small thing and then stays open. It costs this JVM little, so that
 * thousands of them fit; it knows just enough of RFC 9113 for that.
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
  private static final int PRIORITY_OCTETS = 5;
  private static final int PING_OCTETS = 8;

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

  /** Asks for a path on stream 1 and reads the whole answer; an answer other than 200 is an exception. */
  void get(String path) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(PREFACE);
    frame(out, SETTINGS, 0, 0, new byte[0]);
    frame(out, HEADERS, END_STREAM | END_HEADERS, 1, request(path));
    socket.getOutputStream().write(out.toByteArray());
    DataInputStream in = new DataInputStream(socket.getInputStream());
    boolean isDone = false;
    while (!isDone) {
      isDone = readFrame(in).isEndOfAnswer();
    }
  }

  /** Fails when the connection is no longer what it was: asks for an answer (RFC 9113 6.7), and reads until it is there. */
  void requireOpen() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    frame(out, PING, 0, 0, new byte[PING_OCTETS]);
    socket.getOutputStream().write(out.toByteArray());
    DataInputStream in = new DataInputStream(socket.getInputStream());
    boolean isAnswered = false;
    while (!isAnswered) {
      isAnswered = readFrame(in).isPong();
    }
  }

  /** RFC 7541 A: indexes 2, 7 of the static table; 1 and 4 name :authority and :path. */
  private static byte[] request(String path) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(0x82);
    block.write(0x87);
    literal(block, 0x04, path);
    literal(block, 0x01, "localhost");
    return block.toByteArray();
  }

  private static void literal(ByteArrayOutputStream block, int prefix, String value) {
    byte[] octets = value.getBytes(StandardCharsets.US_ASCII);
    block.write(prefix);
    block.write(octets.length);
    block.writeBytes(octets);
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

    boolean isEndOfAnswer() {
      return stream == 1 && type <= HEADERS && (flags & END_STREAM) != 0;
    }

    boolean isPong() {
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
      throw new EOFException("answer: connection closed (expected: 200)");
    }
    if (type == SETTINGS && (flags & ACK) == 0) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      frame(out, SETTINGS, ACK, 0, new byte[0]);
      socket.getOutputStream().write(out.toByteArray());
    }
    if (type == HEADERS) {
      // RFC 9113 6.2: an answer may carry a priority, too, however useless; Vert.x does that.
      requireOk(body, (flags & PRIORITY) == 0 ? 0 : PRIORITY_OCTETS);
    }
    return new Frame(type, flags, stream);
  }

  /** RFC 7541 A: index 8 is ":status: 200"; a size update of the dynamic table may stand before it (6.3). */
  private static void requireOk(byte[] block, int start) throws IOException {
    int at = start;
    while (at < block.length && (block[at] & 0xe0) == 0x20) {
      at += (block[at] & 0x1f) == 0x1f ? varintLength(block, at) : 1;
    }
    if (at >= block.length || (block[at] & 0xff) != 0x88) {
      throw new IOException("answer: a status other than 200 (expected: 200)");
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
