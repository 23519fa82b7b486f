package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.ProxyHeader;
import io.lychgate.gateway.config.listener.TlsVersion;
import io.lychgate.gateway.config.site.ConnectionConfig;
import io.lychgate.gateway.config.site.DiscoveryConfig;
import io.lychgate.gateway.config.site.RequestLimitConfig;
import io.lychgate.gateway.config.site.RequestLimitConfig.Concurrency;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.config.site.UpstreamHealthConfig;
import io.lychgate.gateway.config.site.UpstreamTlsConfig;
import io.lychgate.gateway.config.site.UpstreamTlsConfig.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one of {@code upstreams}. */
final class UpstreamReader {
  private static final String PIN = "sha256/";

  private static final String PLACE =
      "a port of 1-65535, or a path of at most " + ServerConfig.MAX_SOCKET_PATH + " bytes";

  private static final String HOST = "a name, or an IPv4 address with four numbers of 0-255";

  private UpstreamReader() {}

  /** @param zone place of this gateway; empty if it has none */
  static Optional<UpstreamConfig> read(String name, Section section, String zone) {
    List<ServerConfig> servers = servers(section);
    DiscoveryConfig discovery = DiscoveryReader.read(section.section("discovery"));
    if (servers.isEmpty() && discovery.isNone()) {
      noServers(section);
      return Optional.empty();
    }
    UpstreamTlsConfig tls = tls(section.section("tls"));
    UpstreamHealthConfig health =
        UpstreamHealthReader.read(section.section("health"), servers, tls);
    return section.build(() -> UpstreamConfig.builder(name)
        .servers(servers)
        .connectTimeout(section.duration("connectTimeout", Limits.CONNECT))
        .responseHeadTimeout(section.duration("responseHeadTimeout", Limits.RESPONSE_HEAD))
        .responseBodyIdleTimeout(
            section.duration("responseBodyIdleTimeout", Limits.RESPONSE_BODY_IDLE))
        .keepAliveIdle(section.duration("keepAliveIdle", Limits.UPSTREAM_KEEP_ALIVE))
        .maxConnections(section.integer("maxConnections", Limits.MAX_UPSTREAM_CONNECTIONS))
        .maxPending(section.integer("maxPending", Limits.MAX_UPSTREAM_PENDING))
        .clientShare(section.integer("clientShare", Limits.UPSTREAM_CLIENT_SHARE))
        .maxResponseHeaderBytes(section.size(
            "maxResponseHeaderSize",
            Limits.MAX_RESPONSE_HEADER_BYTES,
            1024,
            Limits.MAX_HEADER_BYTES_CEILING))
        .tls(tls)
        .connections(connections(section.section("connections"), proxyHeader(section)))
        .balance(BalanceReader.read(section.section("balance")).in(zone))
        .health(health)
        .retry(RetryReader.read(section.section("retry")))
        .discovery(discovery)
        .requestLimits(requestLimits(section))
        .build());
  }

  private static void noServers(Section section) {
    Problems problems = section.context().problems();
    boolean isWrong = problems.isWithin(section.pathOf("servers"))
        || problems.isWithin(section.pathOf("discovery"))
        || section.section("discovery").has("dns");
    if (!isWrong && (!section.has("servers") || section.sections("servers").isEmpty())) {
      section.problem(
          "servers",
          (section.has("servers") ? "empty" : "missing")
              + " (expected: a list of URLs, or discovery)");
    }
  }

  private static @Nullable ProxyHeader proxyHeader(Section section) {
    return ProxyHeader.of(section.text("proxyProtocol", "off")).orElse(null);
  }

  private static List<ServerConfig> servers(Section section) {
    Map<String, ServerConfig> servers = new LinkedHashMap<>();
    List<Section> entries = section.sections("servers");
    for (int i = 0; i < entries.size(); i++) {
      Section entry = entries.get(i);
      String url = entry.scalar().orElseGet(() -> entry.text("url", ""));
      if (url.isEmpty()) {
        // The schema has reported it.
        continue;
      }
      Optional<ServerConfig> server = server(url).map(known -> described(known, entry));
      String objection = server.isPresent() && server.get().scheme().isUnixSocket()
          ? section.context().reach().objection(Path.of(server.get().host()))
          : null;
      if (objection != null) {
        section.problem("servers", i, url + " " + objection);
      } else if (server.isEmpty()) {
        section.problem("servers", i, url + " (expected: " + expected(url) + ")");
      } else if (servers.putIfAbsent(server.get().canonical(), server.get()) != null) {
        section.problem("servers", i, url + " (expected: each server once)");
      }
    }
    if (!servers.isEmpty()
        && !section.has("discovery")
        && servers.values().stream().allMatch(server -> server.weight() == 0)) {
      section.problem("servers", "each has weight 0 (expected: one with a weight above 0)");
    }
    return List.copyOf(servers.values());
  }

  private static ServerConfig described(ServerConfig server, Section entry) {
    return new ServerConfig(
        server.scheme(),
        server.host(),
        server.port(),
        entry.integer("weight", ServerConfig.DEFAULT_WEIGHT),
        entry.integer("priority", 0),
        entry.text("zone", ""));
  }

