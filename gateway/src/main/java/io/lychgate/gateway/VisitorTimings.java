package io.lychgate.gateway;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.policy.TimingsPolicy;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.timing.TimingMeters;
import io.lychgate.gateway.timing.TimingReports;
import io.lychgate.gateway.timing.TimingWriter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** The timings of real visitors beside the data path: the thread that writes them, and the questions of the admin plane. */
final class VisitorTimings implements AutoCloseable {
  private final TimingWriter writer;
  private final TimingReports reports;
  private volatile Map<String, Duration> retention = Map.of();

  VisitorTimings(DataPath dataPath, GatewayStore store, Fleet fleet, MeterRegistry registry) {
    writer = new TimingWriter(
        dataPath.timings(),
        store::store,
        () -> fleet.self().id(),
        () -> retention,
        TimingsPolicy.DEFAULT_RETENTION,
        InstantSource.system());
    reports = new TimingReports(store::store, dataPath.timings().counts(), InstantSource.system());
    TimingMeters.bind(dataPath.timings(), registry);
  }

  TimingReports reports() {
    return reports;
  }

  /** Returns the longest time for which a site keeps its page views. */
  Duration longestRetention() {
    return retention.values().stream()
        .max(Comparator.naturalOrder())
        .orElse(TimingsPolicy.DEFAULT_RETENTION);
  }

  /** Uses this configuration from now on. Starts the thread with the first one that measures pages. */
  void follow(GatewayConfig config) {
    if (config.policies(TimingsPolicy.class).isEmpty()) {
      return;
    }
    Map<String, Duration> bySite = new HashMap<>();
    for (SiteConfig site : config.sites()) {
      config.policies(site, TimingsPolicy.class).stream()
          .map(TimingsPolicy::retention)
          .max(Comparator.naturalOrder())
          .ifPresent(longest -> bySite.put(site.hosts().get(0).toString(), longest));
    }
    retention = Map.copyOf(bySite);
    writer.start();
  }

  @Override
  public void close() {
    writer.close();
  }
}
