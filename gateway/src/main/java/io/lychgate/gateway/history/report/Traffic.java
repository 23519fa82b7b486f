package io.lychgate.gateway.history.report;

import io.lychgate.gateway.history.Block;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.observe.census.Tally;
import java.util.List;
import java.util.Map;

/**
 * The counters of one window as running totals over its blocks, so that the sum of any stretch of blocks is one subtraction.
 */
final class Traffic {
  private final int blocks;
  /** The sums of the first {@code i} blocks by measure. */
  private final double[][] measures;

  /** The times to first byte of the first {@code i} blocks, from bucket {@link #firstBucket} on. */
  private final double[][] firstBytes;

  private final int firstBucket;

  Traffic(List<Block> blocks, String site) {
    this.blocks = blocks.size();
    measures = new double[this.blocks + 1][Measure.COUNT];
    int[] range = usedBuckets(blocks, site);
    firstBucket = range[0];
    firstBytes = new double[this.blocks + 1][Math.max(0, range[1] - range[0] + 1)];
    for (int block = 0; block < this.blocks; block++) {
      System.arraycopy(measures[block], 0, measures[block + 1], 0, Measure.COUNT);
      System.arraycopy(firstBytes[block], 0, firstBytes[block + 1], 0, firstBytes[block].length);
      for (Map.Entry<Part, Tally> part : blocks.get(block).parts().entrySet()) {
        if (isOf(part.getKey(), site)) {
          add(part.getValue(), block + 1);
        }
      }
    }
  }

  private void add(Tally tally, int end) {
    for (int measure = 0; measure < Measure.COUNT; measure++) {
      measures[end][measure] += tally.get(Measure.at(measure));
    }
    long[] counts = tally.spread(Spread.FIRST_BYTE);
    double[] sums = firstBytes[end];
    for (int bucket = 0; bucket < sums.length; bucket++) {
      sums[bucket] += counts[firstBucket + bucket];
    }
  }

  private static int[] usedBuckets(List<Block> blocks, String site) {
    int first = SpreadBuckets.COUNT;
    int last = -1;
    for (Block block : blocks) {
      for (Map.Entry<Part, Tally> part : block.parts().entrySet()) {
        if (isOf(part.getKey(), site)) {
          long[] counts = part.getValue().spread(Spread.FIRST_BYTE);
          for (int bucket = 0; bucket < counts.length; bucket++) {
            if (counts[bucket] != 0) {
              first = Math.min(first, bucket);
              last = Math.max(last, bucket);
            }
          }
        }
      }
    }
    return new int[] {last < 0 ? 0 : first, last};
  }

  /** Returns true if a part belongs to all traffic (an empty name) or to the site. */
  static boolean isOf(Part part, String site) {
    return site.isEmpty()
        ? part.scope() == Scope.ALL
        : isSite(part) && part.name().equals(site);
  }

  /** A part of a site without protocol is the sum of its protocols, for shares only. */
  private static boolean isSite(Part part) {
    return part.scope() == Scope.SITE && !part.protocol().equals(Part.NO_PROTOCOL);
  }

  int blocks() {
    return blocks;
  }

  double sum(Measure measure) {
    return measures[blocks][measure.index()];
  }

  double sum(Measure measure, int from, int to) {
    return measures[to][measure.index()] - measures[from][measure.index()];
  }

  Sums all() {
    Sums sums = new Sums();
    sums.add(0, blocks, 1);
    return sums;
  }

  Sums none() {
    return new Sums();
  }

  /** Sums of some stretches of blocks. */
  final class Sums {
    private final double[] values = new double[Measure.COUNT];
    private final double[] buckets = new double[firstBytes.length == 0 ? 0 : firstBytes[0].length];

    /** Adds the blocks from {@code from} to before {@code to}, or removes them if the sign is -1. */
    void add(int from, int to, int sign) {
      add(measures[from], measures[to], sign, values);
      add(firstBytes[from], firstBytes[to], sign, buckets);
    }

    private static void add(double[] lower, double[] upper, int sign, double[] into) {
      for (int i = 0; i < into.length; i++) {
        into[i] += sign * (upper[i] - lower[i]);
      }
    }

    double get(Measure measure) {
      return values[measure.index()];
    }

    double firstBytes() {
      double all = 0;
      for (double count : buckets) {
        all += count;
      }
      return all;
    }

    /**
     * Returns a quantile of the time to first byte in milliseconds, or NaN if there is none. Values are taken as evenly spread in their
     * bucket: the bounds of buckets alone would hide small differences and invent great ones.
     */
    double firstByteMillis(double quantile) {
      double rank = quantile * firstBytes();
      if (!(rank > 0)) {
        return Double.NaN;
      }
      double seen = 0;
      for (int bucket = 0; bucket < buckets.length; bucket++) {
        double count = buckets[bucket];
        if (count > 0 && seen + count >= rank) {
          double lower =
              firstBucket + bucket == 0 ? 0 : SpreadBuckets.greatest(firstBucket + bucket - 1);
          double upper = SpreadBuckets.greatest(firstBucket + bucket);
          return (lower + (upper - lower) * (rank - seen) / count) / 1000;
        }
        seen += count;
      }
      return Double.NaN;
    }
  }
}
