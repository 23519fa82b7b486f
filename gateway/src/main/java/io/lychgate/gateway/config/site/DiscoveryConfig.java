package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Require;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sources of servers that change while the gateway runs.
 *
 * @param dns a name whose addresses are the servers; null for none
 * @param file a list of servers in YAML or JSON, which is watched; null for none
 */
public record DiscoveryConfig(@Nullable Dns dns, @Nullable Path file) {
  private static final DiscoveryConfig NONE = new DiscoveryConfig(null, null);

  /** Returns the discovery of an upstream that has the servers of the configuration only. */
  public static DiscoveryConfig defaults() {
    return NONE;
  }

  /** Returns true if there is no source. */
  public boolean isNone() {
    return dns == null && file == null;
  }

  /** The type of the records that are queried. */
  public enum Type {
    /** Addresses: A and AAAA. Each is a server. */
    ADDRESS("a"),
    /** Host, port, priority and weight (RFC 2782), and the addresses of each host. */
    SRV("srv");

    private final String token;

    Type(String token) {
      this.token = token;
    }

    public String token() {
      return token;
    }

    /** Returns the type of a token, which the schema has checked. */
    public static Type of(String token) {
      return token.equals(SRV.token) ? SRV : ADDRESS;
    }
  }

  /** The addresses that are used. */
  public enum Family {
    BOTH("both"),
    IPV4("ipv4"),
    IPV6("ipv6");

    private final String token;

    Family(String token) {
      this.token = token;
    }

    public String token() {
      return token;
    }

    public boolean hasIpv4() {
      return this != IPV6;
    }

    public boolean hasIpv6() {
      return this != IPV4;
    }

    /** Returns the family of a token, which the schema has checked. */
    public static Family of(String token) {
      return switch (token) {
        case "ipv4" -> IPV4;
        case "ipv6" -> IPV6;
        default -> BOTH;
      };
    }
  }

  /**
   * Servers that DNS names.
   *
   * @param name a full name; search domains are not tried
   * @param port port of each address; 0 with SRV, whose records have it
   * @param scheme scheme of each server
   * @param minTtl shortest time between two look-ups, whatever the TTL says
   * @param maxTtl longest time between two look-ups
   * @param servers name servers to ask, in this order; empty for those of the system
   */
  public record Dns(
      String name,
      Type type,
      ServerConfig.Scheme scheme,
      int port,
      Family family,
      Duration minTtl,
      Duration maxTtl,
      List<InetSocketAddress> servers) {
    public Dns {
      Require.text("name", name);
      Require.range("port", port, type == Type.SRV ? 0 : 1, type == Type.SRV ? 0 : 65535);
      Require.positive("minTtl", minTtl);
      Require.positive("maxTtl", maxTtl);
      if (scheme.isUnixSocket()) {
        throw new IllegalArgumentException(
            "scheme: " + scheme.token() + " (expected: http, h2c or https)");
      }
      if (minTtl.compareTo(maxTtl) > 0) {
        throw new IllegalArgumentException(
            "minTtl: " + minTtl + " (expected: at most maxTtl, " + maxTtl + ")");
      }
      servers = List.copyOf(servers);
    }
  }
}
