package io.lychgate.gateway.observe.meter;

import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.DurationSummary;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;

/**
 * The durations of requests as a Prometheus histogram. A scrape merges all loops.
 *
 * <p>It is not a Micrometer timer, because that needs several atomic additions for each request on memory that all loops share.
 */
final class DurationCollector implements Collector {
  static final String NAME = "lychgate_request_duration_seconds";
  /** Bounds are powers of two in nanoseconds, 65 µs to 34 s, because the loops' buckets end exactly there. */
  private static final int FIRST_BITS = 16;

  private static final int LAST_BITS = 35;
  private final Observatory observatory;

  DurationCollector(Observatory observatory) {
    this.observatory = observatory;
  }

  @Override
  public MetricSnapshot collect() {
    HistogramSnapshot.Builder histogram = HistogramSnapshot.builder()
        .name(NAME)
        .unit(Unit.SECONDS)
        .help("From the request's head to the last byte of its response.");
    for (WireProtocol protocol : WireProtocol.values()) {
      DurationSummary summary = observatory.durations(protocol);
      histogram.dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
          .labels(Labels.of("protocol", protocol.tag()))
          .classicHistogramBuckets(buckets(summary))
          .sum(summary.sumNanos() / 1e9)
          .build());
    }
    return histogram.build();
  }

  private static ClassicHistogramBuckets buckets(DurationSummary summary) {
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    long below = 0;
    for (int bits = FIRST_BITS; bits <= LAST_BITS; bits++) {
      long all = summary.countBelow(1L << bits);
      buckets.bucket((1L << bits) / 1e9, all - below);
      below = all;
    }
    buckets.bucket(Double.POSITIVE_INFINITY, summary.count() - below);
    return buckets.build();
  }
}
