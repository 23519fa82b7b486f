package io.lychgate.gateway.observe.meter;

import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.Observatory.Distribution;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;

/**
 * A {@link Spread} as a Prometheus histogram by protocol. A scrape merges all loops. A bound is the greatest value of a bucket of
 * {@link SpreadBuckets}, which is one below a power of two.
 */
final class SpreadCollector implements Collector {
  private final Observatory observatory;
  private final Spread spread;
  private final String name;
  private final String help;
  private final double perUnit;
  private final int firstBits;
  private final int lastBits;

  private SpreadCollector(
      Observatory observatory,
      Spread spread,
      String name,
      String help,
      double perUnit,
      int firstBits,
      int lastBits) {
    this.observatory = observatory;
    this.spread = spread;
    this.name = name;
    this.help = help;
    this.perUnit = perUnit;
    this.firstBits = firstBits;
    this.lastBits = lastBits;
  }

  /** Returns the collectors of all distributions. */
  static List<SpreadCollector> all(Observatory observatory) {
    return List.of(
        // 64 µs to 34 s.
        new SpreadCollector(
            observatory,
            Spread.FIRST_BYTE,
            "lychgate_first_byte_seconds",
            "From the request's head to the head of its final response.",
            1e6,
            6,
            25),
        // 1 s to 18 hours.
        new SpreadCollector(
            observatory,
            Spread.CONNECTION_AGE,
            "lychgate_connection_age_seconds",
            "From opening to end of closed client connections.",
            1e3,
            10,
            26),
        // 1 to 4095 requests.
        new SpreadCollector(
            observatory,
            Spread.CONNECTION_REQUESTS,
            "lychgate_connection_requests",
            "Requests of closed client connections.",
            1,
            1,
            12));
  }

  @Override
  public MetricSnapshot collect() {
    HistogramSnapshot.Builder histogram = HistogramSnapshot.builder().name(name).help(help);
    for (WireProtocol protocol : WireProtocol.values()) {
      Distribution values = observatory.distribution(spread, protocol);
      histogram.dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
          .labels(Labels.of("protocol", protocol.tag()))
          .classicHistogramBuckets(buckets(values.buckets()))
          .sum(values.sum() / perUnit)
          .build());
    }
    return histogram.build();
  }

  private ClassicHistogramBuckets buckets(long[] counts) {
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    int bucket = 0;
    for (int bits = firstBits; bits <= lastBits; bits++) {
      long bound = (1L << bits) - 1;
      long count = 0;
      while (bucket < counts.length && SpreadBuckets.greatest(bucket) <= bound) {
        count += counts[bucket++];
      }
      // A time is cut to its unit, so it is below the next one.
      buckets.bucket((perUnit == 1 ? bound : bound + 1) / perUnit, count);
    }
    long rest = 0;
    while (bucket < counts.length) {
      rest += counts[bucket++];
    }
    buckets.bucket(Double.POSITIVE_INFINITY, rest);
    return buckets.build();
  }
}
