package io.lychgate.gateway.config.file;

import java.util.Optional;

/** A host and a port. An IPv6 address has no brackets. */
record HostPort(String host, int port) {

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
