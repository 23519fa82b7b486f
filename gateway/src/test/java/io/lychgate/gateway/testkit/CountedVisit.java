package io.lychgate.gateway.testkit;

import io.lychgate.gateway.observe.census.Measure;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** One TCP connection of a client, with the counters by which a gateway must account for it. */
public enum CountedVisit {
  HTTP1_KEPT_ALIVE("plain", "h1", Measure.CLOSED_BY_CLIENT, 2),
  HTTP1_ENDED_BY_RESPONSE("plain", "h1", Measure.CLOSED_AFTER_RESPONSE, 1),
  HTTP1_RESET("plain", "h1", Measure.CLOSED_BY_RESET, 1),
  HTTP1_MALFORMED("plain", "h1", Measure.CLOSED_FOR_ERROR, 1),
  HTTP2("plain", "h2", Measure.CLOSED_BY_CLIENT, 1),
  HTTP2_RESET("plain", "h2", Measure.CLOSED_BY_RESET, 1),
  HTTP2_BROKEN("plain", "h2", Measure.CLOSED_FOR_ERROR, 1),
  SILENT("plain", "-", Measure.FAILED_LEFT, 0),
  SILENT_RESET("plain", "-", Measure.FAILED_LEFT, 0),
  TLS_HTTP1("tls", "h1", Measure.CLOSED_BY_CLIENT, 1),
  TLS_HTTP2("tls", "h2", Measure.CLOSED_BY_CLIENT, 1),
  TLS_RESET("tls", "h1", Measure.CLOSED_BY_RESET, 1),
  TLS_GARBAGE("tls", "-", Measure.FAILED_TLS, 0),
  TLS_ALERT("tls", "-", Measure.FAILED_TLS, 0),
  TLS_LEFT("tls", "-", Measure.FAILED_LEFT, 0),
  TLS_LEFT_SILENT("tls", "-", Measure.FAILED_LEFT, 0);

  private static final int TIMEOUT_MILLIS = 10_000;
  private static final int FRAME_HEAD = 9;
  private static final int END_STREAM = 1;
  private static final byte[] PREFACE = ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  private static final byte[] SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};

  private static final byte HTTP = (byte) 0x86;
  private static final byte HTTPS = (byte) 0x87;

  /** DATA on stream 0 (RFC 9113 section 6.1). */
  private static final byte[] BROKEN = {0, 0, 0, 0, 0, 0, 0, 0, 0};

  private static final SSLContext TRUSTING = TestCertificates.trustingAll();

  private final String listener;
  private final String protocol;
  private final Measure end;
  private final int requests;

  CountedVisit(String listener, String protocol, Measure end, int requests) {
    this.listener = listener;
    this.protocol = protocol;
    this.end = end;
    this.requests = requests;
  }

  /** Returns the listener to connect to: {@code plain} or {@code tls}. */
  public String listener() {
    return listener;
  }

  /** Returns the tag of its protocol; "-" if the connection ends before that is known. */
  public String protocol() {
    return protocol;
  }

  /** Returns the counter of its end. */
  public Measure end() {
    return end;
  }

  /** Returns true if the client resets the connection. */
  public boolean isReset() {
    return end == Measure.CLOSED_BY_RESET || this == SILENT_RESET;
  }

  public int requests() {
    return requests;
  }

  /** Connects from this address, sends and receives everything, and ends the connection. */
  public void run(InetAddress from, int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.setTcpNoDelay(true);
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(from, 0));
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
      talk(socket);
    } catch (IOException e) {
      throw new IOException("visit " + this + ": " + e.getMessage(), e);
    }
  }

  private void talk(Socket socket) throws IOException {
    switch (this) {
      case HTTP1_KEPT_ALIVE -> {
        http1(socket, "");
        http1(socket, "");
      }
      case HTTP1_ENDED_BY_RESPONSE -> {
        http1(socket, "Connection: close\r\n");
        readToEnd(socket);
      }
      case HTTP1_RESET -> {
        http1(socket, "");
        socket.setSoLinger(true, 0);
      }
      case HTTP1_MALFORMED -> {
        socket.getOutputStream().write(ascii("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"));
        readToEnd(socket);
      }
      case HTTP2 -> http2(socket, HTTP);
      case HTTP2_RESET -> {
        http2(socket, HTTP);
        socket.setSoLinger(true, 0);
      }
      case HTTP2_BROKEN -> {
        http2(socket, HTTP);
        socket.getOutputStream().write(BROKEN);
        readToEnd(socket);
      }
      case SILENT, TLS_LEFT_SILENT -> {}
      case SILENT_RESET -> socket.setSoLinger(true, 0);
      case TLS_HTTP1 -> http1(tls(socket, "http/1.1"), "");
      case TLS_HTTP2 -> http2(tls(socket, "h2"), HTTPS);
      case TLS_RESET -> {
        http1(tls(socket, "http/1.1"), "");
        socket.setSoLinger(true, 0);
      }
      case TLS_GARBAGE -> {
        socket.getOutputStream().write(ascii("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        readToEnd(socket);
      }
      case TLS_ALERT -> distrust(socket);
      case TLS_LEFT ->
        // The head of a handshake record whose rest never comes.
        socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1});
    }
  }

  private static void http1(Socket socket, String field) throws IOException {
    socket.getOutputStream().write(ascii("GET / HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n"));
    InputStream in = socket.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("response: " + head);
      }
      head.append((char) next);
    }
    // The body has two bytes.
    in.readNBytes(2);
  }

  private static void http2(Socket socket, byte scheme) throws IOException {
    socket.getOutputStream().write(join(PREFACE, SETTINGS, request(scheme)));
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] head = new byte[FRAME_HEAD];
    boolean isEnd;
    do {
      in.readFully(head);
      int length = (head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | (head[2] & 0xff);
      in.skipNBytes(length);
      isEnd = head[3] <= 1 && (head[4] & END_STREAM) != 0;
    } while (!isEnd);
  }

  /** Returns HEADERS with END_STREAM and END_HEADERS: GET, the scheme, /, and a literal authority. */
  private static byte[] request(byte scheme) {
    byte[] head = {0, 0, 14, 1, 5, 0, 0, 0, 1, (byte) 0x82, scheme, (byte) 0x84, 0x41, 9};
    return join(head, ascii("localhost"));
  }

  private static void readToEnd(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    try {
      while (in.read() >= 0) {}
    } catch (SocketException reset) {
      // Also an end.
    }
  }

  /** Returns the connection with TLS. Closing the socket below sends no close_notify. */
  private static SSLSocket tls(Socket socket, String protocol) throws IOException {
    SSLSocket tls = (SSLSocket)
        TRUSTING.getSocketFactory().createSocket(socket, "localhost", socket.getPort(), false);
    SSLParameters parameters = tls.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {protocol});
    tls.setSSLParameters(parameters);
    tls.startHandshake();
    return tls;
  }

  /**
   * Rejects the certificate of the gateway with an alert, and waits for the end of the connection. A client that leaves at once may
   * count as left: the alert may wait for the client's share of a turn of the loop.
   */
  private static void distrust(Socket socket) throws IOException {
    try {
      SSLContext distrusting = SSLContext.getDefault();
      SSLSocket tls = (SSLSocket)
          distrusting.getSocketFactory().createSocket(socket, "localhost", socket.getPort(), false);
      tls.startHandshake();
      throw new IOException("certificate: trusted (expected: rejected)");
    } catch (SSLException rejected) {
      readToEnd(socket);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] join(byte[]... parts) {
    int length = List.of(parts).stream().mapToInt(part -> part.length).sum();
    byte[] all = new byte[length];
    int at = 0;
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }
}
