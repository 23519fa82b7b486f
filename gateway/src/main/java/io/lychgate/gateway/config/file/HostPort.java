package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.pattern.AddressRange;
import java.util.Optional;
import java.util.regex.Pattern;

/** A host and a port. An IPv6 address has no brackets. */
record HostPort(String host, int port) {
  /** No name has such an end (RFC 1123 section 2.1), and resolvers take some of them for addresses in other notations. */
  private static final Pattern NUMBER_AT_END =
      Pattern.compile("(?:.*\\.)?(?:[0-9]+|0[xX][0-9a-fA-F]*)\\.?");

  /** Parses an address. The schema has checked the shape; returns empty if the port is invalid. */
  static Optional<HostPort> parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon <= 0) {
      return Optional.empty();
    }
    String host = text.substring(0, colon);
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      return port > 65535 ? Optional.empty() : Optional.of(new HostPort(bare, port));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns false for a host that is meant as an IPv4 address, and is none. */
  boolean isAddressOrName() {
    return !NUMBER_AT_END.matcher(host).matches()
        || host.indexOf(':') >= 0
        || AddressRange.parse(host).isPresent();
  }

  /** Returns true if both cannot be bound at once. */
  boolean collidesWith(HostPort other) {
    return port != 0
        && port == other.port
        && (host.equals(other.host) || isWildcard() || other.isWildcard());
  }

  private boolean isWildcard() {
    return host.equals("0.0.0.0") || host.equals("::");
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
