package io.lychgate.gateway.config;

import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.observe.TracingConfig;
import io.lychgate.gateway.config.policy.ApiKeyPolicy;
import io.lychgate.gateway.config.policy.JwtPolicy;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.Policy;
import io.lychgate.gateway.config.policy.TokenSource;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The complete configuration of a gateway: the content of {@code gateway.yaml}, checked, with defaults filled in.
 *
 * @param listeners sockets that accept clients, in file order
 * @param upstreams groups of servers by name, in file order
 * @param sites hosts and their routes, in file order
 * @param acme the authority from which certificates are ordered; null for none
 * @param origin the place that has everything except the sections of {@link io.lychgate.gateway.config.file.StoredDocuments}
 * @param baseDirectory absolute directory that relative paths of the file refer to. Every path in this record is resolved
 */
public record GatewayConfig(
    List<ListenerConfig> listeners,
    Map<String, UpstreamConfig> upstreams,
    List<SiteConfig> sites,
    PushConfig push,
    LedgerConfig ledger,
    LearnConfig learn,
    ExperimentConfig experiments,
    PriorityConfig priority,
    CacheConfig cache,
    LimitSharingConfig limits,
    AdminConfig admin,
    StoreConfig store,
    UpgradeConfig upgrade,
    AccessLogConfig accessLog,
    TracingConfig tracing,
    PluginsConfig plugins,
    PublishingConfig publishing,
    @Nullable AcmeConfig acme,
    ConfigOrigin origin,
    Path baseDirectory) {

  public GatewayConfig {
    listeners = List.copyOf(listeners);
    // Map.copyOf does not keep the order of the file.
    upstreams = Collections.unmodifiableMap(new LinkedHashMap<>(upstreams));
    sites = List.copyOf(sites);
    if (!baseDirectory.isAbsolute()) {
      throw new IllegalArgumentException(
          "baseDirectory: " + baseDirectory + " (expected: absolute path)");
    }
  }

  /** Returns this configuration of the store with the sections that stay in the file of the node. */
  public GatewayConfig completedBy(GatewayConfig file) {
    return new GatewayConfig(
        listeners,
        upstreams,
        sites,
        push,
        ledger,
        learn,
        experiments,
        priority,
        cache,
        limits,
        file.admin,
        file.store,
        file.upgrade,
        accessLog,
        tracing,
        plugins,
        publishing,
        acme,
        file.origin,
        baseDirectory);
  }

  /** Returns a configuration of these listeners, upstreams and sites, with defaults for everything else. */
  public static GatewayConfig of(
      List<ListenerConfig> listeners,
      Map<String, UpstreamConfig> upstreams,
      List<SiteConfig> sites,
      Path baseDirectory) {
    StoreConfig store = StoreConfig.defaults(baseDirectory, "gateway.yaml");
    return new GatewayConfig(
        listeners,
        upstreams,
        sites,
        PushConfig.defaults(),
        LedgerConfig.defaults(),
        LearnConfig.defaults(),
        ExperimentConfig.defaults(),
        PriorityConfig.defaults(),
        CacheConfig.defaults(),
        LimitSharingConfig.defaults(),
        AdminConfig.defaults(),
        store,
        UpgradeConfig.off(store),
        AccessLogConfig.off(),
        TracingConfig.defaults(),
        PluginsConfig.none(),
        PublishingConfig.defaults(),
        null,
        ConfigOrigin.FILE,
        baseDirectory);
  }

  /** Returns the names of the request fields by which policies describe the sender, in lower case. */
  public Set<String> identityFields() {
    Set<String> names = new TreeSet<>();
    listeners.forEach(listener -> addIdentityFields(listener.policies(), names));
    for (SiteConfig site : sites) {
      addIdentityFields(site.policies(), names);
      site.routes().forEach(route -> addIdentityFields(route.policies(), names));
    }
    return names;
  }

  private static void addIdentityFields(Policies policies, Set<String> names) {
    for (Policies.Setting setting : policies.settings()) {
      if (setting.policy() != null) {
        names.addAll(setting.policy().identityFields());
      }
    }
  }

  /** Returns the names of the header fields in which policies expect credentials, in lower case. */
  public Set<String> credentialFields() {
    Set<String> names = new TreeSet<>();
    policies(ApiKeyPolicy.class).forEach(policy -> names.add(policy.header()));
    policies(JwtPolicy.class)
        .forEach(policy -> policy.sources().stream()
            .filter(source -> source.kind() == TokenSource.Kind.HEADER)
            .forEach(source -> names.add(source.name())));
    names.remove("");
    return names;
  }

  /** Returns the policies of this kind of all listeners, sites and routes. */
  public <P extends Policy> List<P> policies(Class<P> kind) {
    List<Policies> all = new ArrayList<>();
    listeners.forEach(listener -> all.add(listener.policies()));
    for (SiteConfig site : sites) {
      all.add(site.policies());
      site.routes().forEach(route -> all.add(route.policies()));
    }
    return all.stream()
        .map(policies -> policies.get(kind))
        .filter(Objects::nonNull)
        .map(kind::cast)
        .toList();
  }

  /** Returns the policies of this kind that apply to routes of a site, one for each route and listener. */
  public <P extends Policy> List<P> policies(SiteConfig site, Class<P> kind) {
    List<P> all = new ArrayList<>();
    for (RouteConfig route : site.routes()) {
      Policies own = route.policies().within(site.policies());
      for (ListenerConfig listener : listeners) {
        P policy = own.within(listener.policies()).get(kind);
        if (policy != null) {
          all.add(policy);
        }
      }
    }
    return all;
  }

  /** Returns the ids of all routes, by which rules name them, in file order. */
  public Set<String> routeIds() {
    Set<String> ids = new LinkedHashSet<>();
    sites.forEach(site -> site.routes().forEach(route -> ids.add(route.id())));
    return ids;
  }
}
