package io.lychgate.gateway.timing;

import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoredWaterfall;
import io.lychgate.gateway.store.WaterfallStore;
import java.util.ArrayDeque;
import java.util.List;

/** Writes the lanes of page views into the store. While the store is not available, lanes wait, up to a limit. One thread. */
final class WaterfallWriter {
  /** Lanes that wait for the store: some 15 MB at most. */
  static final int MAX_WAITING = 500;

  /** Waterfalls that are kept of each site. */
  static final int MAX_KEPT = 2_000;

  /** Lanes of one transaction. */
  private static final int BATCH = 100;

  private final ViewLanes lanes;
  private final ArrayDeque<StoredWaterfall> waiting = new ArrayDeque<>();

  WaterfallWriter(ViewLanes lanes) {
    this.lanes = lanes;
  }

  /** The report on a page has come. */
  void reported(TimingEvent.Reported event, long nowNanos) {
    MeasuredView view = event.view();
    if (!event.lane().isEmpty()) {
      add(new StoredWaterfall(view.id(), view.at(), view.site(), LaneText.of(event.lane()), null));
    }
    if (view.hasWaterfall()) {
      lanes.reported(view.id(), nowNanos);
    }
  }

  /** Adds the gateway's lanes of page views that are complete. */
  void collect(long nowNanos) {
    for (OpenLane lane : lanes.takeOver(nowNanos)) {
      add(new StoredWaterfall(lane.id(), lane.at(), lane.site(), null, LaneText.of(lane.toLane())));
    }
  }

  private void add(StoredWaterfall row) {
    waiting.add(row);
    if (waiting.size() > MAX_WAITING) {
      waiting.remove();
    }
  }

  /** Writes the waiting lanes. They keep waiting if the store fails. */
  void write(WaterfallStore store) throws StoreException {
    while (!waiting.isEmpty()) {
      List<StoredWaterfall> batch = waiting.stream().limit(BATCH).toList();
      store.put(batch);
      batch.forEach(row -> waiting.remove());
    }
  }
}
