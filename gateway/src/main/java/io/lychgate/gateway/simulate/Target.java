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
 * @param path the first page, with the query if there is one
 */
record Target(
    boolean isSecure, InetSocketAddress address, String host, String authority, String path) {
  private static final int MOST_PORT = 0xffff;
  private static final int DELETE = 0x7f;
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /**
   * Reads a URL.
   *
   * @param connect host and port to which connections are opened in place of those of the URL; null for those
   * @throws IllegalArgumentException with a message if the text is not such a URL
   */
  static Target of(String url, @Nullable String connect) {
    IllegalArgumentException wrong = new IllegalArgumentException(
        "--target: " + url + " (expected: a URL, for example https://localhost:8443/)");
    URI uri = uri(url, wrong);
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    boolean isSecure = scheme.equals("https");
    // RFC 9110 4.2.4: a name of a user is for other schemes. RFC 9110 7.1: a fragment is not sent.
    if (!(isSecure || scheme.equals("http"))
        || uri.getHost() == null
        || uri.getPort() > MOST_PORT
        || uri.getRawUserInfo() != null
        || uri.getRawFragment() != null
        || !url.chars().allMatch(each -> each > ' ' && each < DELETE)) {
      throw wrong;
    }
    int usual = isSecure ? HTTPS : HTTP;
    int port = uri.getPort() < 0 ? usual : uri.getPort();
    InetSocketAddress address =
        connect == null ? new InetSocketAddress(bare(uri.getHost()), port) : addressOf(connect);
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          (connect == null ? "--target: " : "--connect: ") + address.getHostString()
              + " has no address (expected: a name that DNS or /etc/hosts knows)");
    }
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    return new Target(
        isSecure,
        address,
        bare(uri.getHost()),
        uri.getHost().toLowerCase(Locale.ROOT) + (port == usual ? "" : ":" + port),
        uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery());
  }

  private static InetSocketAddress addressOf(String connect) {
    IllegalArgumentException wrong = new IllegalArgumentException(
        "--connect: " + connect + " (expected: HOST:PORT, for example 127.0.0.1:8443)");
    URI uri = uri("tcp://" + connect, wrong);
    boolean hasMore = uri.getRawUserInfo() != null || !connect.endsWith(":" + uri.getPort());
    if (uri.getHost() == null || uri.getPort() < 1 || uri.getPort() > MOST_PORT || hasMore) {
      throw wrong;
    }
    return new InetSocketAddress(bare(uri.getHost()), uri.getPort());
  }

  private static URI uri(String text, IllegalArgumentException wrong) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      wrong.initCause(e);
      throw wrong;
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
