package io.lychgate.gateway.history;

import io.lychgate.gateway.observe.census.Census;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.Tally;
import io.lychgate.gateway.store.RollupRow;
import io.lychgate.gateway.store.SpreadCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the counters since the start into differences by second and minute. Durations come from the clock that never steps; the
 * other clock only labels the periods. So a step of that clock changes where counts appear, and never how many they are.
 *
 * <p>Not for several threads.
 */
final class MinuteCounter {
  private static final long MINUTE_MILLIS = Duration.ofMinutes(1).toMillis();
  private static final long SECOND_MILLIS = 1_000;
  private static final long NANOS_OF_MILLI = 1_000_000;

  /** A difference of both clocks from one second to the next that slow adjustment of a clock never reaches. */
  private static final long STEP_MILLIS = 2_000;

  /**
   * The longest time between two ticks that counts as observed. A longer one is a pause of the whole process, in which it counted
   * nothing.
   */
  private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

  private static final List<Measure> CLOSED = List.of(
      Measure.CLOSED_BY_CLIENT,
      Measure.CLOSED_BY_RESET,
      Measure.CLOSED_IDLE,
      Measure.CLOSED_FOR_ERROR,
      Measure.CLOSED_FOR_LIMIT,
      Measure.CLOSED_AFTER_RESPONSE,
      Measure.CLOSED_BY_DRAIN);

  private static final Part PROOF = Part.whole(Part.NO_PROTOCOL);

  /** Receives the results, on the thread of the tick. */
  interface Sink {
    /** The rows of a minute that has ended, or of a part of it. */
    void minute(long start, List<RollupRow> rows);

    /** The rows of the whole gateway in about one second. */
    void second(long start, long observedMillis, List<RollupRow> rows);

    /** The clock that labels the periods has stepped by this; negative: backward. */
    void clockStepped(long millis);
  }

  private final BoundedNames names = new BoundedNames();
  private final Sink sink;

  /** The last values of each part. One without a value now keeps its last, so that it counts nothing twice when it returns. */
  private final Map<Part, Tally> last = new HashMap<>();

  private final Map<Part, Tally> atMinute = new HashMap<>();

  /** Open connections and requests in flight times milliseconds, since the start of the minute. */
  private final Map<Part, Gauges> gauges = new HashMap<>();

  private static final class Gauges {
    private long openMillis;
    private long inFlightMillis;
  }

  private long lastNanos;
  private long lastWall;
  private long restNanos;
  private long minute;
  private long observedMillis;
  private boolean isStarted;

  MinuteCounter(Sink sink) {
    this.sink = sink;
  }

  /** Begins to count the time. The first census has all counts since the start of the process: before it, they were zero. */
  void start(long nanoTime, long wallMillis) {
    lastNanos = nanoTime;
    lastWall = wallMillis;
    minute = floor(wallMillis, MINUTE_MILLIS);
    isStarted = true;
  }

  void tick(Census census, long wallMillis) {
    long elapsed = census.nanoTime() - lastNanos;
    if (!isStarted || elapsed <= 0) {
      return;
    }
    long step = wallMillis - lastWall - elapsed / NANOS_OF_MILLI;
    if (Math.abs(step) > STEP_MILLIS) {
      sink.clockStepped(step);
    }
    long observedNanos = Math.min(elapsed, PAUSE_NANOS) + restNanos;
    long millis = observedNanos / NANOS_OF_MILLI;
    restNanos = observedNanos % NANOS_OF_MILLI;
    // The middle of the time since the last tick: ticks come some milliseconds after a full second.
    long middle = wallMillis - millis / 2;
    if (floor(middle, MINUTE_MILLIS) != minute) {
      endMinute();
      minute = floor(middle, MINUTE_MILLIS);
    }
    observedMillis += millis;
    census.parts().forEach((part, tally) -> gauge(part, tally, millis));
    sink.second(floor(middle, SECOND_MILLIS), millis, second(census, millis));
    last.putAll(census.parts());
    lastNanos = census.nanoTime();
    lastWall = wallMillis;
  }

