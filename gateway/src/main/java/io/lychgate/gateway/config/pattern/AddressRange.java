package io.lychgate.gateway.config.pattern;

import io.lychgate.gateway.config.check.Require;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A range of addresses in CIDR notation (RFC 4632). A range of IPv4-mapped IPv6 addresses is the range of IPv4 addresses.
 *
 * @param network an address of the range
 * @param prefixBits leading bits that all addresses of the range share
 */
public record AddressRange(InetAddress network, int prefixBits) {
  private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";

  private static final Pattern IPV4 = Pattern.compile(OCTET + "(?:\\." + OCTET + "){3}");

  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

  /** Bits before the IPv4 address in an IPv4-mapped one (RFC 4291 section 2.5.5.2). */
  private static final int MAPPED_BITS = 96;

  private static final int IPV4_BITS = 32;
  private static final int IPV6_BITS = 128;

  public AddressRange {
    int bits = network instanceof Inet6Address ? IPV6_BITS : IPV4_BITS;
    Require.range("prefixBits", prefixBits, 0, bits);
  }

  /** Parses an address, or an address and the length of a prefix. Returns empty for anything else. Resolves no names. */
  public static Optional<AddressRange> parse(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    boolean isIpv6 = IPV6.matcher(address).matches();
    if (!isIpv6 && !IPV4.matcher(address).matches()) {
      return Optional.empty();
    }
    try {
      // Both forms are literals, for which no name service is asked.
      InetAddress network = InetAddress.getByName(address);
      int most = isIpv6 ? IPV6_BITS : IPV4_BITS;
      int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
      boolean isMapped = isIpv6 && !(network instanceof Inet6Address);
      int shared = isMapped ? bits - MAPPED_BITS : bits;
      return bits > most || shared < 0
          ? Optional.empty()
          : Optional.of(new AddressRange(network, shared));
    } catch (UnknownHostException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return network.getHostAddress() + "/" + prefixBits;
  }
}
