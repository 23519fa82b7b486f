package io.lychgate.gateway;

import io.lychgate.gateway.config.LearnConfig;
import io.lychgate.gateway.learn.Harvest;
import io.lychgate.gateway.learn.ManifestLearner;
import io.lychgate.gateway.learn.ProposalDesk;
import io.lychgate.gateway.ledger.HintLedger;
import io.lychgate.gateway.ledger.LedgerMeters;
import io.lychgate.gateway.store.StoreException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ledger and the learner, which evaluate the gateway's own traffic on one thread beside the data path. */
final class Lessons implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Lessons.class);
  private static final long REVIEW_SECONDS = 1;

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
      new DefaultThreadFactory("lychgate-lessons", true));
  private final HintLedger ledger;
  private final LedgerMeters meters;
  private final Supplier<LearnConfig> learnConfig;
  private final Harvest harvest;
  private final ProposalDesk proposals;
  private long lastRound = System.nanoTime();

  Lessons(
      DataPath dataPath,
      ManifestsInForce manifests,
      GatewayStore store,
      Fleet fleet,
      MeterRegistry registry) {
    ledger = new HintLedger(
        manifests::index,
        () -> dataPath.snapshot().config().ledger(),
        () -> store.store().verdicts(),
        InstantSource.system());
    meters = new LedgerMeters(ledger, registry);
    learnConfig = () -> dataPath.snapshot().config().learn();
    double heap = Runtime.getRuntime().maxMemory();
    ManifestLearner learner =
        new ManifestLearner((long) (heap * learnConfig.get().memoryShare()));
    Gauge.builder("lychgate.learner.bytes", learner, ManifestLearner::bytes).register(registry);
    Gauge.builder("lychgate.learner.patterns", learner, ManifestLearner::patterns)
        .register(registry);
    harvest = new Harvest(dataPath.learners(), learner);
    proposals =
        new ProposalDesk(learner, manifests::index, learnConfig, store::store, fleet::publish);
  }

  HintLedger ledger() {
    return ledger;
  }

  ProposalDesk proposals() {
    return proposals;
  }

  /** Starts the schedule. The first review runs at once, so that verdicts of earlier runs apply to the first request. */
  void start() {
    review();
    var unused =
        thread.scheduleWithFixedDelay(this::look, REVIEW_SECONDS, REVIEW_SECONDS, TimeUnit.SECONDS);
  }

  private void look() {
    review();
    learn();
  }

  private void review() {
    try {
      ledger.review();
      meters.follow();
    } catch (RuntimeException e) {
      // An exception would end the schedule silently.
      LOG.error("the ledger could not be reviewed", e);
    }
  }

  private void learn() {
    LearnConfig rules = learnConfig.get();
    try {
      harvest.gather(rules.enabled());
      long now = System.nanoTime();
      if (rules.enabled() && now - lastRound >= rules.interval().toNanos()) {
        lastRound = now;
        proposals.round();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StoreException e) {
      LOG.debug("learner: the store can't be reached: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("learner: round failed", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
