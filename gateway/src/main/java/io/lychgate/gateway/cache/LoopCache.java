package io.lychgate.gateway.cache;

import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.observe.LoopObserver;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fills in progress of one event loop. Clients of one loop wait for each other's fill; two loops may fetch the same response at the
 * same time, because a request never crosses threads. Event loop only.
 */
public final class LoopCache {
  /** Fills that continue without a client. They bound what clients can cause that leave at once. */
  private static final int MAX_ORPHANS = 64;

  private final LoopClock clock;
  private final DeadlineWheel deadlines;
  private final LoopObserver observer;
  private final Map<Key, Fill> fills = new HashMap<>();
  private int orphans;

  public LoopCache(LoopClock clock, DeadlineWheel deadlines, LoopObserver observer) {
    this.clock = clock;
    this.deadlines = deadlines;
    this.observer = observer;
  }

  /** The responses that may be the same for several clients. */
  record Key(String url, String space) {}

  LoopClock clock() {
    return clock;
  }

  DeadlineWheel deadlines() {
    return deadlines;
  }

  LoopObserver observer() {
    return observer;
  }

  /** Returns the latest fill of this key in progress that others may join; null if there is none. */
  @Nullable
  Fill fill(Key key) {
    return fills.get(key);
  }

  void begin(Key key, Fill fill) {
    fills.put(key, fill);
  }

  void end(Key key, Fill fill) {
    fills.remove(key, fill);
  }

  /** Returns true if one more fill may continue without a client; {@link #orphanEnded} ends that. */
  boolean adoptOrphan() {
    if (orphans == MAX_ORPHANS) {
      return false;
    }
    orphans++;
    return true;
  }

  void orphanEnded() {
    orphans--;
  }
}