  /**
   * Parses the URL of a server. The schema has checked the shape: scheme, host and an optional port, or {@code unix:} and an absolute
   * path.
   */
  static Optional<ServerConfig> server(String url) {
    int colon = url.indexOf(':');
    String place = url.substring(colon + 1);
    return ServerConfig.Scheme.of(url.substring(0, colon))
        .flatMap(scheme ->
            scheme.isUnixSocket() ? socket(scheme, place) : server(scheme, place.substring(2)));
  }

  /** Returns what a URL lacks for which {@link #server} returns nothing. */
  static String expected(String url) {
    int colon = url.indexOf(':');
    boolean hasPlace = ServerConfig.Scheme.of(url.substring(0, colon))
        .filter(scheme -> !scheme.isUnixSocket())
        .flatMap(scheme -> place(scheme, url.substring(colon + 3)))
        .isPresent();
    return hasPlace ? HOST : PLACE;
  }

  private static Optional<ServerConfig> server(ServerConfig.Scheme scheme, String authority) {
    return place(scheme, authority)
        .filter(HostPort::isAddressOrName)
        .map(at -> new ServerConfig(scheme, at.host(), at.port()));
  }

  private static Optional<HostPort> place(ServerConfig.Scheme scheme, String authority) {
    boolean hasPort = authority.lastIndexOf(':') > authority.lastIndexOf(']');
    return HostPort.parse(hasPort ? authority : authority + ":" + scheme.defaultPort())
        .filter(at -> at.port() > 0);
  }

  private static Optional<ServerConfig> socket(ServerConfig.Scheme scheme, String path) {
    boolean fits = path.getBytes(StandardCharsets.UTF_8).length <= ServerConfig.MAX_SOCKET_PATH;
    return fits ? Optional.of(new ServerConfig(scheme, path, 0)) : Optional.empty();
  }

  private static ConnectionConfig connections(Section section, @Nullable ProxyHeader header) {
    ConnectionConfig defaults = ConnectionConfig.defaults();
    return section
        .build(() -> new ConnectionConfig(
            section.duration("maxAge", defaults.maxAge()),
            section.integer("maxRequests", defaults.maxRequests()),
            section.integer("maxStreams", defaults.maxStreams()),
            section.duration("pingAfter", defaults.pingAfter()),
            subset(section.text("subset", "auto")),
            header))
        .orElse(defaults);
  }

  private static RequestLimitConfig requestLimits(Section section) {
    Section concurrency = section.section("concurrency");
    Concurrency off = Concurrency.off();
    Concurrency adaptive = concurrency
        .build(() -> new Concurrency(
            concurrency.text("mode", "off").equals("gradient"),
            concurrency.integer("min", off.min()),
            concurrency.integer("max", off.max())))
        .orElse(off);
    return new RequestLimitConfig(
        section.integer("maxRequests", RequestLimitConfig.NONE),
        section.integer("maxConnectionsPerServer", RequestLimitConfig.NONE),
        adaptive);
  }

  private static int subset(String text) {
    return switch (text) {
      case "auto" -> ConnectionConfig.SUBSET_AUTO;
      case "off" -> ConnectionConfig.SUBSET_OFF;
      default -> Integer.parseInt(text);
    };
  }

  private static UpstreamTlsConfig tls(Section section) {
    Path trust = section.path("trust");
    if (trust != null) {
      CertificateCheck.checkTrust(section, trust);
    }
    UpstreamTlsConfig defaults = UpstreamTlsConfig.defaults();
    UpstreamTlsConfig.Identity identity = identity(section);
    return section
        .build(() -> new UpstreamTlsConfig(
            section.flag("verify", true),
            trust,
            section.text("serverName"),
            identity,
            version(section, "minVersion", defaults.minVersion()),
            version(section, "maxVersion", defaults.maxVersion()),
            protocols(section, defaults.protocols()),
            section.texts("pins").stream()
                .map(pin -> pin.substring(PIN.length()))
                .toList()))
        .orElse(defaults);
  }

  private static UpstreamTlsConfig.@Nullable Identity identity(Section section) {
    Path certificate = section.path("certificate");
    Path key = section.path("key");
    if (certificate == null || key == null) {
      if (certificate != null || key != null) {
        section.problem(
            certificate == null ? "key" : "certificate",
            "alone (expected: both certificate and key, or neither)");
      }
      return null;
    }
    CertificateCheck.checkClient(section, certificate, key);
    return new UpstreamTlsConfig.Identity(certificate, key);
  }

  private static TlsVersion version(Section section, String key, TlsVersion otherwise) {
    String text = section.text(key, otherwise.token());
    return text.equals(TlsVersion.TLS_1_3.token()) ? TlsVersion.TLS_1_3 : TlsVersion.TLS_1_2;
  }

  private static List<HttpVersion> protocols(Section section, List<HttpVersion> otherwise) {
    if (!section.has("protocols")) {
      return otherwise;
    }
    return section.texts("protocols").stream()
        .map(text ->
            text.equals(HttpVersion.HTTP_2.token()) ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1)
        .toList();
  }
}
