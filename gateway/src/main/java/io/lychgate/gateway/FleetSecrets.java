package io.lychgate.gateway;

import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.listen.tls.SharedSecrets;
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
 * The secrets that this gateway shares with the others of its store, and with itself after a restart. Secrets of session tickets
 * change every period. Each is in the store one period before its use, so that clocks need not agree. While the store is
 * unavailable, the gateway keeps the last secrets, or those of its own process.
 */
final class FleetSecrets implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FleetSecrets.class);
  private static final String QUIC = "quic";
  private static final String TICKETS = "tls-tickets";
  private static final String STICKY = "sticky-cookies";
  private static final String SESSIONS = "oidc-sessions";
  private static final String VIEWS = "view-ids";

  /** The time for which one secret protects new tickets: half a day, because RFC 5077 section 5.5 wants keys changed regularly. */
  static final Duration PERIOD = Duration.ofHours(12);

  /** The time for which one secret seals new sessions of logins. It is longer, because more than a dozen secrets are kept. */
  static final Duration SESSION_PERIOD = Duration.ofDays(2);

  /** Earlier periods whose sessions are accepted: those of the longest lifetime. */
  private static final int READ_SESSION_PERIODS =
      (int) OidcPolicy.Lifetime.MAX.dividedBy(SESSION_PERIOD);

  /** Earlier periods whose tickets are accepted. BoringSSL's tickets of TLS 1.3 are valid for two days, which is four periods. */
  private static final int READ_PERIODS = 4;

  /** The interval of the checks for a new period. It bounds the delay after an outage of the store or a suspended machine. */
  private static final Duration LOOK = Duration.ofMinutes(5);

  private final Supplier<SecretStore> store;
  private final Consumer<SharedSecrets> user;
  private final Consumer<byte[]> stickyUser;
  private final Consumer<List<byte[]>> sessionUser;
  private final Consumer<List<byte[]>> viewUser;
  private final InstantSource clock;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
      new DefaultThreadFactory("lychgate-secrets", true));

  /** The period whose secrets are in use. */
  private volatile long sharedPeriod = -1;

  /**
   * @param user gets the secrets of connections, again in each period
   * @param stickyUser gets the secret that signs sticky cookies, which never changes
   * @param sessionUser gets the secrets that seal sessions of logins, the current one first
   * @param viewUser gets the secrets that seal view ids, the current one first
   */
  FleetSecrets(
      Supplier<SecretStore> store,
      Consumer<SharedSecrets> user,
      Consumer<byte[]> stickyUser,
      Consumer<List<byte[]>> sessionUser,
      Consumer<List<byte[]>> viewUser,
      InstantSource clock) {
    this.store = store;
    this.user = user;
    this.stickyUser = stickyUser;
    this.sessionUser = sessionUser;
    this.viewUser = viewUser;
    this.clock = clock;
  }

  /** Reads the secrets. Call it before the listeners open: they keep the shared secret of QUIC for their lifetime. */
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
      stickyUser.accept(secrets.lasting(STICKY));
      long sessions = clock.millis() / SESSION_PERIOD.toMillis();
      sessionUser.accept(
          currentFirst(secrets.ofPeriods(SESSIONS, sessions - READ_SESSION_PERIODS, sessions + 1)));
      // A report comes within an hour, so at most one earlier period has sealed its view id.
      viewUser.accept(currentFirst(secrets.ofPeriods(VIEWS, period - 1, period + 1)));
      sharedPeriod = period;
    } catch (StoreException e) {
      LOG.debug("shared secrets: the store can't be reached: {}", e.getMessage());
    } catch (RuntimeException e) {
      // An exception would end the schedule silently.
      LOG.error("shared secrets: not read", e);
    }
  }

  /**
   * Moves the current secret to the front. It is the last but one; the last belongs to the next period, which a node with a fast
   * clock may already use.
   */
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
