package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.AltSvcConfig;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The value of the Alt-Svc field (RFC 7838) of one listener, by which clients learn that there is HTTP/3. Asked with every
 * response, so that a change is told on open connections too: a browser that is content with HTTP/3 opens no other one.
 *
 * <p>A roll-out is by network: a hash of the client's /24 or /56 (what one household, office or phone keeps while its address
 * changes) is its place among {@value #PLACES}, the same in every process and for ever; the first ones are in. A client that is not
 * in is told to forget, so that a lower share takes effect with the next response and not after {@code ma}.
 */
public final class AltSvc {
  /** Places among which clients are spread: percent. */
  private static final int PLACES = 100;

  private static final int IPV4_NETWORK_BYTES = 3;
  private static final int IPV6_NETWORK_BYTES = 7;

  private static final AsciiString CLEAR = AsciiString.cached("clear");
  private static final Said NOTHING = new Said(0, null, null);

  private volatile Said said = NOTHING;

  /**
   * From now on.
   *
   * @param boundPort the UDP port; 0 if HTTP/3 is not served, so that there is nothing to tell but to forget
   */
  public void adopt(AltSvcConfig config, int boundPort) {
    if (config.clear()) {
      said = new Said(0, null, CLEAR);
    } else if (boundPort == 0) {
      said = NOTHING;
    } else {
      said = new Said(config.percent(), new AsciiString(value(config, boundPort)), CLEAR);
    }
  }

  /** RFC 7838 section 3. */
  private static String value(AltSvcConfig config, int boundPort) {
    String host = config.host() == null ? "" : config.host();
    return "h3=\"" + host + ":" + config.portFor(boundPort) + "\"; ma="
        + config.maxAge().toSeconds() + (config.persist() ? "; persist=1" : "");
  }

  /** The value for a client of this place; null for none. */
  @Nullable
  AsciiString valueFor(int place) {
    Said now = said;
    return place < now.places ? now.inside : now.outside;
  }

  /** The value that makes clients forget. */
  static AsciiString clear() {
    return CLEAR;
  }

  /** Where a client stands in a roll-out. */
  static int placeOf(@Nullable SocketAddress peer) {
    InetAddress address = peer instanceof InetSocketAddress inet ? inet.getAddress() : null;
    if (address == null) {
      return 0;
    }
    byte[] octets = address.getAddress();
    int network = octets.length == 4 ? IPV4_NETWORK_BYTES : IPV6_NETWORK_BYTES;
    int hash = 0;
    for (int i = 0; i < network; i++) {
      hash = 31 * hash + octets[i];
    }
    // Neighbours differ in few bits; MurmurHash3's last step spreads them.
    hash = (hash ^ hash >>> 16) * 0x85eb_ca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2_ae35;
    return Integer.remainderUnsigned(hash ^ hash >>> 16, PLACES);
  }

  /**
   * @param places how many of them are in
   * @param inside what those are told
   * @param outside what the others are told
   */
  private record Said(
      int places, @Nullable AsciiString inside, @Nullable AsciiString outside) {}
}
