package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.file.ServerFile;
import io.lychgate.gateway.config.site.DiscoveryConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.push.lint.Finding;
import io.lychgate.gateway.upstream.discovery.ConfiguredDiscovery;
import io.lychgate.gateway.upstream.discovery.Discovery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Checks the servers of a configuration as they are now: names that do not resolve, sockets that are absent, and lists of servers with
 * problems. Only a list is an error, because a name may exist when the gateway starts.
 */
final class ConfiguredServers {
  /** Time for all names together. */
  private static final long LOOK_UP_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final String file;
  private final List<Finding> findings = new ArrayList<>();

  private ConfiguredServers(String file) {
    this.file = file;
  }

  /** @param file name of the configuration */
  static List<Finding> findings(GatewayConfig config, String file) {
    ConfiguredServers servers = new ConfiguredServers(file);
    servers.lists(config);
    servers.sockets(config);
    servers.names(config);
    return servers.findings;
  }

  private void lists(GatewayConfig config) {
    ServerFile reader = new ServerFile();
    for (UpstreamConfig upstream : config.upstreams().values()) {
      Path list = upstream.discovery().file();
      Checked<List<ServerConfig>> read =
          list == null ? Checked.valid(List.of()) : reader.read(list);
      read.problems()
          .forEach(problem -> findings.add(new Finding(Finding.Severity.ERROR, problem)));
    }
  }

  private void sockets(GatewayConfig config) {
    for (UpstreamConfig upstream : config.upstreams().values()) {
      for (ServerConfig server : upstream.servers()) {
        if (server.scheme().isUnixSocket() && !Files.exists(Path.of(server.host()))) {
          warn("upstreams." + upstream.name() + ": " + server + ": no such socket now");
        }
      }
    }
  }

  /** Looks up all names at the same time. */
  private void names(GatewayConfig config) {
    Map<String, UpstreamConfig> asked = new TreeMap<>();
    config.upstreams().values().forEach(upstream -> questions(upstream, asked));
    Map<String, Discovery.Watch> watches = new LinkedHashMap<>();
    try (ConfiguredDiscovery discovery = new ConfiguredDiscovery()) {
      asked.forEach(
          (title, upstream) -> watches.put(title, discovery.watch(upstream, servers -> {})));
      long end = System.nanoTime() + LOOK_UP_NANOS;
      watches.values().forEach(watch -> watch.awaitResults(end - System.nanoTime()));
      watches.forEach((title, watch) -> watch.sources().forEach(source -> {
        if (source.answeredAt() == null) {
          warn(title + (source.problem().isEmpty() ? "no response yet" : source.problem())
              + " (expected: a name that resolves; the gateway tries it again)");
        }
      }));
      watches.values().forEach(Discovery.Watch::close);
    }
  }

  /** Adds an upstream for each name, with that name as its only source of servers. */
  private static void questions(UpstreamConfig upstream, Map<String, UpstreamConfig> asked) {
    String title = "upstreams." + upstream.name() + ": ";
    for (ServerConfig server : upstream.servers()) {
      if (!server.scheme().isUnixSocket() && ConfiguredDiscovery.isName(server.host())) {
        asked.put(
            title + server + ": ",
            upstream.of(DiscoveryConfig.Dns.ofAddresses(server.host(), server.port())));
      }
    }
    DiscoveryConfig.Dns dns = upstream.discovery().dns();
    if (dns != null) {
      asked.put(title + "discovery.dns: ", upstream.of(dns));
    }
  }

  private void warn(String message) {
    findings.add(new Finding(Finding.Severity.WARNING, ConfigProblem.ofFile(file, message)));
  }
}
