package io.lychgate.gateway.observe.timeline;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * The timelines of all event loops, for the admin plane. Any thread.
 *
 * <p>Each loop copies its own timelines in one of its tasks, so there is no lock and no half-written event. A watch has no owner
 * until a loop takes it. Then it becomes that loop's timeline with the same number.
 */
public final class Timelines {
  private final Ticker ticker;
  private final WatchList watches = new WatchList();
  private final AtomicLong lastId = new AtomicLong();
  private final Map<EventExecutor, LoopTimelines> loops = new HashMap<>();

  /** Watches that no loop had taken at the last check. Guarded by this. */
  private final Map<Long, Watch> untaken = new LinkedHashMap<>();

  public Timelines(Observatory observatory) {
    this.ticker = observatory.ticker();
    for (LoopObserver loop : observatory.loops()) {
      loops.put(
          loop.loop(),
          new LoopTimelines(loop.loop(), ticker, watches, lastId, observatory.listeners()));
    }
  }

  public LoopTimelines forLoop(EventExecutor loop) {
    return Objects.requireNonNull(loops.get(loop), "not a loop of the data path");
  }

  /**
   * Adds a watch for the next connection that matches this filter. Once this has returned, no loop misses such a connection.
   *
   * @return empty if too many watches wait already
   */
  public synchronized Optional<TimelineSummary> watch(
      WatchFilter filter, Duration patience, String author) {
    long now = ticker.nanoTime();
    removeTaken();
    if (untaken.values().stream().filter(watch -> !watch.isExpired(now)).count()
        >= Limits.TIMELINE_WATCHES) {
      return Optional.empty();
    }
    while (untaken.size() >= 2 * Limits.TIMELINE_WATCHES) {
      untaken.remove(oldestExpired(now));
    }
    Watch watch = new Watch(
        lastId.incrementAndGet(), filter, author, ticker.wallMillis(), now, patience.toNanos());
    untaken.put(watch.id(), watch);
    watches.remove(waiting -> waiting.isExpired(now));
    watches.add(watch);
    return Optional.of(watch.summary(now));
  }

  private Long oldestExpired(long now) {
    return untaken.values().stream()
        .filter(watch -> watch.isExpired(now))
        .map(Watch::id)
        .findFirst()
        .orElseThrow();
  }

  /** Lists all timelines, newest first. Completes on a loop's thread. A loop that is shut down has none. */
  public CompletableFuture<List<TimelineSummary>> list() {
    Map<Long, TimelineSummary> found = new TreeMap<>(Comparator.reverseOrder());
    synchronized (this) {
      removeTaken();
      untaken.values().forEach(watch -> found.put(watch.id(), watch.summary(ticker.nanoTime())));
    }
    // A watch that a loop takes meanwhile is found twice; the state from its loop is the newer one.
    return ask(LoopTimelines::summaries, List.<TimelineSummary>of()).thenApply(parts -> {
      parts.forEach(part -> part.forEach(summary -> found.put(summary.id(), summary)));
      return List.copyOf(found.values());
    });
  }

  /** Finds a timeline. Empty if it never existed or newer ones needed its room. */
  public CompletableFuture<Optional<TimelineView>> find(long id) {
    Optional<TimelineView> waiting = waiting(id)
        .map(watch -> new TimelineView(watch.summary(ticker.nanoTime()), List.of(), null));
    return waiting.isPresent()
        ? CompletableFuture.completedFuture(waiting)
        : ask(loop -> loop.view(id), Optional.<TimelineView>empty())
            .thenApply(parts -> parts.stream().flatMap(Optional::stream).findFirst());
  }

  /** Ends the recording, or the wait for a connection, and deletes it. Completes with false if there was none. */
  public CompletableFuture<Boolean> delete(long id) {
    Optional<Watch> waiting = waiting(id);
    if (waiting.isPresent() && waiting.get().take()) {
      synchronized (this) {
        untaken.remove(id);
      }
      watches.remove(watch -> watch.id() == id);
      return CompletableFuture.completedFuture(true);
    }
    return ask(loop -> loop.delete(id), false).thenApply(parts -> parts.contains(true));
  }

  private synchronized Optional<Watch> waiting(long id) {
    removeTaken();
    return Optional.ofNullable(untaken.get(id));
  }

  private void removeTaken() {
    untaken.values().removeIf(Watch::isTaken);
  }

  /** Runs a query on each loop, as a task between its other work, and collects the results. */
  private <T> CompletableFuture<List<T>> ask(Function<LoopTimelines, T> query, T ifShutDown) {
    List<CompletableFuture<T>> parts = new ArrayList<>();
    for (LoopTimelines loop : loops.values()) {
      CompletableFuture<T> part = new CompletableFuture<>();
      parts.add(part);
      try {
        loop.loop().execute(() -> part.complete(query.apply(loop)));
      } catch (RejectedExecutionException shutDown) {
        part.complete(ifShutDown);
      }
    }
    return CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> parts.stream().map(CompletableFuture::join).toList());
  }
}
