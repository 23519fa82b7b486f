package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamHealthConfig;
import io.lychgate.gateway.config.site.UpstreamHealthConfig.Active;
import io.lychgate.gateway.config.site.UpstreamHealthConfig.Passive;
import io.lychgate.gateway.config.site.UpstreamHealthConfig.StatusRange;
import io.lychgate.gateway.config.site.UpstreamTlsConfig;
import io.lychgate.gateway.config.site.UpstreamTlsConfig.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the {@code health} of an upstream. */
final class UpstreamHealthReader {
  /** The keys of checks that one type alone has. */
  private static final List<String> OF_HTTP = List.of("path", "host", "method", "status", "body");

  private static final List<String> OF_GRPC = List.of("service", "host");

  private UpstreamHealthReader() {}

  static UpstreamHealthConfig read(
      Section section, List<ServerConfig> servers, UpstreamTlsConfig tls) {
    UpstreamHealthConfig defaults = UpstreamHealthConfig.defaults();
    Active active = section.has("active") ? active(section.section("active"), servers, tls) : null;
    Passive passive = passive(section.section("passive"));
    return section
        .build(() ->
            new UpstreamHealthConfig(active, passive, section.integer("panic", defaults.panic())))
        .orElse(defaults);
  }

  private static @Nullable Active active(
      Section section, List<ServerConfig> servers, UpstreamTlsConfig tls) {
    UpstreamHealthConfig.Type type =
        type(section.text("type", UpstreamHealthConfig.Type.HTTP.token()));
    rejectKeysOfOthers(section, type);
    if (type == UpstreamHealthConfig.Type.GRPC) {
      rejectServersWithoutHttp2(section, servers, tls);
    }
    Active defaults = Active.of(type);
    return section
        .build(() -> new Active(
            type,
            section.text("path", defaults.path()),
            section.text("host"),
            section.text("method", defaults.method()),
            statuses(section, defaults.status()),
            section.text("body"),
            section.text("service", defaults.service()),
            section.duration("interval", defaults.interval()),
            section.duration("timeout", defaults.timeout()),
            section.integer("jitter", defaults.jitter()),
            section.integer("fall", defaults.fall()),
            section.integer("rise", defaults.rise()),
            section.integer("port", defaults.port())))
        .orElse(null);
  }

  private static UpstreamHealthConfig.Type type(String token) {
    for (UpstreamHealthConfig.Type type : UpstreamHealthConfig.Type.values()) {
      if (type.token().equals(token)) {
        return type;
      }
    }
    throw new IllegalArgumentException("type: " + token + " (expected: as in the schema)");
  }

  private static void rejectKeysOfOthers(Section section, UpstreamHealthConfig.Type type) {
    List<String> foreign = new ArrayList<>();
    switch (type) {
      case HTTP -> foreign.add("service");
      case GRPC -> {
        foreign.addAll(OF_HTTP);
        foreign.removeAll(OF_GRPC);
      }
      case TCP -> {
        foreign.addAll(OF_HTTP);
        foreign.add("service");
      }
    }
    for (String key : foreign) {
      if (section.has(key)) {
        section.problem(key, "with type " + type.token() + " (expected: absent)");
      }
    }
  }

  private static void rejectServersWithoutHttp2(
      Section section, List<ServerConfig> servers, UpstreamTlsConfig tls) {
    for (ServerConfig server : servers) {
      boolean hasHttp2 = server.scheme().beginsWithHttp2()
          || (server.scheme().isSecure() && tls.allows(HttpVersion.HTTP_2));
      if (!hasHttp2) {
        section.problem(
            "type",
            "grpc with the server " + server
                + " (expected: h2c servers, or https servers with h2 in tls.protocols)");
        return;
      }
    }
  }

  private static List<StatusRange> statuses(Section section, List<StatusRange> otherwise) {
    if (!section.has("status")) {
      return otherwise;
    }
    List<StatusRange> ranges = new ArrayList<>();
    List<String> texts = section.texts("status");
    for (int i = 0; i < texts.size(); i++) {
      try {
        ranges.add(StatusRange.parse(texts.get(i)));
      } catch (IllegalArgumentException e) {
        section.problem(
            "status", i, texts.get(i) + " (expected: a status of 100-599, or a range upwards)");
      }
    }
    return ranges.isEmpty() ? otherwise : ranges;
  }

  private static Passive passive(Section section) {
    Passive defaults = Passive.defaults();
    Section ejection = section.section("ejection");
    return section
        .build(() -> new Passive(
            section.flag("enabled", defaults.enabled()),
            section.integer("failures", defaults.failures()),
            section.duration("window", defaults.window()),
            section.integer("minRequests", defaults.minRequests()),
            section.integer("errorRate", defaults.errorRate()),
            section.integer("latency", defaults.latency()),
            section.duration("stall", defaults.stall()),
            ejection.duration("min", defaults.minEjection()),
            ejection.duration("max", defaults.maxEjection()),
            section.integer("maxEjected", defaults.maxEjected())))
        .orElse(defaults);
  }
}
