package io.lychgate.gateway.simulate;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The site that is visited.
 *
 * @param address the address of the gateway
 * @param host name for TLS
 * @param authority host and port of requests
 */
record Target(boolean isSecure, InetSocketAddress address, String host, String authority) {
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /**
   * Reads a URL.
   *
   * @param connect host and port to which connections are opened in place of those of the URL; null for those
   * @throws IllegalArgumentException with a message if it is none
   */
  static Target of(String url, @Nullable String connect) {
    URI uri = uri(url);
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    if (!(scheme.equals("https") || scheme.equals("http")) || uri.getHost() == null) {
      throw new IllegalArgumentException(
          "--target: " + url + " (expected: a URL, for example https://localhost:8443/)");
    }
    boolean isSecure = scheme.equals("https");
    int usual = isSecure ? HTTPS : HTTP;
    int port = uri.getPort() < 0 ? usual : uri.getPort();
    InetSocketAddress address = new InetSocketAddress(bare(uri.getHost()), port);
    if (connect != null) {
      URI other = uri("tcp://" + connect);
      if (other.getHost() == null || other.getPort() < 0) {
        throw new IllegalArgumentException(
            "--connect: " + connect + " (expected: HOST:PORT, for example 127.0.0.1:8443)");
      }
      address = new InetSocketAddress(bare(other.getHost()), other.getPort());
    }
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          (connect == null ? "--target: " : "--connect: ") + address.getHostString()
              + " has no address (expected: a name that DNS or /etc/hosts knows)");
    }
    return new Target(
        isSecure,
        address,
        bare(uri.getHost()),
        uri.getHost().toLowerCase(Locale.ROOT) + (port == usual ? "" : ":" + port));
  }

  private static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "--target: " + text + " (expected: a URL, for example https://localhost:8443/)", e);
    }
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /** Returns true if it is on this machine. */
  boolean isLocal() {
    InetAddress resolved = address.getAddress();
    return resolved != null && resolved.isLoopbackAddress();
  }

  String origin() {
    return (isSecure ? "https://" : "http://") + authority;
  }
}
