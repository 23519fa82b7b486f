package io.lychgate.gateway;

import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.upstream.SharedUpstreams;
import io.lychgate.gateway.upstream.balance.EjectionCause;
import io.lychgate.gateway.upstream.balance.ServerSet;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.lychgate.gateway.upstream.balance.ServerStatus;
import io.lychgate.gateway.upstream.balance.UpstreamServers;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.lychgate.gateway.upstream.health.CheckCounts;
import io.lychgate.gateway.upstream.health.CheckResult;
import io.lychgate.gateway.upstream.health.HealthChecks;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.ToLongFunction;

/**
 * The metrics of the servers of upstreams. Servers come and go, so their series follow each change. Series of one upstream
 * are numbers by state for all of its servers, and series by server for the first {@link #MAX_SERVERS}.
 */
final class UpstreamMeters {
  /** Servers of an upstream with series of their own: nine for each. */
  private static final int MAX_SERVERS = 100;

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final SharedUpstreams upstreams;
  private final HealthChecks health;
  private final MeterRegistry registry;
  private final Ticker clock;
  private final ChangingGauge status;
  private final ChangingGauge latency;
  private final ChangingGauge inFlight;
  private final Set<String> known = new HashSet<>(); // Guarded by this.

  UpstreamMeters(
      SharedUpstreams upstreams, HealthChecks health, MeterRegistry registry, Ticker clock) {
    this.upstreams = upstreams;
    this.health = health;
    this.registry = registry;
    this.clock = clock;
    this.status = new ChangingGauge("lychgate.upstream.server.status", registry);
    this.latency = new ChangingGauge("lychgate.upstream.server.latency.seconds", registry);
    this.inFlight = new ChangingGauge("lychgate.upstream.server.in_flight", registry);
  }

  /** Registers the metrics, and follows changes of the servers. */
  void bind() {
    upstreams.onChange(this::follow);
    follow();
  }

  private synchronized void follow() {
    Map<Tags, DoubleSupplier> statuses = new HashMap<>();
    Map<Tags, DoubleSupplier> latencies = new HashMap<>();
    Map<Tags, DoubleSupplier> requests = new HashMap<>();
    for (UpstreamServers upstream : upstreams.all()) {
      if (known.add(upstream.upstream())) {
        bindUpstream(upstream.upstream());
      }
      ServerSet set = upstream.current();
      for (int i = 0; i < Math.min(set.size(), MAX_SERVERS); i++) {
        ServerState server = set.servers().get(i);
        Endpoint endpoint = set.endpoints().get(i);
        Tags tags = Tags.of("upstream", upstream.upstream(), "server", endpoint.id());
        int place = i;
        for (ServerStatus each : ServerStatus.values()) {
          statuses.put(
              tags.and("status", each.token()),
              () -> set.status(place, clock.nanoTime()) == each ? 1 : 0);
        }
        latencies.put(tags, () -> server.latencyNanos() / NANOS);
        requests.put(tags, server::inFlight);
      }
    }
    status.replace(statuses);
    latency.replace(latencies);
    inFlight.replace(requests);
  }

  /** Registers the series of an upstream. They outlive it, as its other metrics do. */
  private void bindUpstream(String name) {
    Tags tags = Tags.of("upstream", name);
    for (ServerStatus each : ServerStatus.values()) {
      Gauge.builder("lychgate.upstream.servers", upstreams, all -> count(all, name, each))
          .tags(tags.and("status", each.token()))
          .register(registry);
    }
    Gauge.builder(
            "lychgate.upstream.panic", upstreams, all -> of(all, name, s -> s.isPanic() ? 1 : 0))
        .tags(tags)
        .register(registry);
    for (EjectionCause cause : EjectionCause.values()) {
      FunctionCounter.builder(
              "lychgate.upstream.server.ejections",
              upstreams,
              all -> of(all, name, servers -> servers.ejections(cause)))
          .tags(tags.and("cause", cause.token()))
          .register(registry);
    }
    CheckCounts checks = health.countsOf(name);
    for (CheckResult.Outcome outcome : CheckResult.Outcome.values()) {
      FunctionCounter.builder(
              "lychgate.upstream.server.checks", checks, c -> (double) c.of(outcome))
          .tags(tags.and("outcome", outcome.token()))
          .register(registry);
    }
    FunctionCounter.builder(
            "lychgate.upstream.server.checks.duration.seconds", checks, c -> c.nanos() / NANOS)
        .tags(tags)
        .register(registry);
  }

  private double count(SharedUpstreams all, String name, ServerStatus status) {
    long now = clock.nanoTime();
    return of(all, name, servers -> {
      ServerSet set = servers.current();
      int count = 0;
      for (int i = 0; i < set.size(); i++) {
        count += set.status(i, now) == status ? 1 : 0;
      }
      return count;
    });
  }

  private static double of(
      SharedUpstreams all, String name, ToLongFunction<UpstreamServers> value) {
    UpstreamServers servers = all.serversOf(name);
    return servers == null ? 0 : value.applyAsLong(servers);
  }
}
