package io.lychgate.gateway.experiment;

import java.net.InetAddress;
import java.util.Arrays;

/**
 * The network of a client: a household, an office or a phone keeps it while its address changes. /24 of IPv4, /56 of IPv6, as
 * Alt-Svc roll-outs use.
 */
final class Network {
  private static final int IPV4_BYTES = 3;
  private static final int IPV6_BYTES = 7;

  private Network() {}

  static byte[] of(InetAddress address) {
    byte[] bytes = address.getAddress();
    return Arrays.copyOf(bytes, bytes.length == 4 ? IPV4_BYTES : IPV6_BYTES);
  }
}