  private void gauge(Part part, Tally tally, long millis) {
    Gauges sums = gauges.computeIfAbsent(part, each -> new Gauges());
    sums.openMillis += open(tally) * millis;
    sums.inFlightMillis += Math.max(0, tally.inFlight()) * millis;
  }

  private static long open(Tally tally) {
    long open = tally.get(Measure.OPENED);
    for (Measure closed : CLOSED) {
      open -= tally.get(closed);
    }
    return Math.max(0, open);
  }

  private List<RollupRow> second(Census census, long millis) {
    List<RollupRow> rows = new ArrayList<>();
    census.parts().forEach((part, tally) -> {
      if (part.scope() == Scope.ALL) {
        long[] counters = difference(tally, last.get(part));
        counters[Measure.OPEN_MILLIS.index()] += open(tally) * millis;
        counters[Measure.IN_FLIGHT_MILLIS.index()] += Math.max(0, tally.inFlight()) * millis;
        rows.add(new RollupRow(key(part), counters, spreads(tally, last.get(part))));
      }
    });
    return rows;
  }

  /** Ends the minute, or the part of it that has passed. */
  void endMinute() {
    Map<RollupRow.Key, RollupRow> rows = new LinkedHashMap<>();
    names.begin(minute);
    List<RollupRow> all = new ArrayList<>();
    last.forEach((part, tally) -> {
      RollupRow row = row(part, tally);
      if (!isEmpty(row)) {
        all.add(row);
      }
    });
    if (observedMillis > 0 && !last.containsKey(PROOF)) {
      all.add(row(PROOF, new Tally()));
    }
    names.bound(all).forEach(row -> rows.merge(row.key(), row, MinuteCounter::sum));
    if (!rows.isEmpty()) {
      sink.minute(minute, List.copyOf(rows.values()));
    }
    atMinute.putAll(last);
    gauges.clear();
    observedMillis = 0;
  }

  private RollupRow row(Part part, Tally tally) {
    long[] counters = difference(tally, atMinute.get(part));
    Gauges sums = gauges.get(part);
    if (sums != null) {
      counters[Measure.OPEN_MILLIS.index()] += sums.openMillis;
      counters[Measure.IN_FLIGHT_MILLIS.index()] += sums.inFlightMillis;
    }
    if (part.equals(PROOF)) {
      counters[Measure.OBSERVED_MILLIS.index()] += observedMillis;
    }
    return new RollupRow(key(part), counters, spreads(tally, atMinute.get(part)));
  }

  private static RollupRow sum(RollupRow one, RollupRow other) {
    return one.plus(other, HistoryColumns.ALL.buckets());
  }

  private static RollupRow.Key key(Part part) {
    return new RollupRow.Key(part.scope().token(), part.name(), part.protocol());
  }

  private static long[] difference(Tally now, @Nullable Tally before) {
    long[] difference = new long[Measure.COUNT];
    for (int i = 0; i < difference.length; i++) {
      Measure measure = Measure.at(i);
      difference[i] = grown(now.get(measure), before == null ? 0 : before.get(measure));
    }
    return difference;
  }

  private static List<byte[]> spreads(Tally now, @Nullable Tally before) {
    List<byte[]> codes = new ArrayList<>(Spread.COUNT);
    for (Spread spread : Spread.values()) {
      long[] counts = now.spread(spread).clone();
      if (before != null) {
        long[] old = before.spread(spread);
        for (int bucket = 0; bucket < counts.length; bucket++) {
          counts[bucket] = grown(counts[bucket], old[bucket]);
        }
      }
      codes.add(SpreadCode.encode(counts));
    }
    return codes;
  }

  /** Returns the growth of a counter. One that is less than before has started again from zero. */
  private static long grown(long now, long before) {
    return Math.max(0, now < before ? now : now - before);
  }

  private static boolean isEmpty(RollupRow row) {
    for (long counter : row.counters()) {
      if (counter != 0) {
        return false;
      }
    }
    return row.spreads().stream().allMatch(code -> code.length == 0);
  }

  private static long floor(long millis, long width) {
    return millis - Math.floorMod(millis, width);
  }
}
