package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.ServerConfig.Scheme;
import java.net.URI;

/** Finds connections to other machines without encryption, over which a secret or a decision would travel. */
final class ClearText {
  private static final String EXPECTED = " (expected: TLS, or a loopback address";

  private ClearText() {}

  static boolean isLoopback(String host) {
    return host.equals("localhost")
        || host.equals("[::1]")
        || host.equals("::1")
        || host.matches("127(\\.\\d{1,3}){3}");
  }

  /** Refuses a secret for a server that would get it without encryption, unless {@code insecure} is set. */
  static void refuse(Section section, String key, String secret, URI url) {
    boolean isEncrypted = "https".equals(url.getScheme()) || "rediss".equals(url.getScheme());
    if (!isEncrypted && !isLoopback(url.getHost()) && !section.flag("insecure", false)) {
      section.problem(
          key,
          url.getHost() + " gets the " + secret + " in clear text" + EXPECTED
              + "; insecure: true on a private network)");
    }
  }

  /** Warns of keys that others on the way could replace. */
  static void ofKeys(Section section, String key, URI url) {
    if ("http".equals(url.getScheme()) && !isLoopback(url.getHost())) {
      section.warning(
          key,
          url.getHost() + " sends the keys in clear text, so others on the way can replace them"
              + EXPECTED + ")");
    }
  }

  /** Warns of decisions on requests, and of their credentials, that others on the way could read and replace. */
  static void ofDecisions(Section forwardAuth, Section upstream) {
    for (Section entry : upstream.sections("servers")) {
      String url = entry.scalar().orElseGet(() -> entry.text("url", ""));
      ServerConfig server = url.contains(":") ? UpstreamReader.server(url).orElse(null) : null;
      if (server != null && !server.scheme().isUnixSocket()) {
        ofDecisions(forwardAuth, server.scheme(), server.host());
      }
    }
    Section dns = upstream.section("discovery").section("dns");
    Scheme scheme = Scheme.of(dns.text("scheme", "http")).orElse(Scheme.HTTP);
    if (dns.has("name")) {
      ofDecisions(forwardAuth, scheme, dns.text("name", ""));
    }
  }

  private static void ofDecisions(Section forwardAuth, Scheme scheme, String host) {
    if (!scheme.isSecure() && !isLoopback(host)) {
      forwardAuth.warning(
          "upstream",
          host + " decides in clear text, so others on the way can read the credentials"
              + " of requests and replace the decisions" + EXPECTED + ")");
    }
  }
}
