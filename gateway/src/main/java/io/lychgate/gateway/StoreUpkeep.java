package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.StoreSource;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The regular work on the store, on a thread of its own: backups by schedule, retention of the audit trail, removal of expired
 * refreshes of sessions, and the head of the trail in the log. A log that is kept elsewhere thus shows a trail whose end was removed.
 */
final class StoreUpkeep implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreUpkeep.class);

  private static final long BACKUP_SECONDS = 15;
  private static final long RETENTION_SECONDS = 3600;

  /** Seconds after the start, so that the first requests do not wait for this work. */
  private static final long FIRST_SECONDS = 5;

  private final Duration keepAudit;
  private final StoreSource store;
  private final StoreBackups backups;
  private final InstantSource clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(task -> {
        Thread upkeep = new Thread(task, "lychgate-store-upkeep");
        upkeep.setDaemon(true);
        return upkeep;
      });

  // Upkeep thread only.
  private String head = "";

  StoreUpkeep(Duration keepAudit, StoreSource store, StoreBackups backups, InstantSource clock) {
    this.keepAudit = keepAudit;
    this.store = store;
    this.backups = backups;
    this.clock = clock;
  }

  void start() {
    var unused = thread.scheduleWithFixedDelay(
        () -> guarded(backups::makeIfDue), FIRST_SECONDS, BACKUP_SECONDS, TimeUnit.SECONDS);
    var unusedToo = thread.scheduleWithFixedDelay(
        () -> guarded(this::auditOnce), FIRST_SECONDS, RETENTION_SECONDS, TimeUnit.SECONDS);
    var unusedLast = thread.scheduleWithFixedDelay(
        () -> guarded(this::refreshesOnce), FIRST_SECONDS, RETENTION_SECONDS, TimeUnit.SECONDS);
  }

  private void refreshesOnce() {
    Store open = store.store();
    if (open.standsInFor() == null) {
      open.refreshes().removeExpired();
    }
  }

  private void auditOnce() {
    Store open = store.store();
    if (open.standsInFor() != null) {
      return;
    }
    if (!keepAudit.isZero()) {
      int removed = open.audit().removeBefore(clock.instant().minus(keepAudit));
      if (removed > 0) {
        LOG.info("audit trail: removed {} entries older than {}", removed, keepAudit);
      }
    }
    logHead(open);
  }

  private void logHead(Store open) {
    String now = open.audit().head();
    if (!now.equals(head) && !now.startsWith("0:")) {
      head = now;
      LOG.info("audit trail: head {}", now);
    }
  }

  private static void guarded(Runnable work) {
    try {
      work.run();
    } catch (StoreException e) {
      LOG.debug("upkeep of the store: not done now", e);
    } catch (RuntimeException e) {
      // An exception would end the schedule.
      LOG.error("upkeep of the store failed", e);
    }
  }

  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
