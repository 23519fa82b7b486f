package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.StoreSource;
import io.lychgate.gateway.admin.seam.SystemReport;
import io.lychgate.gateway.admin.system.AuditSyslog;
import io.lychgate.gateway.config.AuditReceiver;
import io.lychgate.gateway.observe.log.AuditSender;
import io.lychgate.gateway.store.AuditForwards;
import io.lychgate.gateway.store.AuditForwards.Link;
import io.lychgate.gateway.store.AuditForwards.Progress;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends each new entry of the audit trail to a receiver of syslog messages. The store is the queue: a position says what the receiver
 * has, so that nothing is lost while it is away, and nothing is held in memory. One gateway of the store sends for all.
 *
 * <p>Syslog has no acknowledgements: bytes that the kernel took may never arrive. So an entry counts as received when the connection
 * has stayed open for some seconds after it. After a break, the entries since then are sent again: a receiver gets each entry at least
 * once, and its {@code id} shows a second copy.
 */
final class AuditForwarder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditForwarder.class);

  private static final Duration TURN = Duration.ofSeconds(1);
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final Duration RENEWAL = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** Time on an open connection after which an entry counts as received. */
  private static final Duration SETTLED = Duration.ofSeconds(3);

  /** Entries of one read. */
  private static final int BATCH = 200;

  /** Entries in a turn, so that a long trail leaves the database some rest. */
  private static final int MOST_IN_A_TURN = 5000;

  /** @param lost entries lost up to the position */
  private record Sent(long position, long lost, long nanoTime) {}

  private final AuditReceiver receiver;
  private final String target;
  private final String holder;
  private final StoreSource store;
  private final LongSupplier nanoTime;
  private final long turnMillis;
  private final AuditSyslog syslog = AuditSyslog.ofThisMachine();
  private final AtomicLong sent = new AtomicLong();
  private final Thread thread = new Thread(this::run, "lychgate-audit-forward");
  private final Object wake = new Object();
  private volatile boolean closing;
  private volatile @Nullable AuditSender connection;
  private volatile SystemReport.Forward state;
  private volatile @Nullable Instant failingSince;

  // Accessed by the thread only.
  private final Deque<Sent> unsettled = new ArrayDeque<>();
  private @Nullable Progress progress;
  private long newest;
  private long last;
  private long lost;
  private long heldAt;
  private long retryAt;
  private int failures;
  private String lastFailure = "";

  AuditForwarder(AuditReceiver receiver, String holder, StoreSource store) {
    this(receiver, holder, store, System::nanoTime, TURN);
  }

  AuditForwarder(
      AuditReceiver receiver,
      String holder,
      StoreSource store,
      LongSupplier nanoTime,
      Duration turn) {
    this.turnMillis = turn.toMillis();
    this.receiver = receiver;
    this.target = receiver.toString();
    this.holder = holder;
    this.store = store;
    this.nanoTime = nanoTime;
    this.retryAt = nanoTime.getAsLong();
    this.state = new SystemReport.Forward(target, "waiting", 0, 0, null);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  void bind(MeterRegistry registry) {
    FunctionCounter.builder("lychgate.audit.forward.entries", sent, AtomicLong::doubleValue)
        .register(registry);
    FunctionCounter.builder("lychgate.audit.forward.lost", this, it -> it.state.lost())
        .register(registry);
    Gauge.builder("lychgate.audit.forward.behind", this, it -> it.state.behind())
        .register(registry);
  }

  SystemReport.Forward state() {
    return state;
  }

  /** Returns the present outage of the receiver; null without one. */
  SystemReport.@Nullable Outage outage() {
    SystemReport.Forward now = state;
    Instant since = failingSince;
    String problem = now.problem();
    return since == null || problem == null
        ? null
        : new SystemReport.Outage(target, since, now.behind(), problem);
  }

  private void run() {
    while (!closing) {
      try {
        turn();
      } catch (StoreException e) {
        LOG.debug("audit trail: not forwarded, the store cannot be reached: {}", e.getMessage());
      } catch (RuntimeException | Error e) {
        // Also when the system has no more threads or memory: this thread is the only one that
        // forwards.
        if (failures == 0) {
          LOG.error("audit trail: not forwarded", e);
        }
        broken(e.toString());
      }
      synchronized (wake) {
        try {
          if (!closing) {
            wake.wait(turnMillis);
          }
        } catch (InterruptedException e) {
          return;
        }
      }
    }
    end();
  }

  private void turn() {
    Store open = store.store();
    if (open.standsInFor() != null) {
      return;
    }
    AuditForwards forwards = open.audit().forwards();
    newest = forwards.newest();
    Progress known = progress;
    if (known == null) {
      Optional<Progress> stored = forwards.progress(target);
      if (stored.isPresent() && stored.get().position() >= newest) {
        show("idle", stored.get(), null);
        return;
      }
      if (isPausing()) {
        // Another gateway may reach the receiver.
        stored.ifPresent(each -> show("failing", each, lastFailure));
        return;
      }
    } else if (known.position() >= newest && unsettled.isEmpty()) {
      // Another gateway may send from now on. A later connection shows whether the receiver is
      // still there.
      disconnect();
      progress = null;
      show("idle", known, null);
      return;
    }
    if (!isHolding(forwards)) {
      return;
    }
    settle(forwards);
    send(forwards);
    if (isPausing()) {
      forwards.release(target, holder);
    }
  }

  private boolean isPausing() {
    return failures > 0 && nanoTime.getAsLong() - retryAt < 0;
  }

  /** Returns true if this process may send. The lease is renewed before it ends. */
  private boolean isHolding(AuditForwards forwards) {
    long now = nanoTime.getAsLong();
    if (progress != null && now - heldAt < RENEWAL.toNanos()) {
      return true;
    }
    Optional<Progress> held = forwards.hold(target, holder, LEASE);
    if (held.isEmpty()) {
      disconnect();
      progress = null;
      forwards.progress(target).ifPresent(others -> show("idle", others, null));
      return false;
    }
    heldAt = now;
    if (progress == null) {
      progress = held.get();
      last = held.get().position();
      lost = held.get().lost();
      unsettled.clear();
    }
    return true;
  }

  private void settle(AuditForwards forwards) {
    AuditSender open = connection;
    if (open == null || unsettled.isEmpty()) {
      return;
    }
    if (!open.isOpen()) {
      broken("the receiver has closed the connection");
      return;
    }
    long now = nanoTime.getAsLong();
    Sent received = null;
    for (Sent each : unsettled) {
      if (now - each.nanoTime() >= SETTLED.toNanos()) {
        received = each;
      }
    }
    if (received != null) {
      advance(forwards, received);
    }
  }

  private void advance(AuditForwards forwards, Sent received) {
    Progress next = new Progress(received.position(), received.lost());
    if (!forwards.advance(target, holder, next)) {
      disconnect();
      progress = null;
      return;
    }
    progress = next;
    unsettled.removeIf(each -> each.position() <= received.position());
    if (failures > 0) {
      // Not earlier: a receiver may close each connection after the first entries.
      failures = 0;
      LOG.info("audit trail: {} gets entries again, up to position {}", target, next.position());
    }
  }

  private void send(AuditForwards forwards) {
    Progress known = progress;
    if (known == null || isPausing()) {
      return;
    }
    try {
      long end = last + MOST_IN_A_TURN;
      while (last < newest && last < end && !closing) {
        long removed = forwards.removed();
        if (removed > last) {
          lost += removed - last;
          last = removed;
        }
        List<Link> links = forwards.after(last, BATCH);
        if (links.isEmpty()) {
          break;
        }
        AuditSender to = connected();
        for (Link link : links) {
          if (!to.send(syslog.line(link.entry()))) {
            lost++;
          }
          sent.incrementAndGet();
          last = link.position();
        }
        unsettled.addLast(new Sent(last, lost, nanoTime.getAsLong()));
      }
      Progress now = new Progress(known.position(), lost);
      if (failures == 0) {
        show("sending", now, null);
      } else {
        show("failing", now, lastFailure);
      }
    } catch (IOException e) {
      broken(Objects.requireNonNullElse(e.getMessage(), e.toString()));
    }
  }

  private AuditSender connected() throws IOException {
    AuditSender open = connection;
    if (open == null) {
      open = AuditSender.open(receiver);
      connection = open;
    }
    return open;
  }

  /** The entries that may not have arrived are sent again: by this gateway after a pause, or earlier by another one. */
  private void broken(String why) {
    disconnect();
    failures++;
    lastFailure = why;
    long seconds = Math.min(1L << Math.min(failures - 1, 5), LONGEST_PAUSE.toSeconds());
    retryAt = nanoTime.getAsLong() + Duration.ofSeconds(seconds).toNanos();
    if (failures == 1) {
      LOG.warn("audit trail: {} cannot be reached, entries wait in the store: {}", target, why);
    }
    Progress known = progress;
    if (known != null) {
      progress = null;
      show("failing", known, why);
    }
  }

  private void show(String word, Progress known, @Nullable String why) {
    if (why == null) {
      failingSince = null;
    } else if (failingSince == null) {
      failingSince = Instant.ofEpochMilli(store.store().clock().millis());
    }
    state = new SystemReport.Forward(
        target, word, Math.max(0, newest - known.position()), known.lost(), why);
  }

  private void disconnect() {
    unsettled.clear();
    AuditSender open = connection;
    connection = null;
    if (open != null) {
      open.close();
    }
  }

  private void end() {
    try {
      AuditForwards forwards = store.store().audit().forwards();
      if (progress != null) {
        AuditSender open = connection;
        if (open != null && !unsettled.isEmpty() && open.finish()) {
          advance(forwards, unsettled.getLast());
        }
        forwards.release(target, holder);
      }
    } catch (StoreException e) {
      LOG.debug("audit trail: the lease ends by itself", e);
    } finally {
      disconnect();
    }
  }

  @Override
  public void close() {
    closing = true;
    synchronized (wake) {
      wake.notifyAll();
    }
    try {
      thread.join(2000);
      if (thread.isAlive()) {
        // A write may wait for the receiver.
        AuditSender open = connection;
        if (open != null) {
          open.close();
        }
        thread.join(2000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.interrupt();
  }
}
