package io.lychgate.gateway.observe.timeline;

import io.lychgate.gateway.config.TimelineConfig;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.TagValues;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The recorded connections of one event loop. It chooses them, and keeps the last ones, open or closed, until newer ones need the
 * room. Event loop only.
 *
 * <p>It chooses a connection at a request and not at its accept, because browsers open connections that they never use.
 */
public final class LoopTimelines {
  private final EventExecutor loop;
  private final Ticker ticker;
  private final WatchList watches;
  private final AtomicLong lastId;
  private final TagValues listeners;

  /** Oldest first. */
  private final ArrayDeque<ConnectionTimeline> kept = new ArrayDeque<>();

  private int sinceSample;

  LoopTimelines(
      EventExecutor loop,
      Ticker ticker,
      WatchList watches,
      AtomicLong lastId,
      TagValues listeners) {
    this.loop = loop;
    this.ticker = ticker;
    this.watches = watches;
    this.lastId = lastId;
    this.listeners = listeners;
  }

  EventExecutor loop() {
    return loop;
  }

  /** Returns true if a watch waits for a connection. Cheap: called for each request. */
  public boolean isWatching() {
    return !watches.isEmpty();
  }

  /** Returns the number of the last watch; later ones have higher numbers. */
  public long lastWatch() {
    return lastId.get();
  }

  /**
   * Handles the first request of a connection. Returns null for most connections, which are not recorded. HTTP/1.1 has no order to
   * record.
   */
  public @Nullable ConnectionTimeline firstRequest(
      ConnectionRecord connection, String host, long watchBefore, TimelineConfig config) {
    if (connection.protocol() == WireProtocol.HTTP_1_1) {
      return null;
    }
    ConnectionTimeline watched = laterRequest(connection, host, watchBefore, config);
    if (watched != null || config.sampleOneIn() == 0 || ++sinceSample < config.sampleOneIn()) {
      return watched;
    }
    sinceSample = 0;
    return makeRoom(config, false)
        ? record(lastId.incrementAndGet(), TimelineOrigin.SAMPLE, connection, config)
        : null;
  }

  /**
   * Handles a request on a connection that is not recorded, while a watch waits.
   *
   * @param watchBefore value of {@link #lastWatch} at the accept of the connection
   */
  public @Nullable ConnectionTimeline laterRequest(
      ConnectionRecord connection, String host, long watchBefore, TimelineConfig config) {
    if (connection.protocol() == WireProtocol.HTTP_1_1) {
      return null;
    }
    for (Watch watch : watches.all()) {
      WatchFilter filter = watch.filter();
      if ((watch.id() <= watchBefore || filter.includesOpen())
          && filter.takesHost(host)
          && filter.takesClient(connection)
          && isMine(watch)) {
        makeRoom(config, true);
        return record(watch.id(), watch.origin(), connection, config);
      }
    }
    return null;
  }

  /** Takes the watch and ends its wait. Returns false if it has expired or another loop took it. */
  private boolean isMine(Watch watch) {
    boolean mine = !watch.isExpired(ticker.nanoTime()) && watch.take();
    watches.remove(watch::equals);
    return mine;
  }

  private ConnectionTimeline record(
      long id, TimelineOrigin origin, ConnectionRecord connection, TimelineConfig config) {
    ConnectionTimeline timeline = new ConnectionTimeline(
        id, origin, connection, config.events(), ticker.wallMillis(), ticker.nanoTime());
    kept.add(timeline);
    return timeline;
  }

  /**
   * Removes the oldest: closed ones first. If the new one was requested, also samples, and at last the oldest of all.
   *
   * @return false if all kept timelines have precedence over a new sample
   */
  private boolean makeRoom(TimelineConfig config, boolean isAskedFor) {
    while (kept.size() >= config.connections()) {
      ConnectionTimeline victim = oldest(timeline -> !timeline.isRecording());
      if (victim == null && isAskedFor) {
        victim = oldest(timeline -> timeline.origin().isSample());
        victim = victim == null ? kept.peek() : victim;
      }
      if (victim == null) {
        return false;
      }
      drop(victim);
    }
    return true;
  }

  private @Nullable ConnectionTimeline oldest(Predicate<ConnectionTimeline> wanted) {
    return kept.stream().filter(wanted).findFirst().orElse(null);
  }

  private void drop(ConnectionTimeline timeline) {
    timeline.stop();
    kept.remove(timeline);
  }

  List<TimelineSummary> summaries() {
    return kept.stream().map(timeline -> timeline.summary(listeners)).toList();
  }

  Optional<TimelineView> view(long id) {
    return find(id).map(timeline -> timeline.view(listeners));
  }

  boolean delete(long id) {
    Optional<ConnectionTimeline> found = find(id);
    found.ifPresent(this::drop);
    return found.isPresent();
  }

  private Optional<ConnectionTimeline> find(long id) {
    return kept.stream().filter(timeline -> timeline.id() == id).findFirst();
  }
}
