package io.lychgate.gateway.observe.timeline;

import io.lychgate.gateway.config.Limits;
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
 * The timelines of all event loops, for the admin plane; any thread.
 *
 * <p>What a loop has is copied by that loop, as one of its tasks: no lock, and no half-written event. A watch has no owner
 * until a loop takes it; then it is that loop's timeline, with the same number.
 */
public final class Timelines {
  private final Ticker ticker;
  private final WatchList watches = new WatchList();
  private final AtomicLong lastId = new AtomicLong();
  private final Map<EventExecutor, LoopTimelines> loops = new HashMap<>();

  /** Those that no loop has taken, when last looked at. Guarded by this. */
  private final Map<Long, Watch> asked = new LinkedHashMap<>();

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
   * Waits for the next connection that this filter takes. Once this has returned, no loop misses it.
   *
   * @return empty when too many wait already
   */
  public synchronized Optional<TimelineSummary> watch(
      WatchFilter filter, Duration patience, String author) {
    long now = ticker.nanoTime();
    forgetTaken();
    if (asked.values().stream().filter(watch -> !watch.isExpired(now)).count()
        >= Limits.TIMELINE_WATCHES) {
      return Optional.empty();
    }
    while (asked.size() >= 2 * Limits.TIMELINE_WATCHES) {
      asked.remove(oldestExpired(now));
    }
    Watch watch = new Watch(
        lastId.incrementAndGet(), filter, author, ticker.wallMillis(), now, patience.toNanos());
    asked.put(watch.id(), watch);
    watches.remove(waiting -> waiting.isExpired(now));
    watches.add(watch);
    return Optional.of(watch.summary(now));
  }

  private Long oldestExpired(long now) {
    return asked.values().stream()
        .filter(watch -> watch.isExpired(now))
        .map(Watch::id)
        .findFirst()
        .orElseThrow();
  }

  /** All that there are, newest first. Completes on a loop's thread; a loop that is shut down has none. */
  public CompletableFuture<List<TimelineSummary>> list() {
    Map<Long, TimelineSummary> found = new TreeMap<>(Comparator.reverseOrder());
    synchronized (this) {
      forgetTaken();
      asked.values().forEach(watch -> found.put(watch.id(), watch.summary(ticker.nanoTime())));
    }
    // A watch that a loop takes meanwhile is found twice: as its loop knows it is the later word.
    return ask(LoopTimelines::summaries, List.<TimelineSummary>of()).thenApply(parts -> {
      parts.forEach(part -> part.forEach(summary -> found.put(summary.id(), summary)));
      return List.copyOf(found.values());
    });
  }

  /** Empty when it never was, or others needed the room. */
  public CompletableFuture<Optional<TimelineView>> find(long id) {
    Optional<TimelineView> waiting = waiting(id)
        .map(watch -> new TimelineView(watch.summary(ticker.nanoTime()), List.of(), null));
    return waiting.isPresent()
        ? CompletableFuture.completedFuture(waiting)
        : ask(loop -> loop.view(id), Optional.<TimelineView>empty())
            .thenApply(parts -> parts.stream().flatMap(Optional::stream).findFirst());
  }

  /** Ends the recording, or the waiting for a connection, and forgets it. False when there was none. */
  public CompletableFuture<Boolean> delete(long id) {
    Optional<Watch> waiting = waiting(id);
    if (waiting.isPresent() && waiting.get().take()) {
      synchronized (this) {
        asked.remove(id);
      }
      watches.remove(watch -> watch.id() == id);
      return CompletableFuture.completedFuture(true);
    }
    return ask(loop -> loop.delete(id), false).thenApply(parts -> parts.contains(true));
  }

  private synchronized Optional<Watch> waiting(long id) {
    forgetTaken();
    return Optional.ofNullable(asked.get(id));
  }

  private void forgetTaken() {
    asked.values().removeIf(Watch::isTaken);
  }

  /** What each loop says, as a task of its own between its other work. */
  private <T> CompletableFuture<List<T>> ask(Function<LoopTimelines, T> question, T ifShutDown) {
    List<CompletableFuture<T>> parts = new ArrayList<>();
    for (LoopTimelines loop : loops.values()) {
      CompletableFuture<T> part = new CompletableFuture<>();
      parts.add(part);
      try {
        loop.loop().execute(() -> part.complete(question.apply(loop)));
      } catch (RejectedExecutionException shutDown) {
        part.complete(ifShutDown);
      }
    }
    return CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> parts.stream().map(CompletableFuture::join).toList());
  }
}
