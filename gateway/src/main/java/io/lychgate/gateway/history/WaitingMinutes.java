package io.lychgate.gateway.history;

import io.lychgate.gateway.store.RollupMinute;
import io.lychgate.gateway.store.RollupRow;
import io.lychgate.gateway.store.RollupWidth;
import io.lychgate.gateway.store.StoredEvent;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Minutes and events that are not in the store yet, oldest first. It holds at most an hour of minutes: 60 with at most 4 + 33 × 4 +
 * 33 × 3 rows of some 600 bytes, 9 MiB.
 */
final class WaitingMinutes {
  static final int MOST = 60;

  /** More minutes in one transaction would hold up other writers of SQLite. */
  private static final int AT_ONCE = 10;

  private static final int MOST_EVENTS = 1_000;

  private final Deque<Waiting> minutes = new ArrayDeque<>();
  private final Deque<StoredEvent> events = new ArrayDeque<>();
  private long sequence;
  private long lost;
  private long unreported;
  private @Nullable Instant lostFrom;
  private @Nullable Instant lostTo;

  private record Waiting(String node, RollupMinute minute) {}

  /** Minutes of one node, to be written together. */
  record Batch(String node, List<RollupMinute> minutes) {}

  synchronized void add(String node, long start, List<RollupRow> rows) {
    Instant minute = Instant.ofEpochMilli(start);
    minutes.add(new Waiting(node, new RollupMinute(sequence++, minute, rows)));
    bound();
  }

  synchronized void add(StoredEvent event) {
    events.add(event);
    if (events.size() > MOST_EVENTS) {
      events.remove();
    }
  }

  private void bound() {
    while (minutes.size() > MOST) {
      Instant start = minutes.remove().minute().start();
      Instant end = start.plus(RollupWidth.MINUTE.length());
      lostFrom = lostFrom == null || start.isBefore(lostFrom) ? start : lostFrom;
      lostTo = lostTo == null || end.isAfter(lostTo) ? end : lostTo;
      lost++;
      unreported++;
    }
  }

  /** Takes the oldest minutes. The caller puts them back if they cannot be written. */
  synchronized @Nullable Batch take() {
    if (minutes.isEmpty()) {
      return null;
    }
    String node = minutes.element().node();
    List<RollupMinute> taken = new ArrayList<>();
    while (taken.size() < AT_ONCE
        && !minutes.isEmpty()
        && minutes.element().node().equals(node)) {
      taken.add(minutes.remove().minute());
    }
    return new Batch(node, List.copyOf(taken));
  }

  synchronized void putBack(Batch batch) {
    for (int i = batch.minutes().size() - 1; i >= 0; i--) {
      minutes.addFirst(new Waiting(batch.node(), batch.minutes().get(i)));
    }
    bound();
  }

  /** Makes an event of the minutes that were lost since the last call, if there are any. */
  synchronized void reportLoss(String node) {
    if (lostFrom == null || lostTo == null) {
      return;
    }
    add(new StoredEvent(
        UUID.randomUUID().toString(),
        lostFrom,
        node,
        EventKind.GAP.token(),
        "",
        "Lost " + unreported + " min between " + lostFrom + " and " + lostTo
            + ": the store was not available for more than " + MOST + " min.",
        HistoryRecorder.AUTHOR,
        false));
    unreported = 0;
    lostFrom = null;
    lostTo = null;
  }

  /** Takes all events. The caller puts them back if they cannot be written. */
  synchronized List<StoredEvent> takeEvents() {
    List<StoredEvent> taken = List.copyOf(events);
    events.clear();
    return taken;
  }

  synchronized void putBack(List<StoredEvent> taken) {
    for (int i = taken.size() - 1; i >= 0 && events.size() < MOST_EVENTS; i--) {
      events.addFirst(taken.get(i));
    }
  }

  synchronized int size() {
    return minutes.size();
  }

  /** Returns the number of minutes that were dropped since the start. */
  synchronized long lost() {
    return lost;
  }

  synchronized boolean isEmpty() {
    return minutes.isEmpty() && events.isEmpty() && unreported == 0;
  }
}
