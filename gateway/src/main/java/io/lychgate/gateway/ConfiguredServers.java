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
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/**
 * Checks the servers of a configuration as they are now: names that do not resolve, sockets that are absent, and lists of servers with
 * problems. Only a list is an error, because a name may exist when the gateway starts.
 */
final class ConfiguredServers {
  /** Time for all names together. It is longer than that of a query, so that a name server's silence is named as such. */
  private static final long LOOK_UP_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final String EXPECTED =
      " (expected: a name that resolves; the gateway tries it again)";

  private static final int THREADS = 16;

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
    long end = System.nanoTime() + LOOK_UP_NANOS;
    servers.discovered(config, end);
    servers.configured(config, end);
    return servers.findings;
  }

  private void lists(GatewayConfig config) {
    ServerFile reader = new ServerFile();
    for (UpstreamConfig upstream : config.upstreams().values()) {
      Path list = upstream.discovery().file();
      boolean isOnly = upstream.servers().isEmpty() && upstream.discovery().dns() == null;
      Checked<List<ServerConfig>> read =
          list == null ? Checked.valid(List.of()) : reader.read(list, isOnly);
      read.problems()
          .forEach(problem -> findings.add(new Finding(Finding.Severity.ERROR, problem)));
    }
  }

  private void sockets(GatewayConfig config) {
    each(config, (upstream, server) -> {
      if (!server.scheme().isUnixSocket()) {
        return;
      }
      Path socket = Path.of(server.host());
      if (!Files.exists(socket)) {
        warn("upstreams." + upstream.name() + ": " + server + ": no such socket now");
      } else if (Files.isRegularFile(socket) || Files.isDirectory(socket)) {
        warn("upstreams." + upstream.name() + ": " + server + ": not a socket");
      }
    });
  }

  /** Looks up the names of discovery at the same time, as the gateway does. */
  private void discovered(GatewayConfig config, long endNanos) {
    Map<String, Discovery.Watch> watches = new LinkedHashMap<>();
    try (ConfiguredDiscovery discovery = new ConfiguredDiscovery()) {
      for (UpstreamConfig upstream : config.upstreams().values()) {
        DiscoveryConfig.Dns dns = upstream.discovery().dns();
        if (dns != null) {
          watches.put(upstream.name(), discovery.watch(upstream.of(dns), servers -> {}));
        }
      }
      watches.values().forEach(watch -> watch.awaitResults(endNanos - System.nanoTime()));
      watches.forEach((name, watch) -> watch.sources().forEach(source -> {
        if (source.answeredAt() == null) {
          String why = source.problem().isEmpty() ? "no response yet" : source.problem();
          warn("upstreams." + name + ": discovery.dns: " + why + EXPECTED);
        }
      }));
      watches.values().forEach(Discovery.Watch::close);
    }
  }

  /** Looks up the hosts of servers as this machine does, search domains and {@code /etc/hosts} included. */
  private void configured(GatewayConfig config, long endNanos) {
    Map<String, Future<InetAddress>> asked = new HashMap<>();
    ExecutorService threads =
        Executors.newFixedThreadPool(THREADS, new DefaultThreadFactory("lychgate-check", true));
    each(config, (upstream, server) -> {
      if (!server.scheme().isUnixSocket()) {
        asked.computeIfAbsent(
            server.host(), host -> threads.submit(() -> InetAddress.getByName(host)));
      }
    });
    each(config, (upstream, server) -> {
      Future<InetAddress> address = asked.get(server.host());
      String why = address == null ? "" : problemOf(address, endNanos);
      if (!why.isEmpty()) {
        warn("upstreams." + upstream.name() + ": " + server + ": " + why + EXPECTED);
      }
    });
    threads.shutdownNow();
  }

  /** Returns the reason why a name has no address; empty if it has one. */
  private static String problemOf(Future<InetAddress> address, long endNanos) {
    try {
      address.get(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
      return "";
    } catch (ExecutionException e) {
      return "the name does not resolve now";
    } catch (TimeoutException e) {
      return "no response yet";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static void each(GatewayConfig config, BiConsumer<UpstreamConfig, ServerConfig> action) {
    config
        .upstreams()
        .values()
        .forEach(upstream -> upstream.servers().forEach(server -> action.accept(upstream, server)));
  }

  private void warn(String message) {
    findings.add(new Finding(Finding.Severity.WARNING, ConfigProblem.ofFile(file, message)));
  }
}
