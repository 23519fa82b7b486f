package io.lychgate.gateway.observe;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What one client connection has done so far. Event loop only; other threads see a {@link ConnectionView}.
 *
 * <p>It also keeps the HTTP/1 equivalent: how many connections a browser would have opened to do the same over
 * HTTP/1.1. That is, for each authority, the peak of min(6, exchanges in flight), and at least one in all.
 */
public final class ConnectionRecord {
  final int listener;
  final int slot;
  long exchanges;
  int inFlight;
  long bytesIn;
  long bytesOut;

  private final long id;
  private final WireProtocol protocol;
  private SocketAddress peer;
  private final long openedMillis;
  private @Nullable String client;
  private final AuthorityPeaks peaks = new AuthorityPeaks();

  ConnectionRecord(
      long id,
      int slot,
      int listener,
      WireProtocol protocol,
      SocketAddress peer,
      long openedMillis) {
    this.id = id;
    this.slot = slot;
    this.listener = listener;
    this.protocol = protocol;
    this.peer = peer;
    this.openedMillis = openedMillis;
  }

  /** Unique in this process. */
  public long id() {
    return id;
  }

  public WireProtocol protocol() {
    return protocol;
  }

  public SocketAddress peer() {
    return peer;
  }

  /** The client has proved that it is at another address now (RFC 9000 section 9). */
  public void moved(SocketAddress address) {
    peer = address;
    client = null;
  }

  /** The peer's address without port, as text; made once for each. */
  public String client() {
    String text = client;
    if (text == null) {
      text = textOf(peer);
      client = text;
    }
    return text;
  }

  public long openedMillis() {
    return openedMillis;
  }

  public long exchanges() {
    return exchanges;
  }

  public int inFlight() {
    return inFlight;
  }

  /** Connections that HTTP/1.1 would have needed. One for an HTTP/1.1 connection: it is what it is. */
  public int h1Equivalent() {
    return protocol == WireProtocol.HTTP_1_1 ? 1 : Math.max(1, peaks.sum());
  }

  /** Returns the authority's place, to be given back when the exchange ends. */
  int started(CharSequence authority) {
    exchanges++;
    inFlight++;
    return peaks.started(authority);
  }

  void ended(int authorityPlace) {
    inFlight--;
    peaks.ended(authorityPlace);
  }

  private static String textOf(SocketAddress address) {
    if (address instanceof InetSocketAddress inet && inet.getAddress() != null) {
      return inet.getAddress().getHostAddress();
    }
    return address.toString();
  }
}
