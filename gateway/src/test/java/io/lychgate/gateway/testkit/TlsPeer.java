package io.lychgate.gateway.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;

/** A TLS client that controls the position of each byte on the wire. It may split its first flight into small pieces. */
public final class TlsPeer implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 15_000;
  private static final int RECORD_HEAD = 5;

  private final Socket socket;
  private final SSLEngine engine;
  private final int crumb;
  private ByteBuffer in = ByteBuffer.allocate(64 * 1024).flip();

  private TlsPeer(Socket socket, SSLEngine engine, int crumb) {
    this.socket = socket;
    this.engine = engine;
    this.crumb = crumb;
  }

  /**
   * Connects and performs the handshake.
   *
   * @param crumb bytes of the ClientHello in one TLS record and one TCP segment; 0 leaves it whole
   * @param protocols protocols of ALPN; none omits it
   */
  public static TlsPeer connect(
      int port, String serverName, int crumb, String tlsVersion, String... protocols) {
    try {
      SSLEngine engine = engine(port, serverName, tlsVersion, protocols);
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setTcpNoDelay(true);
      TlsPeer peer = new TlsPeer(socket, engine, crumb);
      peer.shakeHands();
      return peer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the first flight of a client with this server name: one record with a ClientHello. */
  public static byte[] hello(String serverName) {
    try {
      SSLEngine engine = engine(443, serverName, "TLSv1.3");
      ByteBuffer out = ByteBuffer.allocate(64 * 1024);
      engine.wrap(ByteBuffer.allocate(0), out);
      byte[] hello = new byte[out.flip().remaining()];
      out.get(hello);
      return hello;
    } catch (SSLException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SSLEngine engine(
      int port, String serverName, String tlsVersion, String... protocols) {
    SSLEngine engine = TestCertificates.trustingAll().createSSLEngine(serverName, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setServerNames(List.of(new SNIHostName(serverName)));
    parameters.setApplicationProtocols(protocols);
    parameters.setProtocols(new String[] {tlsVersion});
    engine.setSSLParameters(parameters);
    return engine;
  }

  /** Returns the subject of the certificate shown to a client with this server name. */
  public static String certificateOf(int port, String serverName) {
    try (TlsPeer peer = connect(port, serverName, 0, "TLSv1.3")) {
      return peer.certificate();
    }
  }

  /** Returns the subject of the peer's certificate. */
  public String certificate() {
    try {
      X509Certificate leaf = (X509Certificate) engine.getSession().getPeerCertificates()[0];
      return leaf.getSubjectX500Principal().getName();
    } catch (SSLPeerUnverifiedException e) {
      throw new IllegalStateException(e);
    }
  }

  public String tlsVersion() {
    return engine.getSession().getProtocol();
  }

  /** Returns the protocol chosen by ALPN, or an empty string. */
  public String applicationProtocol() {
    return engine.getApplicationProtocol();
  }

  private void shakeHands() throws IOException {
    engine.beginHandshake();
    boolean first = true;
    HandshakeStatus status = engine.getHandshakeStatus();
    while (status != HandshakeStatus.FINISHED && status != HandshakeStatus.NOT_HANDSHAKING) {
      switch (status) {
        case NEED_WRAP -> {
          ByteBuffer out = ByteBuffer.allocate(64 * 1024);
          status = engine.wrap(ByteBuffer.allocate(0), out).getHandshakeStatus();
          send(out.flip(), first && crumb > 0);
          first = false;
        }
        case NEED_TASK -> {
          engine.getDelegatedTask().run();
          status = engine.getHandshakeStatus();
        }
        default -> status = unwrap();
      }
    }
  }

  private HandshakeStatus unwrap() throws IOException {
    ByteBuffer clear = ByteBuffer.allocate(64 * 1024);
    var result = engine.unwrap(in, clear);
    if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
      byte[] more = new byte[16 * 1024];
      int length = socket.getInputStream().read(more);
      if (length < 0) {
        throw new SSLException("handshake: ended by the other side");
      }
      in = ByteBuffer.allocate(64 * 1024).put(in).put(more, 0, length).flip();
    }
    return result.getHandshakeStatus();
  }

  private void send(ByteBuffer flight, boolean inCrumbs) throws IOException {
    byte[] all = new byte[flight.remaining()];
    flight.get(all);
    if (!inCrumbs) {
      socket.getOutputStream().write(all);
      return;
    }
    // RFC 8446 5.1: a handshake message may be split into several records; the hash covers messages
    // only.
    for (int at = RECORD_HEAD; at < all.length; at += crumb) {
      int length = Math.min(crumb, all.length - at);
      byte[] cut = ByteBuffer.allocate(RECORD_HEAD + length)
          .put(all, 0, 3)
          .putShort((short) length)
          .put(all, at, length)
          .array();
      // Two writes without delay put head and body of a record into different segments.
      socket.getOutputStream().write(cut, 0, 3);
      socket.getOutputStream().write(cut, 3, cut.length - 3);
    }
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
