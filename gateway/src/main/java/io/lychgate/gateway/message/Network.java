package io.lychgate.gateway.message;

import java.net.InetAddress;
import java.util.Arrays;

/** The network of a client: /24 of IPv4, /56 of IPv6. A household, an office or a phone keeps it while its address changes. */
public final class Network {
  private static final int IPV4_BYTES = 3;
  private static final int IPV6_BYTES = 7;

  private Network() {}

  public static byte[] of(InetAddress address) {
    byte[] bytes = address.getAddress();
    return Arrays.copyOf(bytes, bytes.length == 4 ? IPV4_BYTES : IPV6_BYTES);
  }
}
