package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.pattern.AddressRange;
import io.lychgate.gateway.config.site.DiscoveryConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code discovery} of an upstream. */
final class DiscoveryReader {
  private static final int DNS_PORT = 53;

  private DiscoveryReader() {}

  static DiscoveryConfig read(Section section) {
    DiscoveryConfig.Dns dns = section.has("dns") ? dns(section.section("dns")) : null;
    return new DiscoveryConfig(dns, section.path("file"));
  }

  private static DiscoveryConfig.@Nullable Dns dns(Section section) {
    String name = section.text("name", "");
    DiscoveryConfig.Type type = DiscoveryConfig.Type.of(section.text("type", "a"));
    ServerConfig.Scheme scheme =
        ServerConfig.Scheme.of(section.text("scheme", "http")).orElse(ServerConfig.Scheme.HTTP);
    boolean isSrv = type == DiscoveryConfig.Type.SRV;
    if (isSrv && section.has("port")) {
      section.problem(
          "port", section.integer("port", 0) + " (expected: none, SRV records have it)");
      return null;
    }
    if (AddressRange.parse(name).isPresent()) {
      section.problem("name", name + " (expected: a name; list addresses under servers)");
      return null;
    }
    return section
        .build(() -> new DiscoveryConfig.Dns(
            name,
            type,
            scheme,
            isSrv ? 0 : section.integer("port", scheme.defaultPort()),
            DiscoveryConfig.Family.of(section.text("family", "both")),
            section.duration("minTtl", Limits.DNS_MIN_TTL),
            section.duration("maxTtl", Limits.DNS_MAX_TTL),
            nameServers(section)))
        .orElse(null);
  }

  private static List<InetSocketAddress> nameServers(Section section) {
    List<InetSocketAddress> servers = new ArrayList<>();
    List<String> texts = section.texts("servers");
    for (int i = 0; i < texts.size(); i++) {
      Optional<InetSocketAddress> server = nameServer(texts.get(i));
      server.ifPresent(servers::add);
      if (server.isEmpty()) {
        section.problem(
            "servers",
            i,
            texts.get(i) + " (expected: an address, as 127.0.0.1, 127.0.0.1:5353 or [::1]:53)");
      }
    }
    return servers;
  }

  private static Optional<InetSocketAddress> nameServer(String text) {
    Optional<AddressRange> bare =
        text.indexOf('/') < 0 ? AddressRange.parse(text) : Optional.empty();
    if (bare.isPresent()) {
      return bare.map(address -> new InetSocketAddress(address.network(), DNS_PORT));
    }
    return HostPort.parse(text)
        .filter(at -> at.port() > 0 && at.host().indexOf('/') < 0)
        .flatMap(at -> AddressRange.parse(at.host())
            .map(address -> new InetSocketAddress(address.network(), at.port())));
  }
}
