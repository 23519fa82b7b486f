package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.site.UpstreamHealthConfig;
import io.lychgate.gateway.config.site.UpstreamHealthConfig.Passive;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The health of the servers of one upstream together: the rules, the number of servers that may be ejected, and panic. It is the lock
 * of all state changes of its servers. They are rare, and no method holds the lock for longer than one look at each server. Any
 * thread.
 */
final class PoolHealth {
  private final StateLog log;
  private final Runnable intakeChanged;

  /** Requests in progress of all servers, also of those that have left the upstream. */
  private final AtomicInteger inFlight = new AtomicInteger();

  private final Map<EjectionCause, LongAdder> ejections = new EnumMap<>(EjectionCause.class);
  private volatile Passive rules = Passive.defaults();
  private volatile int panicPercent = Limits.UPSTREAM_PANIC;
  private volatile List<ServerState> servers = List.of();
  private volatile boolean panic;

  /** Nanoseconds from which a response counts as slow. */
  private volatile long slowNanos = Long.MAX_VALUE;

  // Only the thread that ticks uses these.
  private boolean isMeasured;
  private long windowNanos;

  /** @param intakeChanged called after each change of the requests that a server may take, on the thread of the change */
  PoolHealth(String upstream, Runnable intakeChanged) {
    this.log = new StateLog(upstream);
    this.intakeChanged = intakeChanged;
    for (EjectionCause cause : EjectionCause.values()) {
      ejections.put(cause, new LongAdder());
    }
  }

  /** The health of a server that belongs to no upstream. */
  static PoolHealth alone() {
    return new PoolHealth("-", () -> {});
  }

  AtomicInteger inFlight() {
    return inFlight;
  }

  Passive rules() {
    return rules;
  }

  long slowNanos() {
    return slowNanos;
  }

  /** Returns true if servers that are ejected for failed requests still get requests because too few others are usable. */
  boolean isPanic() {
    return panic;
  }

  int panicPercent() {
    return panicPercent;
  }

  StateLog log() {
    return log;
  }

  long ejections(EjectionCause cause) {
    LongAdder number = ejections.get(cause);
    return number == null ? 0 : number.sum();
  }

  /** Sets the rules. Ejections in force last on, unless there are to be none. */
  void configure(UpstreamHealthConfig config, long nowNanos) {
    rules = config.passive();
    panicPercent = config.panic();
    if (!config.passive().enabled()) {
      slowNanos = Long.MAX_VALUE;
      servers.forEach(server -> server.endEjection("passive health is off", nowNanos));
    }
    changed();
  }

  void servers(List<ServerState> present) {
    servers = List.copyOf(present);
    changed();
  }

  /** Returns true if one more server may be ejected. Guarded by this. */
  boolean mayEject(EjectionCause cause) {
    if (cause.isCertain()) {
      return true;
    }
    int ejected = 0;
    int usable = 0;
    for (ServerState server : servers) {
      ejected += server.hasEjection() ? 1 : 0;
      usable += server.isUsable() ? 1 : 0;
    }
    // The server that is to be ejected is one of the usable ones.
    return usable > 1 && (ejected + 1) * 100L <= (long) rules.maxEjected() * servers.size();
  }

  void ejected(EjectionCause cause) {
    LongAdder number = ejections.get(cause);
    if (number != null) {
      number.increment();
    }
  }

  /** Reports that a server takes other requests than before, although its state is the same. */
  void intakeChanged() {
    intakeChanged.run();
  }

  /** Follows a change of one of the servers. */
  void changed() {
    boolean isNew;
    String share;
    synchronized (this) {
      int usable = 0;
      int all = 0;
      boolean hasEjected = false;
      for (ServerState server : servers) {
        all += server.isDisabled() ? 0 : 1;
        usable += server.isUsable() ? 1 : 0;
        hasEjected |= server.isUsableInPanic();
      }
      boolean isBelow = hasEjected && usable * 100L < (long) panicPercent * all;
      isNew = isBelow != panic;
      panic = isBelow;
      share = usable + " of " + all + " servers usable";
    }
    if (isNew && panic) {
      log.warn(share, "fewer than " + panicPercent + " %: ejected ones get requests");
    } else if (isNew) {
      log.info(share, "ejected ones get no requests");
    }
    intakeChanged.run();
  }

  /**
   * Looks for servers that stall, fail or are slow, and for ejections that have ended. One thread calls it, several times a second.
   */
  void tick(long nowNanos) {
    Passive now = rules;
    List<ServerState> all = servers;
    if (!now.enabled()) {
      return;
    }
    long median = medianNanos(all);
    slowNanos = now.latency() == 0 || median == 0
        ? Long.MAX_VALUE
        : Math.max(now.latency() * median, Limits.SLOW_RESPONSE.toNanos());
    boolean isWindowOver = !isMeasured || nowNanos - windowNanos >= now.window().toNanos();
    ServerTrend.Pool pool = new ServerTrend.Pool(now, median, all);
    boolean isChanged = false;
    for (ServerState server : all) {
      isChanged |= server.trend().follow(server, pool, nowNanos);
    }
    if (isWindowOver) {
      isMeasured = true;
      windowNanos = nowNanos;
      all.forEach(server -> server.trend().beginWindow(server));
    }
    if (isChanged) {
      intakeChanged.run();
    }
  }

  /** Returns the lower median of the average latencies, in nanoseconds; 0 if no server has one. */
  private static long medianNanos(List<ServerState> servers) {
    long[] known = servers.stream()
        .mapToLong(ServerState::latencyNanos)
        .filter(nanos -> nanos > 0)
        .sorted()
        .toArray();
    return known.length == 0 ? 0 : known[(known.length - 1) / 2];
  }
}
