package io.lychgate.gateway.observe;

import io.lychgate.gateway.observe.count.WireProtocol;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The values of one client connection so far. Event loop only; other threads get a {@link ConnectionView}.
 *
 * <p>It also keeps the HTTP/1 equivalent: the number of connections that a browser would have opened for the same over HTTP/1.1.
 * This is the sum over all authorities of the peak of min(6, exchanges in flight), and at least one.
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

  /** Returns an id that is unique in this process. */
  public long id() {
    return id;
  }

  public WireProtocol protocol() {
    return protocol;
  }

  public SocketAddress peer() {
    return peer;
  }

  /** Sets the new address of a client whose new path is validated (RFC 9000 section 9). */
  public void moved(SocketAddress address) {
    peer = address;
    client = null;
  }

  /** Returns the peer's address without port as text, which is made once for each address. */
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

  /** Returns the number of connections that HTTP/1.1 would have needed; 1 for an HTTP/1.1 connection. */
  public int h1Equivalent() {
    return protocol == WireProtocol.HTTP_1_1 ? 1 : Math.max(1, peaks.sum());
  }

  /** Returns the authority's place, which {@link #ended} needs. */
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
