package io.lychgate.gateway.acme;

import io.lychgate.gateway.acme.Authority.Proof;
import io.lychgate.gateway.config.AcmeConfig;
import io.lychgate.gateway.config.pem.ChainCheck;
import io.lychgate.gateway.config.pem.Lifetime;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.store.AcmeStore.Challenge;
import io.lychgate.gateway.store.AcmeStore.Row;
import io.lychgate.gateway.store.KeySeal;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shredzone.acme4j.exception.AcmeException;
import org.shredzone.acme4j.exception.AcmeRateLimitedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Orders the certificates that are wanted and due, while this node has the lease, and keeps them in the store. Has a thread of its own. */
final class CertificateOrderer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateOrderer.class);

  /** Longest time that this node may take to show the proofs of an order: it has a busy machine or store then. */
  private static final Duration SHOWN = Duration.ofSeconds(30);

  /** Time until the other nodes have loaded a proof, with a margin of one look. */
  private static final Duration VISIBLE =
      CertificateFollower.LOOK.multipliedBy(2).plusMillis(500);

  /** Lifetime of a proof in the store: longer than the check of an order takes. */
  private static final Duration PROOF = Duration.ofMinutes(30);

  /** Interval of the look for the advice of the authority, unless it names another one. */
  private static final Duration ADVICE = Duration.ofHours(6);

  /** The longest rest of the orders: a clock may have been set. */
  private static final Duration LONGEST_REST = Duration.ofMinutes(10);

  private static final long PAUSE_MILLIS = 20;
  private static final int MAX_ERROR = 1000;

  private final Supplier<Store> store;
  private final InstantSource clock;
  private final CertificateFollower follower;
  private final Semaphore wakes;
  private final SecureRandom random = new SecureRandom();
  private final Thread thread = new Thread(this::run, "lychgate-acme-orders");
  private final AtomicLong issued = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  private volatile boolean isClosed;

  /** The number of the last configuration that the listeners have. */
  private volatile long applied;

  /** The id of the group whose certificate is being ordered. */
  private volatile @Nullable String ordering;

  // Its thread only.
  private final Map<String, Instant> adviceAt = new HashMap<>();
  private final OrderPace pace = new OrderPace(random);
  private @Nullable WantedCertificates attended;
  private @Nullable Authority authority;
  private @Nullable AcmeConfig signedIn;

  /** @param wakes released when there may be something to order */
  CertificateOrderer(
      Supplier<Store> store, InstantSource clock, CertificateFollower follower, Semaphore wakes) {
    this.store = store;
    this.clock = clock;
    this.follower = follower;
    this.wakes = wakes;
    thread.setDaemon(true);
  }

  /** Begins to order. Later calls have no effect. */
  void start() {
    if (thread.getState() == Thread.State.NEW) {
      thread.start();
    }
  }

  /** Orders for the configuration with this number, and for earlier ones. */
  void applied(long configuration) {
    applied = configuration;
    wakes.release();
  }

  /** Returns true while a certificate for the group is being ordered. */
  boolean isOrdering(OrderedNames group) {
    return group.id().equals(ordering);
  }

  /** Returns the number of certificates that this node has got since its start. */
  long issuedCount() {
    return issued.get();
  }

  /** Returns the number of orders of this node that failed since its start. */
  long failedCount() {
    return failed.get();
  }

  private void run() {
    while (!isClosed) {
      Duration pause = LONGEST_REST;
      try {
        WantedCertificates now = follower.wanted();
        if (now != null && follower.isLeader() && now.number() <= applied) {
          pause = Duration.between(clock.instant(), attendAll(now));
        }
      } catch (InterruptedException e) {
        return;
      } catch (StoreException e) {
        LOG.debug("acme: the store can't be used", e);
        pause = CertificateFollower.LOOK;
      } catch (RuntimeException e) {
        LOG.error("acme: not ordered", e);
      }
      try {
        long millis = Math.max(
            CertificateFollower.LOOK.toMillis(),
            Math.min(pause.toMillis(), LONGEST_REST.toMillis()));
        var unused = wakes.tryAcquire(millis, TimeUnit.MILLISECONDS);
        wakes.drainPermits();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Attends to each group of names. Returns the time at which one of them is due. */
  private Instant attendAll(WantedCertificates now) throws InterruptedException {
    String directory = now.directory();
    Map<String, Row> rows = new HashMap<>();
    store.get().acme().certificates(directory).forEach(row -> rows.put(row.id(), row));
    WantedCertificates before = attended;
    attended = now;
    if (!now.isAs(before)) {
      // After a reload, the advice of the authority is requested again.
      adviceAt.clear();
    }
    boolean isRetried = before != null
        && !(before.config().equals(now.config()) && before.groups().equals(now.groups()));
    Instant next = clock.instant().plus(LONGEST_REST);
    for (OrderedNames group : now.groups()) {
      if (isClosed || !follower.isLeader() || !now.isAs(follower.wanted())) {
        return clock.instant();
      }
      Instant due = attend(now, group, rows.get(group.id()), isRetried);
      next = due.isBefore(next) ? due : next;
    }
    dropOthers(now, rows.values());
    return next;
  }

  /**
   * Orders the certificate of a group if it is time, or asks the authority when that will be. Returns the next such time.
   *
   * @param isRetried true if the pause after a failure is over, because the operator has changed something
   */
  private Instant attend(
      WantedCertificates now, OrderedNames group, @Nullable Row row, boolean isRetried)
      throws InterruptedException {
    Instant time = clock.instant();
    if (row == null) {
      return order(now, group, null, null);
    }
    PemIdentity identity = identityOf(row);
    boolean isDue = !row.renewAt().isAfter(time);
    if (row.error() != null) {
      return isDue || isRetried ? order(now, group, row, identity) : row.renewAt();
    }
    if (identity == null || isDue) {
      Instant earliest = pace.earliest(group.id());
      return earliest.isAfter(time) ? earliest : order(now, group, row, identity);
    }
    return advise(now, row, identity, time);
  }

  /** Returns the certificate of a row; null if there is none, or if its key cannot be used. */
  private @Nullable PemIdentity identityOf(Row row) {
    CertificateFollower.Loaded known = follower.loaded(row.id());
    if (known != null && Objects.equals(known.row().chain(), row.chain())) {
      return known.identity();
    }
    try {
      // The follower has not read the row yet.
      follower.look();
      known = follower.loaded(row.id());
      return known == null ? null : known.identity();
    } catch (StoreException e) {
      return null;
    }
  }

  /** Asks for the window of the renewal, and keeps the time chosen in it. Returns the time of the next look or order. */
  private Instant advise(WantedCertificates now, Row row, PemIdentity identity, Instant time) {
    Instant due = adviceAt.get(row.id());
    if (due != null && due.isAfter(time)) {
      return earlier(due, row.renewAt());
    }
    Instant next = time.plus(ADVICE);
    Instant chosen = row.renewAt();
    try {
      Authority.Advice advice = signIn(now).advice(identity.chain().get(0), time, ADVICE);
      if (advice != null) {
        next = advice.nextLook();
        chosen = RenewalRule.byWindow(advice.window(), row.renewAt(), random);
        if (!chosen.equals(row.renewAt())) {
          keep(
              now,
              new Row(row.id(), row.names(), row.chain(), row.sealed(), chosen, 0, null, null));
          LOG.info("acme: {} is renewed at {}, as the authority advises", row.names(), chosen);
        }
      }
    } catch (AcmeException | IOException | GeneralSecurityException | RuntimeException e) {
      authority = null;
      LOG.warn(
          "acme: no advice on the renewal of {}, the present time stays: {}",
          row.names(),
          reason(e));
    }
    adviceAt.put(row.id(), next);
    return earlier(next, chosen);
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  /** Returns the time of the next order of the group. */
  private Instant order(
      WantedCertificates now, OrderedNames group, @Nullable Row row, @Nullable PemIdentity identity)
      throws InterruptedException {
    ordering = group.id();
    try {
      LOG.info(
          "acme: ordering a certificate for {} from {}",
          group.names(),
          now.config().directory());
      Authority.Issued result = signIn(now)
          .order(
              group.names(),
              now.config().challenge(),
              now.config().keyType(),
              identity == null ? null : identity.chain().get(0),
              prover(now.config()));
      Row kept = accept(now, group, result);
      issued.incrementAndGet();
      // At once: the authority may advise another time than two thirds of the lifetime.
      return clock.instant().isBefore(kept.renewAt()) ? clock.instant() : kept.renewAt();
    } catch (AcmeException | IOException | GeneralSecurityException | RuntimeException e) {
      authority = null;
      return isClosed ? clock.instant() : refuse(now, group, row, e);
    } finally {
      ordering = null;
    }
  }

  private Authority signIn(WantedCertificates now)
      throws AcmeException, IOException, GeneralSecurityException {
    AcmeConfig config = now.config();
    Authority known = authority;
    if (known == null || !config.equals(signedIn)) {
      known = Authority.signIn(config, accountKey(now));
      authority = known;
      signedIn = config;
    }
    return known;
  }

  private KeyPair accountKey(WantedCertificates now) throws IOException, GeneralSecurityException {
    Path file = now.config().accountKey();
    if (file != null) {
      return PemKeys.read(file);
    }
    Store current = store.get();
    KeySeal seal = now.seal(current);
    String directory = now.directory();
    String sealed = current.acme().account(directory).orElse(null);
    if (sealed != null) {
      try {
        return PemKeys.parse(seal.open(directory, sealed));
      } catch (GeneralSecurityException e) {
        LOG.warn(
            "acme: the account key in the store cannot be opened, because acme.encryptionKey has changed: a new account is created");
      }
    }
    KeyPair made = PemKeys.create(AcmeConfig.KeyType.EC256);
    current.acme().keepAccount(directory, seal.seal(directory, PemKeys.pem(made.getPrivate())));
    return made;
  }

  private Row accept(WantedCertificates now, OrderedNames group, Authority.Issued result)
      throws IOException, GeneralSecurityException {
    List<X509Certificate> chain = result.chain();
    String defect = ChainCheck.defect(chain);
    if (defect != null) {
      throw new IOException("chain of the authority: out of order (expected: " + defect + ")");
    }
    Lifetime lifetime = Lifetime.of(chain);
    String pem = PemKeys.pem(chain);
    String key = PemKeys.pem(result.key().getPrivate());
    var unused = PemIdentity.parse(pem, key);
    KeySeal seal = now.seal(store.get());
    Row row = new Row(
        group.id(),
        group.names(),
        pem,
        seal.seal(now.ownerOf(group.id()), key),
        RenewalRule.byLifetime(lifetime.begin(), lifetime.end(), random),
        0,
        null,
        null);
    keep(now, row);
    adviceAt.remove(group.id());
    X509Certificate leaf = chain.get(0);
    pace.fulfilled(
        group.id(),
        clock.instant(),
        Duration.between(leaf.getNotBefore().toInstant(), leaf.getNotAfter().toInstant()));
    LOG.info(
        "acme: {} has a certificate until {}, of {}",
        group.names(),
        lifetime.end(),
        ChainCheck.nameOf(chain.get(0).getIssuerX500Principal()));
    return row;
  }

  private Instant refuse(
      WantedCertificates now, OrderedNames group, @Nullable Row row, Exception problem) {
    failed.incrementAndGet();
    Instant time = clock.instant();
    int failures = row == null ? 1 : row.failures() + 1;
    Instant retryAfter = problem instanceof AcmeRateLimitedException limited
        ? limited.getRetryAfter().orElse(null)
        : null;
    Instant next = RenewalRule.afterFailure(time, failures, retryAfter, random);
    String reason = reason(problem);
    LOG.error(
        "acme: no certificate for {}, try {} failed, the next one is at {}: {}",
        group.names(),
        failures,
        next,
        reason);
    keep(
        now,
        new Row(
            group.id(),
            group.names(),
            row == null ? null : row.chain(),
            row == null ? null : row.sealed(),
            next,
            failures,
            reason,
            time));
    return next;
  }

  private void keep(WantedCertificates now, Row row) {
    store.get().acme().keep(now.directory(), row);
    follower.wake();
  }

  /**
   * Drops rows of names that no site has, at the time of their renewal: an operator may take a change back until then. A certificate that
   * stands in for another one stays.
   */
  private void dropOthers(WantedCertificates now, Collection<Row> rows) {
    Set<String> ids = new HashSet<>();
    now.groups().forEach(group -> ids.add(group.id()));
    for (Row row : rows) {
      if (!ids.contains(row.id())
          && row.renewAt().isBefore(clock.instant())
          && !follower.isServed(row)) {
        store.get().acme().drop(now.directory(), row.id());
      }
    }
  }

  private static String reason(Exception problem) {
    String message = problem.getMessage();
    String text = message == null ? problem.getClass().getSimpleName() : message;
    Throwable cause = problem.getCause();
    if (cause != null && cause.getMessage() != null && !text.contains(cause.getMessage())) {
      text += ": " + cause.getMessage();
    }
    text = text.replaceAll("\\p{Cntrl}+", " ");
    return text.length() <= MAX_ERROR ? text : text.substring(0, MAX_ERROR);
  }

  private Authority.Prover prover(AcmeConfig config) {
    AcmeConfig.DnsHook hook = config.dns();
    return hook == null ? new StoreProver() : new DnsProver(hook);
  }

  /** Proofs that all nodes of the store show. */
  private final class StoreProver implements Authority.Prover {
    @Override
    public void prove(List<Proof> proofs) throws IOException, InterruptedException {
      Store current = store.get();
      List<Challenge> rows = rows(proofs);
      current.acme().publish(rows, PROOF);
      follower.wake();
      // An authority that looks too early ends the order, and counts a failure against the names.
      long begin = System.nanoTime();
      while (!follower.shows(rows)) {
        if (System.nanoTime() - begin > SHOWN.toNanos()) {
          throw new IOException("this gateway does not show the proofs of " + names(proofs)
              + " after " + SHOWN.toSeconds() + " s; the authority was not asked to check them");
        }
        Thread.sleep(PAUSE_MILLIS);
      }
      // The authority may reach any node.
      if (current.nodes().look().nodes().size() > 1) {
        Thread.sleep(VISIBLE.toMillis());
      }
    }

    @Override
    public void withdraw(List<Proof> proofs) {
      try {
        store.get().acme().withdraw(rows(proofs));
        follower.wake();
      } catch (StoreException e) {
        LOG.debug("acme: proofs stay in the store until their end", e);
      }
    }

    private static List<String> names(List<Proof> proofs) {
      return proofs.stream().map(Proof::name).toList();
    }

    private List<Challenge> rows(List<Proof> proofs) {
      return proofs.stream()
          .map(proof ->
              new Challenge(proof.kind().token(), proof.name(), proof.token(), proof.value()))
          .toList();
    }
  }

  /** Interrupts an order, and ends the thread. */
  @Override
  public void close() {
    isClosed = true;
    CertificateFollower.stop(thread);
  }
}
