package io.lychgate.gateway.acme;

import io.lychgate.gateway.acme.Authority.Proof;
import io.lychgate.gateway.config.AcmeConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.pem.ChainCheck;
import io.lychgate.gateway.config.pem.Lifetime;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.store.AcmeStore.Challenge;
import io.lychgate.gateway.store.AcmeStore.Row;
import io.lychgate.gateway.store.KeySeal;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shredzone.acme4j.exception.AcmeException;
import org.shredzone.acme4j.exception.AcmeRateLimitedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificates of the sites, ordered from an authority and renewed. All gateways of a store follow its table each second; the one
 * with the lease orders. A certificate stays in use while its renewal fails, and a self-signed one serves names that have none.
 */
public final class CertificateOrders implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateOrders.class);

  /** Interval at which each node looks for changes: a proof is visible on all nodes after it. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Time that the orders stay with a node that no longer responds. */
  private static final Duration LEASE = Duration.ofSeconds(30);

  /** Time until all nodes have loaded a proof, with a margin of one look. */
  private static final Duration VISIBLE = LOOK.multipliedBy(2).plusMillis(500);

  /** Lifetime of a proof in the store: longer than the check of an order takes. */
  private static final Duration PROOF = Duration.ofMinutes(30);

  /** Interval of the look for the advice of the authority, unless it names another one. */
  private static final Duration ADVICE = Duration.ofHours(6);

  /** The longest rest of the orders: a clock may have been set. */
  private static final Duration LONGEST_REST = Duration.ofMinutes(10);

  private static final long PAUSE_MILLIS = 20;

  private static final String SECRET = "acme-keys";
  private static final String SEALED_KEYS = "lychgate acme private keys";
  private static final int MAX_ERROR = 1000;
  private static final long CLOSE_MILLIS = 2000;

  /** The seam to the data path. */
  public interface Listening {
    /** Sets the responses to HTTP-01, by token. */
    void httpProofs(Map<String, String> authorizations);

    /** Sets the certificates of TLS-ALPN-01, by name. */
    void alpnProofs(Map<String, PemIdentity> certificates) throws IOException;

    /** Serves the present certificates from the next handshakes on. */
    void certificatesChanged() throws IOException;
  }

  /** A certificate to serve. */
  public record Held(PemIdentity identity, Kind kind, String directory) {}

  /** The origin of a certificate. */
  public enum Kind {
    ISSUED,
    /** Self-signed, for names that have none yet. */
    PLACEHOLDER,
    /** Self-signed, for a listener that would have none at all. */
    LAST_RESORT
  }

  /**
   * The state of the certificate of one group of names.
   *
   * @param state valid, waiting, ordering or failed
   */
  public record State(
      List<String> names,
      String state,
      @Nullable Instant end,
      @Nullable Instant renewAt,
      @Nullable String error,
      @Nullable Instant failedAt) {}

  /**
   * The certificates that a configuration demands.
   *
   * @param number counts the configurations
   */
  private record Wanted(long number, AcmeConfig config, List<OrderedNames> groups) {
    boolean isAs(@Nullable Wanted other) {
      return other != null && number == other.number;
    }
  }

  /** A row with its certificate, read. */
  private record Loaded(Row row, @Nullable PemIdentity identity) {}

  private final Supplier<Store> store;
  private final String node;
  private final Listening listening;
  private final InstantSource clock;
  private final ShownProofs shownProofs;

  /** Guarded by this. */
  private final Placeholder placeholder;

  private final SecureRandom random = new SecureRandom();
  private final Thread follower = new Thread(this::follow, "lychgate-acme");
  private final Thread orderer = new Thread(this::orderAll, "lychgate-acme-orders");
  private final Semaphore wakes = new Semaphore(0);
  private final Semaphore orderWakes = new Semaphore(0);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicLong issued = new AtomicLong();
  private final AtomicLong failed = new AtomicLong();

  private volatile @Nullable Wanted wanted;
  private volatile Map<String, Loaded> loaded = Map.of();
  private volatile List<Held> held = List.of();

  /** The last configuration that the listeners have. */
  private volatile long applied;

  private volatile boolean isLeader;
  private volatile @Nullable String ordering;

  // Guarded by this.
  private long configurations;
  private long seen = -1;
  private @Nullable Store listened;
  private boolean isAway;
  private boolean isBroken;

  /** False while listeners may lack some of {@link #held}: the next look tries again. */
  private boolean isAdopted = true;

  private Instant leadUntil = Instant.EPOCH;

  /** The configuration for which {@link #held} was made. */
  private @Nullable Wanted shownFor;

  // Orderer only.
  private final Map<String, Instant> adviceAt = new HashMap<>();
  private final OrderPace pace = new OrderPace(random);
  private @Nullable Wanted attended;
  private @Nullable Authority authority;
  private @Nullable AcmeConfig signedIn;

  /** @param node an id of this process: no other one of the store has it */
  public CertificateOrders(
      Supplier<Store> store, String node, Listening listening, InstantSource clock) {
    this.store = store;
    this.node = node;
    this.listening = listening;
    this.clock = clock;
    this.shownProofs = new ShownProofs(listening);
    this.placeholder = new Placeholder(clock);
    follower.setDaemon(true);
    orderer.setDaemon(true);
  }

  /**
   * Follows a configuration: loads what the store has for it. Blocks while the store is read. After {@link #listenersAreReady}, the rest is
   * ordered.
   *
   * @param isCovered true for names of certificates in files
   */
  public synchronized void follow(GatewayConfig config, Predicate<String> isCovered) {
    AcmeConfig acme = config.acme();
    boolean isUsed = acme != null
        && config.listeners().stream()
            .anyMatch(listener -> listener.tls() != null && listener.tls().acme());
    if (acme == null || !isUsed) {
      wanted = null;
      look();
      return;
    }
    List<OrderedNames> groups = OrderedNames.of(config.sites(), acme.challenge(), isCovered);
    OrderedNames.wildcardsWithoutDns(config.sites(), acme.challenge(), isCovered)
        .forEach(name -> LOG.warn(
            "acme: {} gets no certificate: wildcards need challenge dns-01, got {}",
            name,
            acme.challenge().token()));
    wanted = new Wanted(++configurations, acme, groups);
    look();
    if (follower.getState() == Thread.State.NEW) {
      follower.start();
      orderer.start();
    }
  }

  /** Begins the orders of the configuration that is followed: an authority reaches its listeners now. */
  public synchronized void listenersAreReady() {
    applied = configurations;
    orderWakes.release();
  }

  /** Returns the certificates to serve, and a placeholder for names without one. Never empty while some are configured. */
  public List<Held> inUse() {
    return held;
  }

  /** Returns the state of each group of names; null if no certificates are ordered. */
  public @Nullable List<State> states() {
    Wanted now = wanted;
    if (now == null) {
      return null;
    }
    List<State> states = new ArrayList<>();
    for (OrderedNames group : now.groups) {
      Loaded known = loaded.get(group.id());
      Row row = known == null ? null : known.row;
      PemIdentity identity = known == null ? null : known.identity;
      states.add(new State(
          group.names(),
          state(group, row, identity),
          identity == null ? null : Lifetime.of(identity.chain()).end(),
          row == null ? null : row.renewAt(),
          row == null ? null : row.error(),
          row == null ? null : row.failedAt()));
    }
    return states;
  }

  private String state(OrderedNames group, @Nullable Row row, @Nullable PemIdentity identity) {
    if (group.id().equals(ordering)) {
      return "ordering";
    }
    if (row != null && row.error() != null) {
      return "failed";
    }
    return identity == null ? "waiting" : "valid";
  }

  /** Returns the configuration in use; null if no certificates are ordered. */
  public @Nullable AcmeConfig config() {
    Wanted now = wanted;
    return now == null ? null : now.config;
  }

  /** Returns true if this node orders for all. */
  public boolean isLeader() {
    return isLeader;
  }

  /** Returns the number of certificates that this node has got since its start. */
  public long issuedCount() {
    return issued.get();
  }

  /** Returns the number of orders of this node that failed since its start. */
  public long failedCount() {
    return failed.get();
  }

  /** Returns the number of groups of names whose last order failed, on any node. */
  public long failing() {
    List<State> states = states();
    return states == null
        ? 0
        : states.stream().filter(each -> each.error() != null).count();
  }

  // The follower.

  private void follow() {
    while (closed.getCount() > 0) {
      look();
      try {
        var unused = wakes.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        wakes.drainPermits();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Loads what has changed in the store, and takes the lease. */
  private synchronized void look() {
    Wanted now = wanted;
    try {
      if (now == null) {
        rest();
        return;
      }
      Store current = store.get();
      if (current != listened) {
        listened = current;
        seen = -1;
      }
      // First: a failure to load must not cost the lease.
      lead(current);
      isAway = false;
      long changes = current.acme().changes();
      if (changes != seen || !now.isAs(shownFor) || !isAdopted) {
        load(now, current);
        seen = changes;
      }
      if (isBroken) {
        isBroken = false;
        LOG.info("acme: the certificates are loaded again");
      }
    } catch (StoreException e) {
      isLeader = false;
      if (!isAway) {
        isAway = true;
        LOG.warn("acme: the store can't be used; the last certificates stay: {}", e.getMessage());
      }
      placeholderOnly(now);
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      if (!isBroken) {
        isBroken = true;
        LOG.error(
            "acme: the certificates cannot be loaded; the last ones stay, and the gateway tries again each second",
            e);
      }
    }
  }

  private void rest() throws IOException {
    if (shownFor != null) {
      shownFor = null;
      held = List.of();
      loaded = Map.of();
      seen = -1;
      shownProofs.show(List.of());
      if (isLeader) {
        isLeader = false;
        store.get().acme().release(node);
      }
    }
  }

  /** A start without the store serves a placeholder until it is there. */
  private void placeholderOnly(@Nullable Wanted now) {
    if (now != null && held.isEmpty()) {
      try {
        adopt(List.of(placeholder(names(now.groups), now.config.directory().toString())));
      } catch (IOException | GeneralSecurityException e) {
        LOG.error("acme: no placeholder", e);
      }
    }
  }

  private void load(Wanted now, Store current) throws IOException, GeneralSecurityException {
    String directory = now.config.directory().toString();
    Map<String, Row> rows = new HashMap<>();
    current.acme().certificates(directory).forEach(row -> rows.put(row.id(), row));
    KeySeal seal = seal(now.config, current);
    Map<String, Loaded> next = new LinkedHashMap<>();
    List<Held> serve = new ArrayList<>();
    Set<String> missing = new HashSet<>();
    for (OrderedNames group : now.groups) {
      Row row = rows.remove(group.id());
      Loaded known = row == null ? null : read(directory, row, seal);
      if (known != null) {
        next.put(group.id(), known);
      }
      if (known != null && known.identity != null) {
        serve.add(new Held(known.identity, Kind.ISSUED, directory));
      } else {
        missing.addAll(group.names());
      }
    }
    for (Loaded former : formerOf(missing, rows.values(), directory, seal)) {
      next.put(former.row.id(), former);
      PemIdentity identity = former.identity;
      if (identity != null && missing.removeAll(former.row.names())) {
        serve.add(new Held(identity, Kind.ISSUED, directory));
      }
    }
    if (serve.isEmpty() || !missing.isEmpty()) {
      serve.add(placeholder(missing, directory));
    }
    loaded = next;
    shownFor = now;
    // Proofs come first: they need no listener that reads its files.
    shownProofs.show(current.acme().challenges());
    if (!serve.equals(held) || !isAdopted) {
      adopt(serve);
    }
    orderWakes.release();
  }

  private void adopt(List<Held> serve) throws IOException {
    isAdopted = false;
    held = List.copyOf(serve);
    listening.certificatesChanged();
    isAdopted = true;
  }

  /**
   * Returns the certificates of other groups that have some of these names, the one with the latest end first. A site with a new or a removed
   * host is another group. Its names keep their certificate until the one of the new group is issued.
   */
  private List<Loaded> formerOf(
      Set<String> names, Collection<Row> others, String directory, KeySeal seal) {
    List<Loaded> former = new ArrayList<>();
    for (Row row : others) {
      if (row.chain() != null && row.names().stream().anyMatch(names::contains)) {
        Loaded known = read(directory, row, seal);
        if (known.identity != null && !lifetime(known.identity).hasEnded(clock.instant())) {
          former.add(known);
        }
      }
    }
    former.sort(Comparator.comparing(CertificateOrders::end).reversed());
    return former;
  }

  private static Instant end(Loaded known) {
    PemIdentity identity = known.identity;
    return identity == null ? Instant.MIN : lifetime(identity).end();
  }

  private static Lifetime lifetime(PemIdentity identity) {
    return Lifetime.of(identity.chain());
  }

  private Loaded read(String directory, Row row, KeySeal seal) {
    Loaded before = loaded.get(row.id());
    boolean isSame = before != null
        && Objects.equals(before.row.sealed(), row.sealed())
        && Objects.equals(before.row.chain(), row.chain());
    return new Loaded(row, before != null && isSame ? before.identity : open(directory, row, seal));
  }

  private @Nullable PemIdentity open(String directory, Row row, KeySeal seal) {
    String chain = row.chain();
    String sealed = row.sealed();
    if (chain == null || sealed == null) {
      return null;
    }
    try {
      return PemIdentity.parse(chain, seal.open(ownerOf(directory, row.id()), sealed));
    } catch (GeneralSecurityException e) {
      LOG.error(
          "acme: the key of {} in the store cannot be opened, because acme.encryptionKey has changed or the row is damaged; the certificate is ordered again",
          row.names());
      return null;
    }
  }

  private static KeySeal seal(AcmeConfig config, Store store) {
    Secret own = config.encryptionKey();
    return new KeySeal(
        own == null
            ? store.secrets().lasting(SECRET)
            : own.reveal().getBytes(StandardCharsets.UTF_8),
        SEALED_KEYS);
  }

  private static Set<String> names(List<OrderedNames> groups) {
    Set<String> names = new HashSet<>();
    groups.forEach(group -> names.addAll(group.names()));
    return names;
  }

  private Held placeholder(Set<String> missing, String directory) throws GeneralSecurityException {
    Kind kind = missing.isEmpty() ? Kind.LAST_RESORT : Kind.PLACEHOLDER;
    return new Held(placeholder.of(missing), kind, directory);
  }

  private void lead(Store current) {
    Instant now = clock.instant();
    if (isLeader && now.isBefore(leadUntil.minus(LEASE.dividedBy(2)))) {
      return;
    }
    boolean before = isLeader;
    isLeader = current.acme().lead(node, LEASE);
    if (isLeader) {
      leadUntil = now.plus(LEASE);
      if (!before) {
        orderWakes.release();
      }
    }
  }

  // The orderer.

  private void orderAll() {
    while (closed.getCount() > 0) {
      Duration pause = LONGEST_REST;
      try {
        Wanted now = wanted;
        if (now != null && isLeader && now.number <= applied) {
          pause = Duration.between(clock.instant(), attendAll(now));
        }
      } catch (InterruptedException e) {
        return;
      } catch (StoreException e) {
        LOG.debug("acme: the store can't be used", e);
        pause = LOOK;
      } catch (RuntimeException e) {
        LOG.error("acme: not ordered", e);
      }
      try {
        long millis =
            Math.max(LOOK.toMillis(), Math.min(pause.toMillis(), LONGEST_REST.toMillis()));
        var unused = orderWakes.tryAcquire(millis, TimeUnit.MILLISECONDS);
        orderWakes.drainPermits();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Attends to each group of names. Returns the time at which one of them is due. */
  private Instant attendAll(Wanted now) throws InterruptedException {
    String directory = now.config.directory().toString();
    Map<String, Row> rows = new HashMap<>();
    store.get().acme().certificates(directory).forEach(row -> rows.put(row.id(), row));
    Wanted before = attended;
    attended = now;
    if (!now.isAs(before)) {
      // After a reload, the advice of the authority is asked for again.
      adviceAt.clear();
    }
    boolean isRetried =
        before != null && !(before.config.equals(now.config) && before.groups.equals(now.groups));
    Instant next = clock.instant().plus(LONGEST_REST);
    for (OrderedNames group : now.groups) {
      if (closed.getCount() == 0 || !isLeader || !now.isAs(wanted)) {
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
  private Instant attend(Wanted now, OrderedNames group, @Nullable Row row, boolean isRetried)
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
    Loaded known = loaded.get(row.id());
    if (known != null && Objects.equals(known.row.chain(), row.chain())) {
      return known.identity;
    }
    try {
      // The follower has not read the row yet.
      look();
      known = loaded.get(row.id());
      return known == null ? null : known.identity;
    } catch (StoreException e) {
      return null;
    }
  }

  /** Asks for the window of the renewal, and keeps the time chosen in it. Returns the time of the next look or order. */
  private Instant advise(Wanted now, Row row, PemIdentity identity, Instant time) {
    Instant due = adviceAt.get(row.id());
    if (due != null && due.isAfter(time)) {
      return earlier(due, row.renewAt());
    }
    Instant next = time.plus(ADVICE);
    Instant chosen = row.renewAt();
    try {
      Authority.Advice advice = signIn(now.config).advice(identity.chain().get(0), time, ADVICE);
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
      Wanted now, OrderedNames group, @Nullable Row row, @Nullable PemIdentity identity)
      throws InterruptedException {
    ordering = group.id();
    try {
      LOG.info(
          "acme: ordering a certificate for {} from {}", group.names(), now.config.directory());
      Authority.Issued result = signIn(now.config)
          .order(
              group.names(),
              now.config.challenge(),
              now.config.keyType(),
              identity == null ? null : identity.chain().get(0),
              prover(now.config));
      Row kept = accept(now, group, result);
      issued.incrementAndGet();
      // At once: the authority may advise another time than two thirds of the lifetime.
      return clock.instant().isBefore(kept.renewAt()) ? clock.instant() : kept.renewAt();
    } catch (AcmeException | IOException | GeneralSecurityException | RuntimeException e) {
      authority = null;
      return closed.getCount() > 0 ? refuse(now, group, row, e) : clock.instant();
    } finally {
      ordering = null;
    }
  }

  private Authority signIn(AcmeConfig config)
      throws AcmeException, IOException, GeneralSecurityException {
    Authority known = authority;
    if (known == null || !config.equals(signedIn)) {
      known = Authority.signIn(config, accountKey(config));
      authority = known;
      signedIn = config;
    }
    return known;
  }

  private KeyPair accountKey(AcmeConfig config) throws IOException, GeneralSecurityException {
    if (config.accountKey() != null) {
      return PemKeys.read(config.accountKey());
    }
    Store current = store.get();
    KeySeal seal = seal(config, current);
    String directory = config.directory().toString();
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

  private Row accept(Wanted now, OrderedNames group, Authority.Issued result)
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
    KeySeal seal = seal(now.config, store.get());
    Row row = new Row(
        group.id(),
        group.names(),
        pem,
        seal.seal(ownerOf(now.config.directory().toString(), group.id()), key),
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

  private Instant refuse(Wanted now, OrderedNames group, @Nullable Row row, Exception problem) {
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

  private void keep(Wanted now, Row row) {
    store.get().acme().keep(now.config.directory().toString(), row);
    wakes.release();
  }

  private static String ownerOf(String directory, String id) {
    return directory + " " + id;
  }

  /**
   * Drops rows of names that no site has, at the time of their renewal: an operator may take a change back until then. A certificate that
   * stands in for another one stays.
   */
  private void dropOthers(Wanted now, Collection<Row> rows) {
    Set<String> ids = new HashSet<>();
    now.groups.forEach(group -> ids.add(group.id()));
    for (Row row : rows) {
      if (!ids.contains(row.id()) && row.renewAt().isBefore(clock.instant()) && !isServed(row)) {
        store.get().acme().drop(now.config.directory().toString(), row.id());
      }
    }
  }

  private boolean isServed(Row row) {
    Loaded known = loaded.get(row.id());
    PemIdentity identity = known == null ? null : known.identity;
    return identity != null && held.stream().anyMatch(each -> each.identity().equals(identity));
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
    public void prove(List<Proof> proofs) throws InterruptedException {
      Store current = store.get();
      List<Challenge> rows = rows(proofs);
      current.acme().publish(rows, PROOF);
      wakes.release();
      long end = System.nanoTime() + VISIBLE.toNanos();
      while (!shownProofs.haveAll(rows) && System.nanoTime() < end) {
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
        wakes.release();
      } catch (StoreException e) {
        LOG.debug("acme: proofs stay in the store until their end", e);
      }
    }

    private List<Challenge> rows(List<Proof> proofs) {
      return proofs.stream()
          .map(proof ->
              new Challenge(proof.kind().token(), proof.name(), proof.token(), proof.value()))
          .toList();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    wakes.release();
    orderWakes.release();
    orderer.interrupt();
    follower.interrupt();
    try {
      follower.join(CLOSE_MILLIS);
      orderer.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (isLeader) {
      isLeader = false;
      try {
        store.get().acme().release(node);
      } catch (StoreException e) {
        LOG.debug("acme: the lease ends by itself", e);
      }
    }
  }
}
