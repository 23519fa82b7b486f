package io.lychgate.gateway.upstream.discovery;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Metrics of the sources of servers: servers found, age of the answer, and failures. */
public final class DiscoveryMeters {
  private static final double MILLIS_PER_SECOND = 1000;

  private final Function<String, List<SourceStatus>> sources;
  private final MeterRegistry registry;

  /** @param sources returns the sources of an upstream's servers */
  public DiscoveryMeters(Function<String, List<SourceStatus>> sources, MeterRegistry registry) {
    this.sources = sources;
    this.registry = registry;
  }

  /** Registers the metrics of one upstream. They are 0 without a source. */
  public void bind(String upstream) {
    Gauge.builder("lychgate.upstream.discovery.servers", upstream, this::servers)
        .tag("upstream", upstream)
        .register(registry);
    Gauge.builder("lychgate.upstream.discovery.answer.age.seconds", upstream, this::ageSeconds)
        .tag("upstream", upstream)
        .register(registry);
    for (DiscoveryFailure kind : DiscoveryFailure.values()) {
      FunctionCounter.builder(
              "lychgate.upstream.discovery.failures", upstream, name -> failures(name, kind))
          .tag("upstream", upstream)
          .tag("reason", kind.token())
          .register(registry);
    }
  }

  private double servers(String upstream) {
    return sources.apply(upstream).stream().mapToInt(SourceStatus::servers).sum();
  }

  /** Returns the age of the oldest answer. */
  private double ageSeconds(String upstream) {
    Instant now = Instant.now();
    return sources.apply(upstream).stream()
        .map(SourceStatus::answeredAt)
        .filter(Objects::nonNull)
        .mapToDouble(at -> Duration.between(at, now).toMillis() / MILLIS_PER_SECOND)
        .max()
        .orElse(0);
  }

  private double failures(String upstream, DiscoveryFailure kind) {
    return sources.apply(upstream).stream()
        .mapToLong(source -> source.failures().getOrDefault(kind, 0L))
        .sum();
  }
}
