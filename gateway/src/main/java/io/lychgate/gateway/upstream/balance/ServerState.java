package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The state of one server of one upstream, shared by all event loops. It outlives a reload: a server that has just failed is still
 * ejected under the new configuration. Any thread.
 */
public final class ServerState {
  /** Nanoseconds for which a server that refused a connection is skipped if other servers work. */
  public static final long EJECTION_NANOS = 1_000_000_000L;

  /** The value of {@link #servingSinceNanos} of a server that is no newer than its upstream. */
  public static final long ALWAYS = Long.MIN_VALUE;

  /** The value of a server that was never ejected. */
  private static final long NEVER = 0;

  /** The weight of the latest response in the moving average of latency is one eighth, as for round trips in RFC 6298. */
  private static final int LATENCY_WEIGHT = 8;

  private final String server;
  private final AtomicInteger inFlight = new AtomicInteger();

  /** Requests in progress of all servers of the upstream. */
  private final AtomicInteger allInFlight;

  private final Runnable intakeChanged;
  private final LongAdder requests = new LongAdder();
  private final Map<ServerFailure, LongAdder> failures = new EnumMap<>(ServerFailure.class);
  private final LongAdder ejections = new LongAdder();
  private volatile long ejectedUntilNanos = NEVER;
  private volatile long latencyNanos;
  private volatile String reason = "";
  private volatile Instant since = Instant.now();
  private volatile @Nullable ServerOverride override;
  private volatile long servingSinceNanos = ALWAYS;

  /** @param server the id of its endpoint, shown in logs */
  public ServerState(String server) {
    this(server, new AtomicInteger(), () -> {});
  }

  /**
   * @param server the id of its endpoint, shown in logs
   * @param allInFlight requests in progress of all servers of the upstream
   * @param intakeChanged called after each change of {@link #intake} that is not only a matter of time
   */
  public ServerState(String server, AtomicInteger allInFlight, Runnable intakeChanged) {
    this.server = server;
    this.allInFlight = allInFlight;
    this.intakeChanged = intakeChanged;
    for (ServerFailure kind : ServerFailure.values()) {
      failures.put(kind, new LongAdder());
    }
  }

  /** Returns the id of its endpoint. A server of the configuration has its URL. */
  public String server() {
    return server;
  }

  /** Ejects the server for a second, because it accepted no connection. */
  public void connectFailed(ServerFailure kind, String why, long nowNanos) {
    count(kind);
    boolean isNew = !isEjected(nowNanos);
    long until = nowNanos + EJECTION_NANOS;
    ejectedUntilNanos = until == NEVER ? until + 1 : until;
    reason = why;
    if (isNew) {
      ejections.increment();
      since = Instant.now();
    }
  }

  /**
   * Reports the final response head of a request.
   *
   * @param nanos from the moment at which the server could receive the request; 0 if unknown
   */
  public void responded(int status, long nanos, long nowNanos) {
    if (status >= 500) {
      count(ServerFailure.STATUS);
    }
    if (nanos <= 0) {
      return;
    }
    long before = latencyNanos;
    latencyNanos = before == 0 ? nanos : before + (nanos - before) / LATENCY_WEIGHT;
  }

  /** Reports a request that the server took and did not complete. */
  public void failed(ServerFailure kind, String why, long nowNanos) {
    count(kind);
  }

  private void count(ServerFailure kind) {
    LongAdder number = failures.get(kind);
    if (number != null) {
      number.increment();
    }
  }

  /** Returns true if the server is to be skipped while there is another. */
  public boolean isEjected(long nowNanos) {
    long until = ejectedUntilNanos;
    return until != NEVER && until - nowNanos > 0;
  }

  /** Returns the requests that this server may take now. */
  public Intake intake(long nowNanos) {
    ServerOverride decision = override;
    if (decision != null && decision.kind() == ServerOverride.Kind.EJECT) {
      return Intake.NONE;
    }
    if (isEjected(nowNanos)) {
      return Intake.RESERVE;
    }
    return decision == null ? Intake.ALL : Intake.RETURNING;
  }

  /** Sets or removes the decision of an operator. */
  public void override(@Nullable ServerOverride decision) {
    override = decision;
    intakeChanged.run();
  }

  /** Begins the slow start of a server that joins its upstream or recovers. */
  public void serves(long nowNanos) {
    servingSinceNanos = nowNanos == ALWAYS ? nowNanos + 1 : nowNanos;
    intakeChanged.run();
  }

  /** Returns the moment since which the server takes requests, or {@link #ALWAYS}. */
  public long servingSinceNanos() {
    return servingSinceNanos;
  }

  /** Counts a request that has got a stream, or a connection that is being opened for it. */
  public void began() {
    inFlight.incrementAndGet();
    allInFlight.incrementAndGet();
    requests.increment();
  }

  public void ended() {
    inFlight.decrementAndGet();
    allInFlight.decrementAndGet();
  }

  /** Returns the number of requests in flight from all loops, tunnels included. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Returns the state for the operator. */
  public ServerView view(String upstream, Endpoint endpoint, long nowNanos) {
    Map<ServerFailure, Long> counts = new EnumMap<>(ServerFailure.class);
    failures.forEach((kind, number) -> {
      if (number.sum() > 0) {
        counts.put(kind, number.sum());
      }
    });
    return new ServerView(
        upstream,
        server,
        endpoint.server().toString(),
        endpoint.server().weight(),
        endpoint.server().priority(),
        endpoint.server().zone(),
        isEjected(nowNanos) ? ServerStatus.EJECTED : ServerStatus.UP,
        reason,
        since,
        inFlight.get(),
        requests.sum(),
        counts,
        latencyNanos == 0 ? null : Duration.ofNanos(latencyNanos),
        ejections.sum(),
        override);
  }
}
