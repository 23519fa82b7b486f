package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.net.ssl.SSLSocket;

/**
 * A client that sends one request, reads nothing of the response (so that flow control blocks it), and cancels. Each constant is
 * one way to cancel.
 */
public enum LeavingClient {
  HTTP1_CLOSE("plain"),
  HTTP1_HALF_CLOSE("plain"),
  HTTP1_RESET("plain"),
  HTTP1_TLS_CLOSE("tls"),
  HTTP1_TLS_CLOSE_NOTIFY("tls"),
  HTTP2_RST_STREAM("tls"),
  HTTP2_CLOSE("tls"),
  HTTP3_STOP_SENDING("tls"),
  HTTP3_STOP_SENDING_AND_RESET("tls"),
  HTTP3_RESET("tls"),
  HTTP3_CLOSE("tls");

  /** RFC 9114 section 8.1: H3_REQUEST_CANCELLED. */
  private static final int CANCELLED = 0x10c;

  /** RFC 9113 section 7: CANCEL. */
  private static final byte[] CANCEL = {0, 0, 0, 8};

  private final String listener;

  LeavingClient(String listener) {
    this.listener = listener;
  }

  /** Returns the listener to connect to: {@code plain} or {@code tls}. */
  public String listener() {
    return listener;
  }

  /** Returns true if it resets only its own direction, which has no effect after the request is complete (RFC 9000 section 3.2). */
  public boolean isOfRequestOnly() {
    return this == HTTP3_RESET;
  }

  public Request connect(int port) throws Exception {
    return switch (this) {
      case HTTP1_CLOSE, HTTP1_HALF_CLOSE, HTTP1_RESET ->
        new Http1(new Socket(InetAddress.getLoopbackAddress(), port));
      case HTTP1_TLS_CLOSE, HTTP1_TLS_CLOSE_NOTIFY ->
        new Http1(TestCertificates.trustingAll()
            .getSocketFactory()
            .createSocket(InetAddress.getLoopbackAddress(), port));
      case HTTP2_RST_STREAM, HTTP2_CLOSE -> new Http2(Http2Peer.connectTls(port));
      default -> new Http3(RawHttp3Peer.connect(port));
    };
  }

  /** The single request of a connection. */
  public interface Request extends AutoCloseable {
    void get(String path) throws Exception;

    /** Sends a request with a body of this length, and only these bytes of it. */
    void post(String path, int length, byte[] sent) throws Exception;

    void webSocket(String path) throws Exception;

    void cancel() throws Exception;

    @Override
    void close() throws IOException;
  }

  private final class Http1 implements Request {
    private final Socket socket;

    Http1(Socket socket) {
      this.socket = socket;
    }

    private void send(String head, byte[] body) throws IOException {
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(body);
    }

    @Override
    public void get(String path) throws IOException {
      send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n", new byte[0]);
    }

    @Override
    public void post(String path, int length, byte[] sent) throws IOException {
      send(
          "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n\r\n",
          sent);
    }

    @Override
    public void webSocket(String path) throws IOException {
      send(
          "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
              + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
              + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
          new byte[0]);
    }

    @Override
    public void cancel() throws IOException {
      switch (LeavingClient.this) {
        case HTTP1_HALF_CLOSE -> socket.shutdownOutput();
        case HTTP1_TLS_CLOSE_NOTIFY -> ((SSLSocket) socket).shutdownOutput();
        case HTTP1_RESET -> {
          socket.setSoLinger(true, 0);
          socket.close();
        }
        default -> socket.close();
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private final class Http2 implements Request {
    private static final int STREAM = 1;

    private final Http2Peer peer;

    Http2(Http2Peer peer) {
      this.peer = peer;
    }

    private void head(boolean end, String method, String path, String... more) {
      String[] fields = new String[8 + more.length];
      String[] pseudo = {
        ":method", method, ":scheme", "https", ":authority", "localhost", ":path", path
      };
      System.arraycopy(pseudo, 0, fields, 0, pseudo.length);
      System.arraycopy(more, 0, fields, pseudo.length, more.length);
      peer.headers(STREAM, end, fields);
    }

    @Override
    public void get(String path) {
      head(true, "GET", path);
    }

    @Override
    public void post(String path, int length, byte[] sent) {
      head(false, "POST", path, "content-length", Integer.toString(length));
      int piece = 16 * 1024;
      // The size of the first window.
      int most = Math.min(sent.length, 65_535);
      for (int at = 0; at < most; at += piece) {
        byte[] part = Arrays.copyOfRange(sent, at, Math.min(most, at + piece));
        peer.data(STREAM, at + part.length == length, part);
      }
    }

    @Override
    public void webSocket(String path) {
      head(false, "CONNECT", path, ":protocol", "websocket", "sec-websocket-version", "13");
    }

    @Override
    public void cancel() {
      if (LeavingClient.this == HTTP2_CLOSE) {
        peer.close();
      } else {
        peer.send(Http2Peer.RST_STREAM, 0, STREAM, CANCEL);
      }
    }

    @Override
    public void close() {
      peer.close();
    }
  }

  private final class Http3 implements Request {
    private final RawHttp3Peer peer;
    private final RawHttp3Stream stream;

    Http3(RawHttp3Peer peer) throws Exception {
      this.peer = peer;
      peer.control();
      this.stream = peer.request();
      stream.reading(false);
    }

    @Override
    public void get(String path) {
      stream.send(Http3Bytes.requestFor(path, "GET"));
      stream.end();
    }

    @Override
    public void post(String path, int length, byte[] sent) {
      stream.send(Http3Bytes.requestFor(path, "POST", "content-length", Integer.toString(length)));
      stream.sendLater(Http3Bytes.frame(Http3Bytes.DATA, sent));
      if (sent.length == length) {
        stream.end();
      }
    }

    @Override
    public void webSocket(String path) {
      stream.send(Http3Bytes.requestFor(
          path, "CONNECT", ":protocol", "websocket", "sec-websocket-version", "13"));
    }

    @Override
    public void cancel() {
      switch (LeavingClient.this) {
        case HTTP3_STOP_SENDING -> stream.stopSending(CANCELLED);
        case HTTP3_RESET -> stream.reset(CANCELLED);
        case HTTP3_CLOSE -> {
          peer.awaitSent();
          peer.close();
        }
        default -> {
          stream.stopSending(CANCELLED);
          stream.reset(CANCELLED);
        }
      }
    }

    @Override
    public void close() {
      peer.close();
    }
  }
}
