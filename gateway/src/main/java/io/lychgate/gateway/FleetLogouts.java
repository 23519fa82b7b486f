package io.lychgate.gateway;

import io.lychgate.gateway.auth.oidc.RelyingParties;
import io.lychgate.gateway.store.Broadcasts;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoreUrl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the ids of sessions that a logout has ended to the other gateways of a PostgreSQL store, so that none of them accepts a copy of
 * the cookies. A gateway that is not connected at the time misses them. While the store is away, they wait.
 */
final class FleetLogouts implements AutoCloseable {
  /** Time to the next message, at most. */
  private static final Duration INTERVAL = Duration.ofMillis(200);

  /** Pause after a failure, and between checks for a route with logins. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(FleetLogouts.class);
  private static final String CHANNEL = "lychgate_logouts";

  private final Supplier<Store> store;
  private final RelyingParties logins;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "lychgate-logouts");
  private boolean isAway;

  FleetLogouts(Supplier<Store> store, RelyingParties logins) {
    this.store = store;
    this.logins = logins;
    thread.setDaemon(true);
  }

  /** Starts, if the store is one that gateways share. */
  void start() {
    if (store.get().url().kind() == StoreUrl.Kind.POSTGRESQL) {
      thread.start();
    }
  }

  private void run() {
    try {
      do {
        if (logins.isInUse()) {
          exchange();
        }
      } while (!closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      LOG.debug("the exchange of logouts is closed");
    }
  }

  /** Logouts that the store does not take wait for the next connection. */
  private void send(Broadcasts broadcasts) {
    List<String> ids = logins.unsentLogouts();
    try {
      broadcasts.send(ids);
    } catch (StoreException e) {
      logins.sendAgain(ids);
      throw e;
    }
  }

  /** Exchanges until the store fails, or no route with logins is left. */
  private void exchange() {
    try (Broadcasts broadcasts = Broadcasts.open(store.get().url(), CHANNEL)) {
      isAway = false;
      while (closed.getCount() > 0 && logins.isInUse()) {
        send(broadcasts);
        broadcasts.receive(INTERVAL).forEach(logins::logoutReceived);
      }
    } catch (StoreException e) {
      if (!isAway && closed.getCount() > 0) {
        isAway = true;
        LOG.warn("logouts end sessions on this node only: {}", e.getMessage());
      }
    } catch (RuntimeException e) {
      if (closed.getCount() > 0) {
        LOG.error("logouts are not exchanged", e);
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
    thread.interrupt();
  }
}
