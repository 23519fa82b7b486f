package io.lychgate.gateway.experiment;

import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.store.ArmRow;
import io.lychgate.gateway.store.ArmStore;
import io.lychgate.gateway.store.ArmStore.MoreCounts;
import io.lychgate.gateway.store.ArmStore.MoreUnits;
import io.lychgate.gateway.store.SpreadCode;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Adds what the loops have counted for arms to the store. What could not be written is written the next time; a crash loses the last
 * seconds. Any thread except an event loop.
 */
public final class ArmRecorder {
  /** The width of a period in the store. */
  public static final Duration PERIOD = Duration.ofMinutes(5);

  private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

  /** A loop that is stuck for so long gives its units the next time. */
  private static final long PATIENCE_MILLIS = 1_000;

  private final Map<EventExecutor, LoopArms> loops;
  private final ArmNumbers numbers;
  private final Supplier<ArmStore> store;
  private final InstantSource clock;
  private final Supplier<String> node;

  /** The counters that the store already has, by slot. */
  private final Map<Integer, Written> written = new HashMap<>();

  /** Units from the loops. They add their own, because {@link #write} may wait for the store, and a loop must not. */
  private final Queue<Map<Integer, ArmUnits>> taken = new ConcurrentLinkedQueue<>();

  /** Units that are not in {@link #units} yet, because the store was away. */
  private final Map<Integer, UnitSample> waiting = new HashMap<>();

  /** Counts of networks that the store does not have yet. */
  private final Map<Integer, UnitCounts> waitingCounts = new HashMap<>();

  /** All units of an arm that this node has seen, also before its last start. */
  private final Map<Integer, UnitSample> units = new HashMap<>();

  private static final class Written {
    private final long[] counts = new long[ArmCount.COUNT];
    private final long[] firstBytes = new long[SpreadBuckets.COUNT];
  }

  /**
   * @param clock the clock of the store's database
   * @param node id of this node in the store
   */
  public ArmRecorder(
      Map<EventExecutor, LoopArms> loops,
      ArmNumbers numbers,
      Supplier<ArmStore> store,
      InstantSource clock,
      Supplier<String> node) {
    this.loops = Map.copyOf(loops);
    this.numbers = numbers;
    this.store = store;
    this.clock = clock;
    this.node = node;
  }

  /** Writes what was counted since the last call. If it throws, the next call writes it. */
  public synchronized void write() throws InterruptedException {
    if (numbers.all().size() == 1) {
      return;
    }
    takeUnits();
    for (Map<Integer, ArmUnits> next = taken.poll(); next != null; next = taken.poll()) {
      next.forEach((slot, more) -> {
        if (slot != 0) {
          waiting.computeIfAbsent(slot, unseen -> new UnitSample()).addAll(more.sample());
          waitingCounts.computeIfAbsent(slot, unseen -> new UnitCounts()).addAll(more.counts());
        }
      });
    }
    // After the units, so that each of their arms has its name.
    List<ArmNumbers.ArmName> names = numbers.all();
    Iterator<Map.Entry<Integer, UnitSample>> fresh = waiting.entrySet().iterator();
    while (fresh.hasNext()) {
      Map.Entry<Integer, UnitSample> next = fresh.next();
      known(next.getKey(), names.get(next.getKey())).addAll(next.getValue());
      fresh.remove();
    }
    List<ArmRow> rows = new ArrayList<>();
    List<MoreUnits> changed = new ArrayList<>();
    Map<Integer, Written> after = new HashMap<>();
    long start = Math.floorDiv(clock.millis(), PERIOD.toMillis()) * PERIOD.toMillis();
    for (int slot = 1; slot < names.size(); slot++) {
      ArmNumbers.ArmName name = names.get(slot);
      Written now = sum(slot);
      Written before = written.getOrDefault(slot, new Written());
      long[] counts = difference(now.counts, before.counts);
      if (Arrays.stream(counts).anyMatch(count -> count != 0)) {
        UnitSample all = known(slot, name);
        rows.add(new ArmRow(
            name.experiment(),
            name.arm(),
            start,
            node.get(),
            all.count(),
            counts,
            SpreadCode.encode(difference(now.firstBytes, before.firstBytes))));
        changed.add(new MoreUnits(name.experiment(), name.arm(), code -> {
          all.addAll(UnitSample.decoded(code));
          return all.encoded();
        }));
        after.put(slot, now);
      }
    }
    if (!rows.isEmpty() || !waitingCounts.isEmpty()) {
      store.get().add(node.get(), rows, changed, counts(names), SpreadBuckets.COUNT);
      written.putAll(after);
      waitingCounts.clear();
    }
  }

  private List<MoreCounts> counts(List<ArmNumbers.ArmName> names) {
    long hour = Math.floorDiv(clock.millis(), HOUR_MILLIS) * HOUR_MILLIS;
    List<MoreCounts> counts = new ArrayList<>();
    waitingCounts.forEach((slot, more) -> counts.add(
        new MoreCounts(names.get(slot).experiment(), names.get(slot).arm(), hour, code -> {
          UnitCounts all = UnitCounts.decoded(code);
          all.addAll(more);
          return all.encoded();
        })));
    return counts;
  }

  private UnitSample known(int slot, ArmNumbers.ArmName name) {
    UnitSample known = units.get(slot);
    if (known == null) {
      known = new UnitSample();
      for (ArmStore.Units each : store.get().units(name.experiment())) {
        if (each.arm().equals(name.arm()) && each.node().equals(node.get())) {
          known.addAll(UnitSample.decoded(each.code()));
        }
      }
      units.put(slot, known);
    }
    return known;
  }

  private static long[] difference(long[] now, long[] before) {
    long[] more = now.clone();
    Arrays.setAll(more, i -> now[i] - before[i]);
    return more;
  }

  private Written sum(int slot) {
    Written sum = new Written();
    for (LoopArms loop : loops.values()) {
      ArmTally tally = loop.at(slot);
      if (tally != null) {
        for (ArmCount what : ArmCount.values()) {
          sum.counts[what.index()] += tally.get(what);
        }
        for (int bucket = 0; bucket < sum.firstBytes.length; bucket++) {
          sum.firstBytes[bucket] += tally.firstBytes(bucket);
        }
      }
    }
    return sum;
  }

  private void takeUnits() throws InterruptedException {
    List<CompletableFuture<Boolean>> asked = new ArrayList<>();
    loops.forEach((loop, arms) -> {
      CompletableFuture<Boolean> isTaken = new CompletableFuture<>();
      try {
        loop.execute(() -> isTaken.complete(taken.add(arms.takeUnits())));
        asked.add(isTaken);
      } catch (RejectedExecutionException e) {
        // The gateway stops, and the loop has ended: nothing changes its units any more.
        taken.add(arms.takeUnits());
      }
    });
    for (CompletableFuture<Boolean> each : asked) {
      try {
        // The units of a loop that does not respond are not lost: the next call has them.
        var unused = each.completeOnTimeout(false, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
            .get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("units of arms: not taken", e);
      }
    }
  }
}
