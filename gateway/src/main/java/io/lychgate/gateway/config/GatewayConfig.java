package io.lychgate.gateway.config;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One whole configuration of a gateway: what {@code gateway.yaml} says, checked, defaults filled in.
 *
 * @param listeners sockets that accept clients, in file order
 * @param upstreams groups of servers by name, in file order
 * @param sites hosts and their routes, in file order
 * @param baseDirectory absolute; where relative paths of the file started from. Every path in here is already resolved
 */
public record GatewayConfig(
    List<ListenerConfig> listeners,
    Map<String, UpstreamConfig> upstreams,
    List<SiteConfig> sites,
    PushConfig push,
    LedgerConfig ledger,
    LearnConfig learn,
    PriorityConfig priority,
    AdminConfig admin,
    StoreConfig store,
    AccessLogConfig accessLog,
    Path baseDirectory) {

  public GatewayConfig {
    listeners = List.copyOf(listeners);
    // Not Map.copyOf: it forgets the order of the file.
    upstreams = Collections.unmodifiableMap(new LinkedHashMap<>(upstreams));
    sites = List.copyOf(sites);
    if (!baseDirectory.isAbsolute()) {
      throw new IllegalArgumentException(
          "baseDirectory: " + baseDirectory + " (expected: absolute path)");
    }
  }

  /** Listeners, upstreams and sites of the caller; everything else as if the file said nothing. */
  public static GatewayConfig of(
      List<ListenerConfig> listeners,
      Map<String, UpstreamConfig> upstreams,
      List<SiteConfig> sites,
      Path baseDirectory) {
    return new GatewayConfig(
        listeners,
        upstreams,
        sites,
        PushConfig.defaults(),
        LedgerConfig.defaults(),
        LearnConfig.defaults(),
        PriorityConfig.defaults(),
        AdminConfig.defaults(),
        StoreConfig.defaults(baseDirectory, "gateway.yaml"),
        AccessLogConfig.off(),
        baseDirectory);
  }

  /** What rules name routes by; in file order. */
  public Set<String> routeIds() {
    Set<String> ids = new LinkedHashSet<>();
    sites.forEach(site -> site.routes().forEach(route -> ids.add(route.id())));
    return ids;
  }
}
