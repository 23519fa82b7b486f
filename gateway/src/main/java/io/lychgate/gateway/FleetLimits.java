package io.lychgate.gateway;

import io.lychgate.gateway.limit.SharedLimits;
import io.lychgate.gateway.store.Broadcasts;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoreUrl;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exchanges the use of limits with {@code scope: fleet} with the other gateways of a PostgreSQL store. Each gateway decides by its own
 * buckets, and takes from them what the others report. While the store is away, each one admits the whole rate by itself.
 */
final class FleetLimits implements AutoCloseable {
  /** Interval of messages: the overshoot of a limit is what its clients send in this time. */
  static final Duration INTERVAL = Duration.ofMillis(100);

  /** Pause after a failure, and between checks for a limit of the fleet. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(FleetLimits.class);
  private static final String CHANNEL = "lychgate_limits";
  private static final String SECRET = "limit-keys";

  private final Supplier<Store> store;
  private final SharedLimits limits;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "lychgate-limits");
  private boolean isAway;

  FleetLimits(Supplier<Store> store, SharedLimits limits) {
    this.store = store;
    this.limits = limits;
    thread.setDaemon(true);
  }

  /** Starts, if the store is one that gateways share. */
  void start() {
    if (store.get().url().kind() == StoreUrl.Kind.POSTGRESQL) {
      thread.start();
    } else if (limits.isOfFleet()) {
      LOG.warn("limits with scope: fleet count on this node only: they need a store in PostgreSQL");
    }
  }

  private void run() {
    try {
      do {
        if (limits.isOfFleet()) {
          exchange();
        }
      } while (!closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      LOG.debug("the exchange of limits is closed");
    }
  }

  /** Exchanges until the store fails, or no limit of the fleet is left. */
  private void exchange() {
    Store now = store.get();
    try {
      limits.share(now.secrets().lasting(SECRET));
      try (Broadcasts broadcasts = Broadcasts.open(now.url(), CHANNEL)) {
        back();
        while (closed.getCount() > 0 && limits.isOfFleet()) {
          turn(broadcasts);
        }
      }
    } catch (StoreException e) {
      away(e);
    } catch (RuntimeException e) {
      if (closed.getCount() > 0) {
        LOG.error("the use of limits is not exchanged", e);
      }
    }
  }

  private void turn(Broadcasts broadcasts) {
    broadcasts.send(limits.unsent());
    long end = System.nanoTime() + INTERVAL.toNanos();
    for (long left = INTERVAL.toNanos();
        left > 0 && closed.getCount() > 0;
        left = end - System.nanoTime()) {
      broadcasts.receive(Duration.ofNanos(left)).forEach(limits::received);
    }
  }

  private void away(StoreException e) {
    if (!isAway && closed.getCount() > 0) {
      isAway = true;
      LOG.warn("limits of the fleet count on this node only: {}", e.getMessage());
    }
  }

  private void back() {
    if (isAway) {
      isAway = false;
      LOG.info("limits of the fleet count on all nodes again");
    }
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
  }
}
