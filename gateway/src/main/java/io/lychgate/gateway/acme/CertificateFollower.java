package io.lychgate.gateway.acme;

import io.lychgate.gateway.acme.CertificateOrders.Held;
import io.lychgate.gateway.acme.CertificateOrders.Kind;
import io.lychgate.gateway.config.pem.Lifetime;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.store.AcmeStore.Challenge;
import io.lychgate.gateway.store.AcmeStore.Row;
import io.lychgate.gateway.store.KeySeal;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import java.io.IOException;
import java.security.GeneralSecurityException;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the certificates that the store has for the wanted names, and shows the proofs of its orders. Each gateway of a store follows
 * its table each second, and one of them takes the lease of the orders.
 */
final class CertificateFollower implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateFollower.class);

  /** Interval at which each node looks for changes: a proof is visible on all nodes after it. */
  static final Duration LOOK = Duration.ofSeconds(1);

  /** Time that the orders stay with a node that no longer responds. */
  private static final Duration LEASE = Duration.ofSeconds(30);

  private static final long CLOSE_MILLIS = 2000;

  /** A row with its certificate, read. */
  record Loaded(Row row, @Nullable PemIdentity identity) {}

  private final Supplier<Store> store;
  private final String node;
  private final CertificateOrders.Listening listening;
  private final InstantSource clock;
  private final Runnable wakeOrders;
  private final ShownProofs shownProofs;

  /** Guarded by this. */
  private final Placeholder placeholder;

  private final Thread thread = new Thread(this::run, "lychgate-acme");
  private final Semaphore wakes = new Semaphore(0);

  private volatile boolean isClosed;
  private volatile @Nullable WantedCertificates wanted;
  private volatile Map<String, Loaded> loaded = Map.of();
  private volatile List<Held> held = List.of();
  private volatile boolean isLeader;

  // Guarded by this.
  private long seen = -1;
  private @Nullable Store listened;
  private boolean isAway;
  private boolean isBroken;

  /** False while listeners may lack some of {@link #held}: the next look tries again. */
  private boolean isAdopted = true;

  private Instant leadUntil = Instant.EPOCH;

  /** The configuration for which {@link #held} was made. */
  private @Nullable WantedCertificates shownFor;

  /**
   * @param node an id of this process: no other one of the store has it
   * @param wakeOrders called when there may be something to order
   */
  CertificateFollower(
      Supplier<Store> store,
      String node,
      CertificateOrders.Listening listening,
      InstantSource clock,
      Runnable wakeOrders) {
    this.store = store;
    this.node = node;
    this.listening = listening;
    this.clock = clock;
    this.wakeOrders = wakeOrders;
    this.shownProofs = new ShownProofs(listening);
    this.placeholder = new Placeholder(clock);
    thread.setDaemon(true);
  }

  /** Serves what the store has for these names; null for none. Blocks while the store is read. */
  synchronized void follow(@Nullable WantedCertificates next) {
    wanted = next;
    look();
    if (next != null && thread.getState() == Thread.State.NEW) {
      thread.start();
    }
  }

  /** Returns the certificates that are wanted; null if none are ordered. */
  @Nullable
  WantedCertificates wanted() {
    return wanted;
  }

  /** Returns true if this node orders for all. */
  boolean isLeader() {
    return isLeader;
  }

  /** Returns the certificates to serve, and a placeholder for names without one. Never empty while some are configured. */
  List<Held> inUse() {
    return held;
  }

  /** Returns what was loaded for a group of names; null if the store has nothing. */
  @Nullable
  Loaded loaded(String id) {
    return loaded.get(id);
  }

  /** Returns true if the certificate of the row is in use. */
  boolean isServed(Row row) {
    Loaded known = loaded.get(row.id());
    PemIdentity identity = known == null ? null : known.identity();
    return identity != null && held.stream().anyMatch(each -> each.identity().equals(identity));
  }

  /** Returns true if the listeners of this node show these proofs. */
  boolean shows(Collection<Challenge> proofs) {
    return shownProofs.haveAll(proofs);
  }

  /** Looks at the store soon. */
  void wake() {
    wakes.release();
  }

  private void run() {
    while (!isClosed) {
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
  synchronized void look() {
    WantedCertificates now = wanted;
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
  private void placeholderOnly(@Nullable WantedCertificates now) {
    if (now != null && held.isEmpty()) {
      try {
        adopt(List.of(placeholder(now.names(), now.directory())));
      } catch (IOException | GeneralSecurityException e) {
        LOG.error("acme: no placeholder", e);
      }
    }
  }

  private void load(WantedCertificates now, Store current)
      throws IOException, GeneralSecurityException {
    String directory = now.directory();
    Map<String, Row> rows = new HashMap<>();
    current.acme().certificates(directory).forEach(row -> rows.put(row.id(), row));
    KeySeal seal = now.seal(current);
    Map<String, Loaded> next = new LinkedHashMap<>();
    List<Held> serve = new ArrayList<>();
    Set<String> missing = new HashSet<>();
    for (OrderedNames group : now.groups()) {
      Row row = rows.remove(group.id());
      Loaded known = row == null ? null : read(now, row, seal);
      if (known != null) {
        next.put(group.id(), known);
      }
      PemIdentity identity = known == null ? null : known.identity();
      if (identity != null) {
        serve.add(new Held(identity, Kind.ISSUED, directory));
      } else {
        missing.addAll(group.names());
      }
    }
    for (Loaded former : formerOf(now, missing, rows.values(), seal)) {
      next.put(former.row().id(), former);
      PemIdentity identity = former.identity();
      if (identity != null && missing.removeAll(former.row().names())) {
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
    wakeOrders.run();
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
      WantedCertificates now, Set<String> names, Collection<Row> others, KeySeal seal) {
    List<Loaded> former = new ArrayList<>();
    for (Row row : others) {
      if (row.chain() != null && row.names().stream().anyMatch(names::contains)) {
        Loaded known = read(now, row, seal);
        if (known.identity() != null && !lifetime(known.identity()).hasEnded(clock.instant())) {
          former.add(known);
        }
      }
    }
    former.sort(Comparator.comparing(CertificateFollower::end).reversed());
    return former;
  }

  private static Instant end(Loaded known) {
    PemIdentity identity = known.identity();
    return identity == null ? Instant.MIN : lifetime(identity).end();
  }

  private static Lifetime lifetime(PemIdentity identity) {
    return Lifetime.of(identity.chain());
  }

  private Loaded read(WantedCertificates now, Row row, KeySeal seal) {
    Loaded before = loaded.get(row.id());
    boolean isSame = before != null
        && Objects.equals(before.row().sealed(), row.sealed())
        && Objects.equals(before.row().chain(), row.chain());
    return new Loaded(row, before != null && isSame ? before.identity() : open(now, row, seal));
  }

  private @Nullable PemIdentity open(WantedCertificates now, Row row, KeySeal seal) {
    String chain = row.chain();
    String sealed = row.sealed();
    if (chain == null || sealed == null) {
      return null;
    }
    try {
      return PemIdentity.parse(chain, seal.open(now.ownerOf(row.id()), sealed));
    } catch (GeneralSecurityException e) {
      LOG.error(
          "acme: the key of {} in the store cannot be opened, because acme.encryptionKey has changed or the row is damaged; the certificate is ordered again",
          row.names());
      return null;
    }
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
        wakeOrders.run();
      }
    }
  }

  /** Interrupts a thread of orders, and waits a little for its end. */
  static void stop(Thread thread) {
    thread.interrupt();
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the thread, and the lease of this node. */
  @Override
  public void close() {
    isClosed = true;
    stop(thread);
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
