package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import java.util.Locale;
import java.util.Optional;

/**
 * The property of a request by which a limit counts. A request without the property is counted by its client, so that leaving it out
 * is no way around the limit.
 *
 * @param source where the property is
 * @param name name of the header field or cookie, or an expression of CEL; empty for other sources
 * @param ipv4Prefix bits of an IPv4 address that name a client
 * @param ipv6Prefix bits of an IPv6 address that name a client
 */
public record LimitKey(Source source, String name, int ipv4Prefix, int ipv6Prefix) {
  public static final int IPV4_BITS = 32;

  /** One customer can use all addresses of such a network (RFC 4291 section 2.5.4). */
  public static final int IPV6_NETWORK_BITS = 64;

  private static final int IPV6_BITS = 128;

  /** Shorter prefixes would put a large part of the Internet into one count. */
  private static final int MIN_PREFIX = 8;

  public LimitKey {
    Require.range("ipv4Prefix", ipv4Prefix, MIN_PREFIX, IPV4_BITS);
    Require.range("ipv6Prefix", ipv6Prefix, MIN_PREFIX, IPV6_BITS);
  }

  /** Returns the source and name of a value of {@code by}, with the usual prefixes; empty if the value is none. */
  public static Optional<LimitKey> of(String text) {
    int colon = text.indexOf(':');
    String token = colon < 0 ? text : text.substring(0, colon);
    for (Source source : Source.values()) {
      if (source.token.equals(token) && source.hasName == (colon >= 0)) {
        return Optional.of(new LimitKey(
            source, colon < 0 ? "" : text.substring(colon + 1), IPV4_BITS, IPV6_NETWORK_BITS));
      }
    }
    return Optional.empty();
  }

  /** Returns the key that an expression of CEL computes. */
  public static LimitKey ofExpression(String text) {
    return new LimitKey(Source.EXPRESSION, text, IPV4_BITS, IPV6_NETWORK_BITS);
  }

  public LimitKey withPrefixes(int ipv4, int ipv6) {
    return new LimitKey(source, name, ipv4, ipv6);
  }

  /** Returns true if the key is known before authentication. */
  public boolean isOfClient() {
    return source == Source.CLIENT;
  }

  /** Returns true if a client is what it is for the rest of the gateway: an address of IPv4 or a /64 network of IPv6. */
  public boolean hasUsualPrefixes() {
    return ipv4Prefix == IPV4_BITS && ipv6Prefix == IPV6_NETWORK_BITS;
  }

  /** Returns the key in the words of the configuration. */
  public String text() {
    if (source == Source.EXPRESSION) {
      return "key " + name;
    }
    String prefixes = hasUsualPrefixes() ? "" : " /" + ipv4Prefix + ", /" + ipv6Prefix;
    return "by " + source.token + (source.hasName ? ":" + name : "") + prefixes;
  }

  /** Sources of a key. */
  public enum Source {
    /** The client's address, or its network. */
    CLIENT(false),
    /** Nothing of the request: all requests of the route together. */
    ROUTE(false),
    /** The sender that authentication has found. */
    IDENTITY(false),
    /** A header field. */
    HEADER(true),
    /** A cookie. */
    COOKIE(true),
    /** A text that an expression of CEL computes. */
    EXPRESSION(false);

    private final String token = name().toLowerCase(Locale.ROOT);
    private final boolean hasName;

    Source(boolean hasName) {
      this.hasName = hasName;
    }
  }
}
