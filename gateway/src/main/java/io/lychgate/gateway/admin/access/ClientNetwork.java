package io.lychgate.gateway.admin.access;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * The networks of a client.
 */
public final class ClientNetwork {

  private static final int V4_BYTES = 3;
  private static final int V6_BYTES = 6;
  private static final int HOUSEHOLD_V6_BYTES = 8;

  private ClientNetwork() {}

  /**
   * Returns the network that is stored instead of an address: /24 of IPv4, /48 of IPv6. Addresses of one household or office are in it,
   * and addresses of a mobile phone mostly stay in it. Its form is {@code 192.0.2.0/24} or {@code 2001:db8:1:0:0:0:0:0/48}.
   */
  public static String of(InetAddress address) {
    byte[] bytes = address.getAddress();
    return network(bytes, address instanceof Inet6Address ? V6_BYTES : V4_BYTES);
  }

  /** Returns the address of IPv4, or the /64 of IPv6: one household or office has all addresses of a /64, and can use each of them once. */
  public static String ofHousehold(InetAddress address) {
    return address instanceof Inet6Address
        ? network(address.getAddress(), HOUSEHOLD_V6_BYTES)
        : address.getHostAddress();
  }

  private static String network(byte[] bytes, int kept) {
    byte[] network = Arrays.copyOf(Arrays.copyOf(bytes, kept), bytes.length);
    try {
      return InetAddress.getByAddress(network).getHostAddress() + "/" + kept * 8;
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }
}
