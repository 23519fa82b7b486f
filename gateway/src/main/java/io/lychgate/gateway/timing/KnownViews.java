package io.lychgate.gateway.timing;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The page views whose responses have ended without a report so far, and the parts of reports that have come. Bounded: the oldest views of
 * the site with most are dropped, so that a busy site pushes out its own, and the store then refuses replays by their ids. One thread.
 */
final class KnownViews {
  /** Views of all sites without a report: 15 MB at most. */
  static final int MAX_OPEN = 30_000;

  /** Views with a report: 15 MB at most. */
  static final int MAX_REPORTED = 100_000;

  /** Beside the parts of a report: the gateway has counted the view without one. */
  private static final int COUNTED = 4;

  /** By site, then by the id of the view, the oldest first. A site is here while it has views. */
  private final Map<String, LinkedHashMap<String, TimingEvent.Sent>> open = new HashMap<>();

  private int openViews;
  private final Map<String, Integer> parts = new LinkedHashMap<>();

  /** Records the end of a page. */
  void sent(TimingEvent.Sent page) {
    MeasuredView view = page.view();
    if (parts.containsKey(view.id())) {
      return;
    }
    if (open.computeIfAbsent(view.site(), site -> new LinkedHashMap<>()).put(view.id(), page)
        == null) {
      openViews++;
    }
    if (openViews > MAX_OPEN) {
      Map<String, TimingEvent.Sent> most =
          Collections.max(open.values(), Comparator.comparingInt(Map::size));
      removeOldest(most);
      openViews--;
    }
  }

  /** Returns the page of a view, and forgets it; null if it is not known. */
  TimingEvent.@Nullable Sent take(MeasuredView view) {
    Map<String, TimingEvent.Sent> ofSite = open.get(view.site());
    TimingEvent.Sent page = ofSite == null ? null : ofSite.remove(view.id());
    if (ofSite != null && page != null) {
      openViews--;
      if (ofSite.isEmpty()) {
        open.remove(view.site());
      }
    }
    return page;
  }

  /** Returns true if none of these parts of the report has come before, and records them. */
  boolean isNew(String id, int reported) {
    int before = parts.getOrDefault(id, 0);
    if ((before & reported) != 0) {
      return false;
    }
    parts.put(id, before | reported);
    if (parts.size() > MAX_REPORTED) {
      removeOldest(parts);
    }
    return true;
  }

  /** Records that the gateway has counted a view without a report. */
  void countedByGateway(String id) {
    var unused = isNew(id, COUNTED);
  }

  boolean isReported(String id) {
    return parts.getOrDefault(id, 0) != 0;
  }

  boolean isCountedByGateway(String id) {
    return (parts.getOrDefault(id, 0) & COUNTED) != 0;
  }

  /** Passes on and forgets views that began before this time and have no report. */
  void expire(long before, Consumer<TimingEvent.Sent> consumer) {
    open.values().removeIf(ofSite -> {
      Iterator<TimingEvent.Sent> all = ofSite.values().iterator();
      while (all.hasNext()) {
        TimingEvent.Sent oldest = all.next();
        if (oldest.view().at() >= before) {
          return false;
        }
        all.remove();
        openViews--;
        consumer.accept(oldest);
      }
      return true;
    });
  }

  private static void removeOldest(Map<String, ?> map) {
    Iterator<String> keys = map.keySet().iterator();
    keys.next();
    keys.remove();
  }
}
