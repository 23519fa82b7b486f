package io.lychgate.gateway.timing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The page views of which the gateway keeps all times, while their requests come. A view takes the requests of its visitor until the
 * report of the page has come, the visitor opens another page, or the window ends. Thread-safe.
 */
public final class ViewLanes {
  /** Page views at once: 5 MB at most. */
  static final int MAX_OPEN = 256;

  /** Time for the requests of a page view. */
  static final Duration WINDOW = Duration.ofSeconds(30);

  /** The gateway learns of the last acknowledged byte a little after the browser has it. */
  static final Duration GRACE = Duration.ofSeconds(1);

  private final ConcurrentHashMap<String, OpenLane> open = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Long, OpenLane> byVisitor = new ConcurrentHashMap<>();
  private final SitePlaces places = new SitePlaces(MAX_OPEN, 1);

  /** Returns true if no page view takes requests. */
  public boolean isIdle() {
    return places.taken() == 0;
  }

  /** Returns true if another page view of a site may be kept. */
  public boolean hasRoom(String site) {
    return places.hasRoom(site);
  }

  /** Opens the lane of a page view. The visitor's requests belong to it from now on. */
  public OpenLane open(long visitor, OpenLane lane) {
    if (open.put(lane.id(), lane) == null) {
      places.take(lane.site());
    }
    byVisitor.put(visitor, lane);
    return lane;
  }

  /** Returns the page view that the visitor's requests belong to; null for none. */
  public @Nullable OpenLane of(long visitor) {
    return byVisitor.get(visitor);
  }

  /** The visitor opens another page. */
  public void leave(long visitor) {
    byVisitor.remove(visitor);
  }

  /** The browser's report on a page view has come. */
  void reported(String id, long nowNanos) {
    OpenLane lane = open.get(id);
    if (lane != null) {
      lane.closeBy(nowNanos + GRACE.toNanos());
    }
  }

  /** Forgets a page view that does not count. */
  void drop(String id) {
    OpenLane lane = open.remove(id);
    if (lane != null) {
      byVisitor.values().remove(lane);
      places.giveBack(lane.site());
    }
  }

  /** Removes the page views that take no more requests, and returns them. */
  List<OpenLane> takeOver(long nowNanos) {
    List<OpenLane> over = new ArrayList<>();
    for (OpenLane lane : open.values()) {
      if (lane.isOver(nowNanos)) {
        drop(lane.id());
        over.add(lane);
      }
    }
    return over;
  }
}
