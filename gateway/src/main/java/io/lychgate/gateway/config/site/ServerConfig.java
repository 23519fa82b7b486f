package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Require;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * One server of an upstream.
 *
 * @param host a name or an address, IPv6 without brackets; for a UNIX socket its absolute path
 * @param port 0 for a UNIX socket
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

  /** Bytes of the path of a UNIX socket. Linux has a field of 108 bytes, whose last one is zero. */
  public static final int MAX_SOCKET_PATH = 107;

  /** Protocol to a server. */
  public enum Scheme {
    /** HTTP/1.1 in plain text. */
    HTTP("http", 80),
    /** HTTP/2 in plain text, without negotiation (RFC 9113 section 3.3). */
    H2C("h2c", 80),
    /** HTTP over TLS, in the version that ALPN selects. */
    HTTPS("https", 443),
    /** HTTP/1.1 over a UNIX socket. */
    UNIX("unix", 0),
    /** HTTP/2 over a UNIX socket, without negotiation. */
    UNIX_H2C("unix+h2c", 0);

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

    /** Returns true if a connection begins with HTTP/2 without negotiation. */
    public boolean beginsWithHttp2() {
      return this == H2C || this == UNIX_H2C;
    }

    /** Returns true if the server is a UNIX socket: it has a path in place of a host and a port. */
    public boolean isUnixSocket() {
      return this == UNIX || this == UNIX_H2C;
    }

    /** Returns the port of a URL without one; 0 for UNIX sockets. */
    public int defaultPort() {
      return defaultPort;
    }

    /** Returns the scheme of a token, which the schema has checked. */
    public static Optional<Scheme> of(String token) {
      return Arrays.stream(values())
          .filter(scheme -> scheme.token.equals(token))
          .findFirst();
    }
  }

  public ServerConfig {
    Require.text("host", host);
    if (scheme.isUnixSocket()) {
      requirePath(host);
      Require.range("port", port, 0, 0);
    } else {
      Require.range("port", port, 1, 65535);
    }
    Require.range("weight", weight, 0, MAX_WEIGHT);
    Require.range("priority", priority, 0, MAX_PRIORITY);
    Objects.requireNonNull(zone, "zone");
  }

  private static void requirePath(String path) {
    int bytes = path.getBytes(StandardCharsets.UTF_8).length;
    if (!path.startsWith("/") || bytes > MAX_SOCKET_PATH) {
      throw new IllegalArgumentException(
          "path: " + path + " (expected: absolute, at most " + MAX_SOCKET_PATH + " bytes)");
    }
  }

  /** A server with the default weight in the first group. */
  public ServerConfig(Scheme scheme, String host, int port) {
    this(scheme, host, port, DEFAULT_WEIGHT, 0, "");
  }

  /** Returns true if connections to this server are connections to the other one too. Weights and groups do not matter. */
  public boolean isSameServer(ServerConfig other) {
    return scheme == other.scheme && port == other.port && host.equals(other.host);
  }

  /** Returns the same text for each spelling of the same server: names in lower case, IPv6 addresses with all groups. */
  public String canonical() {
    if (scheme.isUnixSocket()) {
      return toString();
    }
    String same = host.toLowerCase(Locale.ROOT);
    if (host.indexOf(':') >= 0) {
      try {
        // A literal address, so that no name is looked up.
        same = InetAddress.getByName(host).getHostAddress();
      } catch (UnknownHostException malformed) {
        same = host;
      }
    }
    return scheme.token + " " + same + " " + port;
  }

  /**
   * Returns host and port as an authority: IPv6 in brackets, and the port only if it is not the scheme's default. A UNIX socket has
   * {@code localhost}.
   */
  public String authority() {
    if (scheme.isUnixSocket()) {
      return "localhost";
    }
    String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return port == scheme.defaultPort ? shown : shown + ":" + port;
  }

  /** Returns the form of the configuration file: {@code http://127.0.0.1:3000} or {@code unix:/run/app.sock}. */
  @Override
  public String toString() {
    return scheme.isUnixSocket() ? scheme.token + ":" + host : scheme.token + "://" + authority();
  }
}
