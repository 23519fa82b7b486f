package io.lychgate.gateway.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * The client's end of an HTTP/2 connection, frame by frame. Frames are sent as a test writes them, also invalid ones. Fields are
 * written literally, without table and Huffman code (RFC 7541 section 6.2.2).
 */
public final class Http2Peer implements AutoCloseable {
  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int PRIORITY = 2;
  public static final int RST_STREAM = 3;
  public static final int SETTINGS = 4;
  public static final int PUSH_PROMISE = 5;
  public static final int PING = 6;
  public static final int GOAWAY = 7;
  public static final int WINDOW_UPDATE = 8;
  public static final int CONTINUATION = 9;
  public static final int PRIORITY_UPDATE = 16;

  public static final int END_STREAM = 1;
  public static final int ACK = 1;
  public static final int END_HEADERS = 4;
  public static final int WITH_PRIORITY = 32;

  private static final int PATIENCE_MILLIS = 15_000;
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private final Socket socket;
  private final DataInputStream in;
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false, 1 << 20);
  private final List<Frame> trace = new ArrayList<>();

  /** Frames that were read during {@link #readResponse} of another stream, which no call has returned. */
  private final List<Frame> ofOthers = new ArrayList<>();

  private Http2Peer(Socket socket) throws IOException {
    this.socket = socket;
    // Each frame leaves at once: small ones would otherwise wait for a delayed acknowledgement.
    socket.setTcpNoDelay(true);
    this.in = new DataInputStream(socket.getInputStream());
  }

  /**
   * Connects and sends preface and settings.
   *
   * @param settings identifiers and values in turn
   */
  public static Http2Peer connect(int port, int... settings) {
    try {
      return start(new Socket(InetAddress.getLoopbackAddress(), port), settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Connects from another address of this machine: on Linux, all of 127.0.0.0/8 are local. */
  public static Http2Peer connectFrom(String address, int port, int... settings) {
    try {
      Socket socket =
          new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0);
      return start(socket, settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Connects from another address of this machine. */
  public static Http2Peer connectFrom(String address, int port) {
    try {
      return start(
          new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Connects with a small receive buffer, so that unread bytes stay with the peer. */
  public static Http2Peer connectNarrow(int port, int receiveBuffer, int... settings) {
    try {
      Socket socket = new Socket();
      socket.setReceiveBufferSize(receiveBuffer);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return start(socket, settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Connects over TLS and accepts any certificate. */
  public static Http2Peer connectTls(int port, int... settings) {
    return connectTls("127.0.0.1", List.of(), port, settings);
  }

  /** Connects over TLS from another address of this machine, with the server name {@code localhost}. Accepts any certificate. */
  public static Http2Peer connectTlsFrom(String address, int port, int... settings) {
    // The JDK itself sends no name without a dot.
    return connectTls(address, List.of(new SNIHostName("localhost")), port, settings);
  }

  private static Http2Peer connectTls(
      String address, List<SNIServerName> names, int port, int... settings) {
    try {
      Socket tcp =
          new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(address), 0);
      SSLSocket socket = (SSLSocket) TestCertificates.trustingAll()
          .getSocketFactory()
          .createSocket(tcp, "localhost", port, true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      if (!names.isEmpty()) {
        parameters.setServerNames(names);
      }
      socket.setSSLParameters(parameters);
      return start(socket, settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Http2Peer start(Socket socket, int... settings) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    Http2Peer peer = new Http2Peer(socket);
    peer.sendRaw(PREFACE.getBytes(StandardCharsets.US_ASCII));
    return peer.send(SETTINGS, 0, 0, payload(settings));
  }

  /**
   * Takes the server's end of a connection: reads the client's preface and sends settings.
   *
   * @param settings identifiers and values in turn
   */
  public static Http2Peer accepted(Socket socket, int... settings) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    Http2Peer peer = new Http2Peer(socket);
    String preface = new String(peer.in.readNBytes(PREFACE.length()), StandardCharsets.US_ASCII);
    if (!preface.equals(PREFACE)) {
      throw new IOException("preface: " + preface);
    }
    return peer.send(SETTINGS, 0, 0, payload(settings));
  }

  private static byte[] payload(int... settings) {
    ByteBuffer payload = ByteBuffer.allocate(settings.length * 3);
    for (int i = 0; i < settings.length; i += 2) {
      payload.putShort((short) settings[i]).putInt(settings[i + 1]);
    }
    return payload.array();
  }

  /** A received frame. {@code fields} is the decoded section of HEADERS, one field per line. */
  @SuppressWarnings("ArrayRecordComponent") // Frames are read, never compared.
  public record Frame(int type, int flags, int stream, byte[] payload, String fields) {
    public boolean ends() {
      return (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
    }

    /** Returns the error code of RST_STREAM or GOAWAY. */
    public int errorCode() {
      return ByteBuffer.wrap(payload).getInt(type == GOAWAY ? 4 : 0);
    }

    @Override
    public String toString() {
      return "type " + type + " flags " + flags + " stream " + stream + " length " + payload.length
          + (fields.isEmpty() ? "" : " [" + fields.replace("\n", ", ") + "]");
    }
  }

  /** The response of a stream: final head, body, and how it ended. */
  public record StreamResponse(
      int status, String head, String body, boolean ended, int resetCode) {}

  public Http2Peer send(int type, int flags, int stream, byte[] payload) {
    return sendRaw(frame(type, flags, stream, payload));
  }

  /** Returns the bytes of a frame. */
  public static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >>> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  public Http2Peer sendRaw(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a GET without a body for {@code localhost}, with additional fields as names and values in turn. */
  public Http2Peer get(int stream, String path, String... more) {
    return headers(stream, true, headOfGet(path, more));
  }

  /** Sends the head of a GET whose request does not end with it. */
  public Http2Peer beginGet(int stream, String path, String... more) {
    return headers(stream, false, headOfGet(path, more));
  }

  private String[] headOfGet(String path, String... more) {
    List<String> fields = new ArrayList<>(
        List.of(":method", "GET", ":scheme", scheme(), ":authority", "localhost", ":path", path));
    fields.addAll(List.of(more));
    return fields.toArray(String[]::new);
  }

  private String scheme() {
    return socket instanceof SSLSocket ? "https" : "http";
  }

  /**
   * Sends the same GET in a HEADERS frame with a priority (RFC 7540 section 6.2).
   *
   * @param dependency the payload of a PRIORITY frame
   */
  public Http2Peer get(int stream, byte[] dependency, String path, String... more) {
    byte[] section = section(headOfGet(path, more));
    byte[] payload = ByteBuffer.allocate(dependency.length + section.length)
        .put(dependency)
        .put(section)
        .array();
    return send(HEADERS, END_HEADERS | END_STREAM | WITH_PRIORITY, stream, payload);
  }

  /** Sends the head of a WebSocket on stream 1. */
  public Http2Peer webSocket(String path, String... more) {
    return headers(1, false, webSocketHead(path, more));
  }

  /** Returns the fields of an extended CONNECT for a WebSocket (RFC 8441 section 5). */
  public static String[] webSocketHead(String path, String... more) {
    List<String> fields = new ArrayList<>(List.of(":method", "CONNECT", ":protocol", "websocket"));
    fields.addAll(List.of(":scheme", "http", ":authority", "localhost", ":path", path));
    fields.addAll(List.of("sec-websocket-version", "13"));
    fields.addAll(List.of(more));
    return fields.toArray(String[]::new);
  }

  public Http2Peer headers(int stream, boolean end, String... fields) {
    return send(HEADERS, END_HEADERS | (end ? END_STREAM : 0), stream, section(fields));
  }

  public Http2Peer data(int stream, boolean end, byte[] body) {
    return send(DATA, end ? END_STREAM : 0, stream, body);
  }

  public Http2Peer windowUpdate(int stream, int increment) {
    return send(
        WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(increment).array());
  }

  /** Returns a field section with literal fields. */
  public static byte[] section(String... fields) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < fields.length; i += 2) {
      out.write(0);
      literal(out, fields[i]);
      literal(out, fields[i + 1]);
    }
    return out.toByteArray();
  }

  /** Writes a length with a prefix of seven bits, then the bytes (RFC 7541 section 5.2). */
  private static void literal(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    int rest = bytes.length - 127;
    if (rest < 0) {
      out.write(bytes.length);
    } else {
      out.write(127);
      for (; rest >= 128; rest >>>= 7) {
        out.write((rest & 127) | 128);
      }
      out.write(rest);
    }
    out.writeBytes(bytes);
  }

  /** Reads the next frame and acknowledges SETTINGS. */
  public Frame read() {
    try {
      int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt() & 0x7fff_ffff;
      byte[] payload = in.readNBytes(length);
      Frame frame = new Frame(type, flags, stream, payload, decoded(type, stream, payload));
      trace.add(frame);
      if (type == SETTINGS && (flags & ACK) == 0) {
        acknowledge();
      }
      return frame;
    } catch (IOException e) {
      throw new UncheckedIOException("after " + trace, e);
    }
  }

  private void acknowledge() {
    try {
      send(SETTINGS, ACK, 0, new byte[0]);
    } catch (UncheckedIOException ended) {
      // The peer has closed; its earlier frames can still be read.
    }
  }

  private String decoded(int type, int stream, byte[] payload) {
    if (type != HEADERS && type != PUSH_PROMISE) {
      return "";
    }
    ByteBuf section = Unpooled.wrappedBuffer(payload).skipBytes(type == PUSH_PROMISE ? 4 : 0);
    try {
      Http2Headers headers = decoder.decodeHeaders(stream, section);
      StringBuilder text = new StringBuilder();
      headers.forEach(field ->
          text.append(field.getKey()).append(": ").append(field.getValue()).append('\n'));
      return text.toString().strip();
    } catch (Http2Exception e) {
      throw new AssertionError("field section: cannot be decoded, after " + trace, e);
    }
  }

  /** Reads until a frame satisfies the condition, and returns that frame. */
  public Frame readUntil(Predicate<Frame> wanted) {
    Frame frame = read();
    while (!wanted.test(frame)) {
      frame = read();
    }
    return frame;
  }

  /** Reads until this stream has ended or was reset. Frames of other streams are kept for the same call for their stream. */
  public StreamResponse readResponse(int stream) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    String head = "";
    while (true) {
      Frame frame = next(stream);
      if (frame.type == HEADERS && !frame.fields.startsWith(":status: 1")) {
        head = head.isEmpty() ? frame.fields : head + "\n\n" + frame.fields;
      }
      if (frame.type == DATA) {
        body.writeBytes(frame.payload);
        if (frame.payload.length > 0) {
          windowUpdate(0, frame.payload.length);
        }
      }
      if (frame.type == RST_STREAM || frame.ends()) {
        int status = head.isEmpty() ? 0 : Integer.parseInt(head.substring(9, 12));
        int reset = frame.type == RST_STREAM ? frame.errorCode() : -1;
        String text = body.toString(StandardCharsets.ISO_8859_1);
        return new StreamResponse(status, head, text, reset < 0, reset);
      }
    }
  }

  private Frame next(int stream) {
    for (Frame earlier : ofOthers) {
      if (earlier.stream == stream) {
        ofOthers.remove(earlier);
        return earlier;
      }
    }
    Frame frame = read();
    while (frame.stream != stream) {
      if (frame.type == GOAWAY && frame.errorCode() != 0) {
        throw new AssertionError("GOAWAY: " + frame.errorCode() + " after " + trace);
      }
      if (frame.stream > 0) {
        ofOthers.add(frame);
      }
      frame = read();
    }
    return frame;
  }

  /** Returns every frame that was read, in order. */
  public List<Frame> trace() {
    return List.copyOf(trace);
  }

  public Socket socket() {
    return socket;
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
