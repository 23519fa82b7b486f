package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Require;

/** One server of an upstream. The host is a name or an address, IPv6 without brackets. */
public record ServerConfig(Scheme scheme, String host, int port) {

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
