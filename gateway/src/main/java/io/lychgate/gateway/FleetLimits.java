package io.lychgate.gateway;

import io.lychgate.gateway.config.LimitSharingConfig.Redis;
import io.lychgate.gateway.limit.SharedLimits;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoreUrl;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Exchanges the use of limits with {@code scope: fleet} with the other gateways of a Redis server, or of a PostgreSQL store. Each gateway
 * decides by its own buckets, and takes from them what the others report. While that server is away, each one admits the whole rate by
 * itself.
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
  private final @Nullable Redis redis;
  private final SharedLimits limits;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "lychgate-limits");
  private boolean isAway;

  /** True while messages are exchanged. */
  private volatile boolean isConnected;

  /** @param redis null for the store */
  FleetLimits(Supplier<Store> store, @Nullable Redis redis, SharedLimits limits) {
    this.store = store;
    this.redis = redis;
    this.limits = limits;
    thread.setDaemon(true);
  }

  /** Starts, if the store is one that gateways share. */
  void start() {
    if (redis != null || store.get().url().kind() == StoreUrl.Kind.POSTGRESQL) {
      thread.start();
    } else if (limits.isOfFleet()) {
      LOG.warn(
          "limits with scope: fleet count on this node only: they need limits.shared.redis or a store in PostgreSQL");
    }
  }

  void bind(MeterRegistry registry) {
    Gauge.builder("lychgate.limits.shared", this, it -> it.isConnected ? 1 : 0).register(registry);
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
    try (FleetMessages messages = redis == null
        ? StoreMessages.open(store.get(), CHANNEL, SECRET)
        : RedisMessages.open(redis, CHANNEL)) {
      limits.share(messages.secret());
      // Buckets were refilled meanwhile, so use of the outage is no debt.
      limits.forgetUnsent();
      back();
      while (closed.getCount() > 0 && limits.isOfFleet()) {
        turn(messages);
      }
    } catch (StoreException | JedisException e) {
      away(e);
    } catch (RuntimeException e) {
      if (!isAway && closed.getCount() > 0) {
        isAway = true;
        LOG.error("limits of the fleet count on this node only", e);
      }
    } finally {
      isConnected = false;
    }
  }

  private void turn(FleetMessages messages) {
    messages.send(limits.unsent());
    long end = System.nanoTime() + INTERVAL.toNanos();
    for (long left = INTERVAL.toNanos();
        left > 0 && closed.getCount() > 0;
        left = end - System.nanoTime()) {
      messages.receive(Duration.ofNanos(left)).forEach(limits::received);
    }
  }

  private void away(RuntimeException e) {
    if (!isAway && closed.getCount() > 0) {
      isAway = true;
      LOG.warn(
          "limits of the fleet count on this node only: {}{}",
          redis == null ? "" : redis.place() + ": ",
          e.getMessage());
    }
  }

  private void back() {
    isConnected = true;
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
