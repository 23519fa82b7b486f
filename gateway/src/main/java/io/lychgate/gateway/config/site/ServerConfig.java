package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Require;
import java.util.Objects;

/**
 * One server of an upstream.
 *
 * @param host a name or an address, IPv6 without brackets
 * @param weight share of the requests, relative to the other servers; 0 for no new clients
 * @param priority number of its group; a group is used if too few servers of the groups before it are usable
 * @param zone place of the server; empty if none is configured
 */
public record ServerConfig(
    Scheme scheme, String host, int port, int weight, int priority, String zone) {
  /** The weight of a server that has none in the configuration. */
  public static final int DEFAULT_WEIGHT = 1;

  public static final int MAX_WEIGHT = 1000;
  public static final int MAX_PRIORITY = 15;

  /** Protocol to a server. */
  public enum Scheme {
    /** HTTP/1.1 in plain text. */
    HTTP("http", 80),
    /** HTTP/2 in plain text, without negotiation (RFC 9113 section 3.3). */
    H2C("h2c", 80),
    /** HTTP over TLS, in the version that ALPN selects. */
    HTTPS("https", 443);

    private final String token;
    private final int defaultPort;

    Scheme(String token, int defaultPort) {
      this.token = token;
      this.defaultPort = defaultPort;
    }

    public String token() {
      return token;
    }

    /** Returns true if connections are encrypted. */
    public boolean isSecure() {
      return this == HTTPS;
    }

    public int defaultPort() {
      return defaultPort;
    }
  }

  public ServerConfig {
    Require.text("host", host);
    Require.range("port", port, 1, 65535);
    Require.range("weight", weight, 0, MAX_WEIGHT);
    Require.range("priority", priority, 0, MAX_PRIORITY);
    Objects.requireNonNull(zone, "zone");
  }

  /** A server with the default weight in the first group. */
  public ServerConfig(Scheme scheme, String host, int port) {
    this(scheme, host, port, DEFAULT_WEIGHT, 0, "");
  }

  /** Returns true if connections to this server are connections to the other one too. Weights and groups do not matter. */
  public boolean isSameServer(ServerConfig other) {
    return scheme == other.scheme && port == other.port && host.equals(other.host);
  }

  /** Returns host and port as an authority: IPv6 in brackets, and the port only if it is not the scheme's default. */
  public String authority() {
    String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return port == scheme.defaultPort ? shown : shown + ":" + port;
  }

  /** Returns the form of the configuration file: {@code http://127.0.0.1:3000}. */
  @Override
  public String toString() {
    return scheme.token + "://" + authority();
  }
}
