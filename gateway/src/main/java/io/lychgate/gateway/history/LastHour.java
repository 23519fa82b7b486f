package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.store.RollupRow;
import io.lychgate.gateway.store.SpreadCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Counts of this node in each second of the last hour, for the whole gateway, and of the steps that the hour touches.
 *
 * <p>Memory: 3,840 seconds of at most four protocols. Each has some 20 counters that are not zero (100 bytes as varints) and three
 * distributions of some 20 buckets (50 bytes each), so about 450 bytes with the headers of five objects: 6 MiB if all protocols are
 * busy. If every counter and bucket had a value, it were 59 MiB.
 */
final class LastHour {
  /** A range may begin a minute earlier, and its first step another two minutes before that. */
  static final int SECONDS = 3_840;

  private final Second[] seconds = new Second[SECONDS];
  private int next;
  private int size;

  private record Second(long start, long observedMillis, List<Entry> entries) {}

  @SuppressWarnings("ArrayRecordComponent") // No caller compares it.
  private record Entry(String protocol, byte[] counters, List<byte[]> spreads) {}

  /** The counts of one step by protocol. */
  static final class Step {
    private final Map<Part, Counts> parts = new HashMap<>();
    private long observedMillis;

    Map<Part, Counts> parts() {
      return parts;
    }

    long observedMillis() {
      return observedMillis;
    }
  }

  synchronized void add(long start, long observedMillis, List<RollupRow> rows) {
    List<Entry> entries = new ArrayList<>();
    for (RollupRow row : rows) {
      byte[] counters = SpreadCode.encode(row.counters());
      if (counters.length > 0) {
        entries.add(new Entry(row.key().protocol(), counters, row.spreads()));
      }
    }
    seconds[next] = new Second(start, observedMillis, List.copyOf(entries));
    next = (next + 1) % SECONDS;
    size = Math.min(size + 1, SECONDS);
  }

  /** Returns the start of the oldest second; empty if there is none. */
  synchronized OptionalLong first() {
    return size == 0
        ? OptionalLong.empty()
        : OptionalLong.of(seconds[Math.floorMod(next - size, SECONDS)].start());
  }

  /** Returns true if the memory began to drop seconds, so it has all of the last hour. */
  synchronized boolean isFull() {
    return size == SECONDS;
  }

  /** Returns the sums by start of the step. A step without an entry was not observed. */
  synchronized NavigableMap<Long, Step> sums(long from, long to, long stepMillis) {
    NavigableMap<Long, Step> sums = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      Second second = seconds[i];
      if (second.start() >= from && second.start() < to) {
        long start = second.start() - Math.floorMod(second.start(), stepMillis);
        add(second, sums.computeIfAbsent(start, each -> new Step()));
      }
    }
    return sums;
  }

  private static void add(Second second, Step step) {
    step.observedMillis += second.observedMillis();
    long[] counters = new long[Measure.COUNT];
    for (Entry entry : second.entries()) {
      Counts counts = step.parts.computeIfAbsent(
          new Part(Scope.ALL, "", entry.protocol()), part -> new Counts());
      Arrays.fill(counters, 0);
      SpreadCode.addTo(counters, entry.counters());
      counts.add(counters);
      int place = 0;
      for (Spread spread : Spread.values()) {
        byte[] code = entry.spreads().get(place++);
        if (code.length > 0) {
          SpreadCode.addTo(counts.buckets(spread), code);
        }
      }
    }
  }
}
