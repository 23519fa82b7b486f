package io.lychgate.gateway;

import io.lychgate.gateway.ledger.HintLedger;
import io.lychgate.gateway.ledger.LedgerMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the gateway draws from its own traffic, on one thread beside the data path. */
final class Lessons implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lessons.class);
  private static final long REVIEW_SECONDS = 1;

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
      new DefaultThreadFactory("lychgate-lessons", true));
  private final HintLedger ledger;
  private final LedgerMeters meters;

  Lessons(
      DataPath dataPath, ManifestsInForce manifests, GatewayStore store, MeterRegistry registry) {
    ledger = new HintLedger(
        manifests::index,
        () -> dataPath.snapshot().config().ledger(),
        () -> store.store().verdicts(),
        InstantSource.system());
    meters = new LedgerMeters(ledger, registry);
  }

  HintLedger ledger() {
    return ledger;
  }

  /** Verdicts of earlier runs hold from the first request on. */
  void start() {
    review();
    var unused = thread.scheduleWithFixedDelay(
        this::review, REVIEW_SECONDS, REVIEW_SECONDS, TimeUnit.SECONDS);
  }

  private void review() {
    try {
      ledger.review();
      meters.follow();
    } catch (RuntimeException e) {
      // The schedule would end with it, silently.
      LOG.error("the ledger could not be reviewed", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
