package io.lychgate.gateway;

import io.lychgate.gateway.listen.SharedSecrets;
import io.lychgate.gateway.store.SecretStore;
import io.lychgate.gateway.store.StoreException;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The secrets that this gateway shares with the others of its store, and with itself after a restart. Those of session tickets
 * change with the time of day; each is in the store a period before it is used, so that clocks need not agree. While the store is
 * away the last ones stay, or those of this process alone.
 */
final class FleetSecrets implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FleetSecrets.class);
  private static final String QUIC = "quic";
  private static final String TICKETS = "tls-tickets";

  /** How long tickets are made of one secret: half a day, as RFC 5077 section 5.5 wants keys changed regularly. */
  static final Duration PERIOD = Duration.ofHours(12);

  /** BoringSSL's tickets of TLS 1.3 hold for two days: those of four periods before are read. */
  private static final int READ_PERIODS = 4;

  /** How soon a gateway that was cut off from the store, or has slept, has the right ones. */
  private static final Duration LOOK = Duration.ofMinutes(5);

  private final Supplier<SecretStore> store;
  private final Consumer<SharedSecrets> user;
  private final InstantSource clock;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
      new DefaultThreadFactory("lychgate-secrets", true));

  /** The one whose secrets are in use. */
  private volatile long sharedPeriod = -1;

  FleetSecrets(Supplier<SecretStore> store, Consumer<SharedSecrets> user, InstantSource clock) {
    this.store = store;
    this.user = user;
    this.clock = clock;
  }

  /** Before listeners are opened: what QUIC has to share is theirs for good. */
  void start() {
    look();
    var unused = thread.scheduleWithFixedDelay(
        this::look, LOOK.toSeconds(), LOOK.toSeconds(), TimeUnit.SECONDS);
  }

  synchronized void look() {
    long period = clock.millis() / PERIOD.toMillis();
    if (period == sharedPeriod) {
      return;
    }
    try {
      SecretStore secrets = store.get();
      List<byte[]> known = secrets.ofPeriods(TICKETS, period - READ_PERIODS, period + 1);
      user.accept(new SharedSecrets(secrets.lasting(QUIC), currentFirst(known)));
      sharedPeriod = period;
    } catch (StoreException e) {
      LOG.debug("shared secrets: the store can't be reached: {}", e.getMessage());
    } catch (RuntimeException e) {
      // The schedule would end with it, silently.
      LOG.error("shared secrets could not be had", e);
    }
  }

  /** The last but one is of now; the last is what others, whose clocks are ahead, may use already. */
  private static List<byte[]> currentFirst(List<byte[]> byPeriod) {
    List<byte[]> ordered = new ArrayList<>(byPeriod);
    byte[] now = ordered.remove(ordered.size() - 2);
    ordered.add(0, now);
    return ordered;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
