package io.lychgate.gateway.publish;

import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.store.CanaryCount;
import io.lychgate.gateway.store.SpreadCode;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sums of some nodes since a canary began.
 *
 * @param p95Micros 95th percentile of the time to the first byte; -1 without requests
 * @param views page views with an entry of the manifest
 * @param wasted those in which the entry was wasted
 */
public record CanaryFigures(
    int nodes, long requests, long serverErrors, long p95Micros, long views, long wasted) {
  private static final Logger LOG = LoggerFactory.getLogger(CanaryFigures.class);

  static CanaryFigures of(Collection<CanaryCount> counts) {
    long requests = 0;
    long errors = 0;
    long views = 0;
    long wasted = 0;
    long[] firstByte = new long[SpreadBuckets.COUNT];
    for (CanaryCount count : counts) {
      add(firstByte, count);
      requests += count.requests();
      errors += count.serverErrors();
      views += count.views();
      wasted += count.wasted();
    }
    int nodes = (int) counts.stream().map(CanaryCount::node).distinct().count();
    return new CanaryFigures(
        nodes, requests, errors, SpreadBuckets.quantile(firstByte, 0.95), views, wasted);
  }

  private static void add(long[] firstByte, CanaryCount count) {
    try {
      SpreadCode.addTo(firstByte, count.firstByte());
    } catch (IllegalArgumentException e) {
      LOG.debug("canary: the times of node {} cannot be read, others count", count.node(), e);
    }
  }

  double serverErrorPercent() {
    return requests == 0 ? 0 : 100.0 * serverErrors / requests;
  }

  double wastePercent() {
    return views == 0 ? 0 : Math.min(100, 100.0 * wasted / views);
  }
}
