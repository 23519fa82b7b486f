package io.lychgate.gateway.history;

import io.lychgate.gateway.store.RollupRow;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoredEvent;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes minutes and events to the store on a thread of its own, because a store may take a minute to fail. While it fails, they
 * wait in memory, in order.
 */
final class HistoryWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryWriter.class);

  /** Pause between attempts while the store is not available. A new minute is an attempt, too. */
  private static final Duration RETRY = Duration.ofSeconds(10);

  /** Connecting to a store that does not respond takes five seconds. */
  private static final Duration LAST_WRITE = Duration.ofSeconds(6);

  private final Supplier<Store> store;
  private final Supplier<String> node;
  private final String instance = UUID.randomUUID().toString();
  private final WaitingMinutes waiting = new WaitingMinutes();
  private final Semaphore wakes = new Semaphore(0);
  private final Thread thread = new Thread(this::run, "lychgate-history-store");
  private volatile boolean closing;

  /** The reason for which the last attempt failed; null if it succeeded. */
  private volatile @Nullable String failure;

  HistoryWriter(Supplier<Store> store, Supplier<String> node) {
    this.store = store;
    this.node = node;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void add(long start, List<RollupRow> rows) {
    waiting.add(node.get(), start, rows);
    wakes.release();
  }

  void add(StoredEvent event) {
    waiting.add(event);
    wakes.release();
  }

  int waitingMinutes() {
    return waiting.size();
  }

  /** Returns the number of minutes that were lost since the start. */
  long lostMinutes() {
    return waiting.lost();
  }

  @Nullable
  String failure() {
    return failure;
  }

  private void run() {
    while (!closing) {
      try {
        boolean isWoken = wakes.tryAcquire(RETRY.toMillis(), TimeUnit.MILLISECONDS);
        wakes.drainPermits();
        if (isWoken || failure != null) {
          writeAll();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    writeAll();
  }

  /** Writes all that waits, oldest first. Returns false if the store refused some of it. */
  boolean writeAll() {
    try {
      Store target = store.get();
      StoreException replaced = target.standsInFor();
      if (replaced != null) {
        return failed(String.valueOf(replaced.getMessage()));
      }
      while (writeSome(target)) {
        // Continues until nothing waits.
      }
      return succeeded();
    } catch (RuntimeException e) {
      return failed(String.valueOf(e.getMessage()));
    }
  }

  private boolean writeSome(Store target) {
    WaitingMinutes.Batch batch = waiting.take();
    if (batch != null) {
      try {
        target.history().write(HistoryColumns.ALL, batch.node(), instance, batch.minutes());
      } catch (RuntimeException e) {
        waiting.putBack(batch);
        throw e;
      }
      return true;
    }
    waiting.reportLoss(node.get());
    List<StoredEvent> events = waiting.takeEvents();
    if (events.isEmpty()) {
      return false;
    }
    try {
      target.events().append(events);
    } catch (RuntimeException e) {
      waiting.putBack(events);
      throw e;
    }
    return true;
  }

  private boolean failed(String why) {
    if (failure == null && !waiting.isEmpty()) {
      LOG.warn(
          "history: minutes wait in memory, at most {}, until the store can be written: {}",
          WaitingMinutes.MOST,
          why);
    }
    if (!waiting.isEmpty()) {
      failure = why;
    }
    return false;
  }

  private boolean succeeded() {
    if (failure != null) {
      LOG.info("history: the minutes that waited are in the store");
    }
    failure = null;
    return true;
  }

  /** Writes all that waits if the store responds, then ends. */
  @Override
  public void close() {
    closing = true;
    wakes.release();
    try {
      thread.join(LAST_WRITE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    int left = waiting.size();
    if (left > 0) {
      LOG.warn("history: {} min are lost, because the store could not be written", left);
    }
  }
}
