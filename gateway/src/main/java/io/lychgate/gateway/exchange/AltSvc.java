package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.listener.AltSvcConfig;
import io.lychgate.gateway.message.Network;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The value of the Alt-Svc field (RFC 7838) of one listener, by which clients learn that it serves HTTP/3. The value is read for
 * every response, so a change also reaches open connections: a browser that is content with HTTP/3 opens no other one.
 *
 * <p>A roll-out is by network. A hash of the client's /24 or /56 network gives its place among {@value #PLACES}. A household,
 * office or phone keeps its network while its address changes. A place is the same in every process and never changes; the roll-out
 * covers the lowest places. All other clients get {@code clear}, so that a lower share takes effect with the next response and not
 * only after {@code ma}.
 */
public final class AltSvc {
  /** Number of places among which clients are spread. One place is one percent. */
  private static final int PLACES = 100;

  private static final AsciiString CLEAR = AsciiString.cached("clear");
  private static final Values NOTHING = new Values(0, null, null);

  private volatile Values values = NOTHING;

  /**
   * Sets the configuration for all following responses.
   *
   * @param boundPort the UDP port; 0 if HTTP/3 is not served, so that no alternative is advertised
   */
  public void adopt(AltSvcConfig config, int boundPort) {
    if (config.clear()) {
      values = new Values(0, null, CLEAR);
    } else if (boundPort == 0) {
      values = NOTHING;
    } else {
      values = new Values(config.percent(), new AsciiString(value(config, boundPort)), CLEAR);
    }
  }

  /** Returns the field value of RFC 7838 section 3. */
  private static String value(AltSvcConfig config, int boundPort) {
    String host = config.host() == null ? "" : config.host();
    return "h3=\"" + host + ":" + config.portFor(boundPort) + "\"; ma="
        + config.maxAge().toSeconds() + (config.persist() ? "; persist=1" : "");
  }

  /** Returns the value for a client of this place; null for none. */
  @Nullable
  AsciiString valueFor(int place) {
    Values current = values;
    return place < current.places ? current.inside : current.outside;
  }

  /** Returns the value that advertises HTTP/3 to a client wherever its place is; {@code clear} if the listener does not serve it. */
  AsciiString offer() {
    AsciiString inside = values.inside;
    return inside == null ? CLEAR : inside;
  }

  /** Returns the value that makes clients discard the alternative. */
  static AsciiString clear() {
    return CLEAR;
  }

  /** Returns the place of a client in a roll-out. */
  static int placeOf(@Nullable SocketAddress peer) {
    InetAddress address = peer instanceof InetSocketAddress inet ? inet.getAddress() : null;
    if (address == null) {
      return 0;
    }
    int hash = 0;
    for (byte each : Network.of(address)) {
      hash = 31 * hash + each;
    }
    // Neighbouring networks differ in few bits; the last step of MurmurHash3 spreads them.
    hash = (hash ^ hash >>> 16) * 0x85eb_ca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2_ae35;
    return Integer.remainderUnsigned(hash ^ hash >>> 16, PLACES);
  }

  /**
   * @param places number of places in the roll-out
   * @param inside the value for clients in the roll-out
   * @param outside the value for all other clients
   */
  private record Values(
      int places, @Nullable AsciiString inside, @Nullable AsciiString outside) {}
}
