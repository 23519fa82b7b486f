package io.lychgate.gateway.upstream.connect;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order in which the addresses of one server are tried (RFC 8305 section 4): families in turn, IPv6 first. The family of the last
 * connection comes first, and its address before the others.
 */
final class AddressOrder {
  private AddressOrder() {}

  /** @param lastUsed address of the last connection; null if none is known */
  static ArrayDeque<InetAddress> of(
      List<InetAddress> addresses, @Nullable InetAddress lastUsed, boolean isIpv6Next) {
    List<InetAddress> ipv6 = new ArrayList<>();
    List<InetAddress> ipv4 = new ArrayList<>();
    for (InetAddress address : addresses) {
      List<InetAddress> family = address instanceof Inet6Address ? ipv6 : ipv4;
      if (address.equals(lastUsed)) {
        family.add(0, address);
      } else {
        family.add(address);
      }
    }
    List<InetAddress> first = isIpv6Next ? ipv6 : ipv4;
    List<InetAddress> second = isIpv6Next ? ipv4 : ipv6;
    ArrayDeque<InetAddress> order = new ArrayDeque<>(addresses.size());
    for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
      if (i < first.size()) {
        order.add(first.get(i));
      }
      if (i < second.size()) {
        order.add(second.get(i));
      }
    }
    return order;
  }
}
