package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.site.UpstreamHealthConfig;
import io.lychgate.gateway.config.site.UpstreamHealthConfig.Passive;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The state of one server of one upstream, shared by all event loops. It outlives a reload: a server that has just failed is still
 * ejected under the new configuration. Any thread.
 *
 * <pre>
 *   UP --failed requests, no connection--> EJECTED --time over--> PROBING --response--> UP
 *                                             ^                      |
 *                                             +--- failure: twice the time ---+
 *   UP --checks fail--> DOWN --checks succeed--> UP, or what requests have made of it meanwhile
 * </pre>
 *
 * <p>Requests that succeed change counters only. State changes take the lock of the pool.
 */
public final class ServerState {
  /** Nanoseconds of the first ejection by default. */
  public static final long EJECTION_NANOS = Limits.MIN_EJECTION.toNanos();

  /** The value of {@link #servingSinceNanos} of a server that has served from the start. */
  public static final long ALWAYS = Long.MIN_VALUE;

  /** The value of a server that is not ejected. */
  private static final long NEVER = 0;

  /** The weight of the latest response in the moving average of latency is one eighth, as for round trips in RFC 6298. */
  private static final int LATENCY_WEIGHT = 8;

  /** Begins the reason of a server that takes requests again. */
  private static final String RECOVERED = "has recovered from: ";

  /** The most ejections that double the time. */
  private static final int MAX_DOUBLINGS = 20;

  private final String server;
  private final PoolHealth pool;
  private final ServerTrend trend = new ServerTrend();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger failuresInSuccession = new AtomicInteger();

  /** Responses in succession that were cut. They count apart from the failures above, whose succession a head ends. */
  private final AtomicInteger cutInSuccession = new AtomicInteger();

  private final LongAdder requests = new LongAdder();
  private final LongAdder timedRequests = new LongAdder();
  private final LongAdder responses = new LongAdder();
  private final LongAdder timedResponses = new LongAdder();
  private final LongAdder slowResponses = new LongAdder();
  private final Map<ServerFailure, LongAdder> failures = new EnumMap<>(ServerFailure.class);
  private final LongAdder ejections = new LongAdder();
  private volatile long latencyNanos;
  private volatile @Nullable ServerOverride override;

  // Written under the lock of the pool.
  private volatile long ejectedUntilNanos = NEVER;
  private volatile EjectionCause cause = EjectionCause.UNREACHABLE;
  private volatile boolean isDown;
  private volatile long servingSinceNanos = ALWAYS;
  private volatile String reason = "";
  private volatile Instant since = Instant.now();

  /** The stream of the request whose result ends the ejection; null if there is none. */
  private final AtomicReference<@Nullable Object> probe = new AtomicReference<>();

  // Guarded by the pool.
  private long ejectedAtNanos;
  private boolean wasEjected;
  private long returnedNanos;
  private int doublings;
  private int checksFailed;
  private int checksSucceeded;

  /** @param server the id of its endpoint, shown in logs */
  public ServerState(String server) {
    this(server, PoolHealth.alone());
  }

  ServerState(String server, PoolHealth pool) {
    this.server = server;
    this.pool = pool;
    for (ServerFailure kind : ServerFailure.values()) {
      failures.put(kind, new LongAdder());
    }
  }

  /** Returns the id of its endpoint. A server of the configuration has its URL. */
  public String server() {
    return server;
  }

  // Reports of requests.

  /**
   * Counts a request that has got a stream, or a connection that is being opened for it.
   *
   * @param stream identifies the request until {@link #ended}
   */
  public void began(Object stream) {
    inFlight.incrementAndGet();
    pool.inFlight().incrementAndGet();
    requests.increment();
    if (ejectedUntilNanos != NEVER && probe.compareAndSet(null, stream)) {
      pool.intakeChanged();
    }
  }

  /** Counts a request without a body besides: the time of its response is that of the server alone. */
  public void beganTimed() {
    timedRequests.increment();
  }

  public void ended(Object stream) {
    pool.inFlight().decrementAndGet();
    inFlight.decrementAndGet();
    if (probe.get() == stream && probe.compareAndSet(stream, null)) {
      // Its client has cancelled it. Another request may be the probe.
      pool.intakeChanged();
    }
  }

  /** Reports a server that accepted no connection. It is ejected at once. */
  public void connectFailed(ServerFailure kind, String why, long nowNanos) {
    count(kind);
    String text = withoutServer(why);
    if (pool.rules().enabled()) {
      eject(EjectionCause.UNREACHABLE, text, nowNanos);
    } else {
      reason = text;
    }
  }

  /** Returns a text that may begin with the id of the server without it. */
  private String withoutServer(String text) {
    int length = server.length();
    return text.startsWith(server) && text.startsWith(": ", length)
        ? text.substring(length + 2)
        : text;
  }

  /**
   * Reports the final response head of a request.
   *
   * @param nanos from the moment at which the server could receive the request; 0 if unknown
   */
  public void responded(int status, long nanos, long nowNanos) {
    responded("status", status, status, nanos, nowNanos);
  }

  /**
   * The same for a protocol with codes of its own.
   *
   * @param name name of the code
   * @param status status of HTTP with the same meaning
   */
  public void responded(String name, int code, int status, long nanos, long nowNanos) {
    boolean isSlow = countResponse(nanos);
    if (completed(name, code, status, nowNanos) && ejectedUntilNanos != NEVER) {
      respondedToProbe(status, isSlow, nanos, nowNanos);
    }
  }

  /**
   * Reports the response head of a call whose result comes with its end ({@link #completed}), as in gRPC. The call may be open for hours, so
   * the head alone ends an ejection.
   *
   * @param nanos from the moment at which the server could receive the request; 0 if unknown
   */
  public void respondedInPart(int status, long nanos, long nowNanos) {
    boolean isSlow = countResponse(nanos);
    if (ejectedUntilNanos != NEVER) {
      respondedToProbe(status, isSlow, nanos, nowNanos);
    }
  }

  /** Counts a response head. Returns true if it was slow. */
  private boolean countResponse(long nanos) {
    responses.increment();
    if (nanos <= 0) {
      return false;
    }
    timedResponses.increment();
    boolean isSlow = nanos > pool.slowNanos();
    if (isSlow) {
      slowResponses.increment();
    }
    long before = latencyNanos;
    latencyNanos = before == 0 ? nanos : before + (nanos - before) / LATENCY_WEIGHT;
    return isSlow;
  }

  /**
   * Reports the result of a request whose response head was reported in part.
   *
   * @param name name of the code
   * @param status status of HTTP with the same meaning
   * @return false if the request counts as failed
   */
  public boolean completed(String name, int code, int status, long nowNanos) {
    if (status >= 500) {
      count(ServerFailure.STATUS);
    }
    if (status >= 502 && status <= 504) {
      requestFailed(name + " " + code, nowNanos);
      return false;
    }
    if (failuresInSuccession.get() != 0) {
      failuresInSuccession.set(0);
    }
    return true;
  }

  /** Reports a request that the server took and did not complete. */
  public void failed(ServerFailure kind, String why, long nowNanos) {
    count(kind);
    requestFailed(withoutServer(why), nowNanos);
  }

  /** Reports that a response was cut after its head, which was reported. */
  public void cut(ServerFailure kind, String why, long nowNanos) {
    count(kind);
    requestFailed(cutInSuccession, withoutServer(why), nowNanos);
  }

  /** Reports the end of a response whose head was reported. */
  public void whole() {
    if (cutInSuccession.get() != 0) {
      cutInSuccession.set(0);
    }
  }

  private void requestFailed(String why, long nowNanos) {
    requestFailed(failuresInSuccession, why, nowNanos);
  }

  private void requestFailed(AtomicInteger succession, String why, long nowNanos) {
    Passive rules = pool.rules();
    int inSuccession = succession.incrementAndGet();
    if (!rules.enabled()) {
      return;
    }
    if (hasEjection()) {
      probeFailed(why, nowNanos);
    } else if (inSuccession % rules.failures() == 0) {
      eject(
          EjectionCause.FAILURES,
          inSuccession + " requests in succession failed, the last one with: " + why,
          nowNanos);
    }
  }

  private void count(ServerFailure kind) {
    LongAdder number = failures.get(kind);
    if (number != null) {
      number.increment();
    }
  }

  // Ejection.

  /** Ejects the server, or, once its ejection is over, for the next longer time. */
  void eject(EjectionCause why, String text, long nowNanos) {
    long nanos;
    synchronized (pool) {
      boolean isNew = !hasEjection();
      if (!isNew && !isEjectionOver(nowNanos)) {
        return;
      }
      if (isNew && !pool.mayEject(why)) {
        reason = text + "; not ejected, because too many servers would be";
        return;
      }
      Passive rules = pool.rules();
      int before = isNew ? doublingsLeft(rules, nowNanos) : doublings + 1;
      wasEjected = true;
      doublings = Math.min(before, MAX_DOUBLINGS);
      nanos = nanosOf(rules, doublings);
      long until = nowNanos + nanos;
      ejectedAtNanos = nowNanos;
      cause = why;
      ejectedUntilNanos = until == NEVER ? until + 1 : until;
      probe.set(null);
      failuresInSuccession.set(0);
      cutInSuccession.set(0);
      ejections.increment();
      pool.ejected(why);
      reason = text;
      since = Instant.now();
    }
    pool.log().warn(server, "ejected for " + ServerTrend.seconds(nanos) + ": " + text);
    pool.changed();
  }

  /**
   * Returns the doublings of an ejection that begins now. A server that has served for as long as its last ejection lasted is forgiven
   * one, and so on. So the time without a server stays a share of the time with it, also if it fails once a minute.
   */
  private int doublingsLeft(Passive rules, long nowNanos) {
    long served = nowNanos - returnedNanos;
    if (!wasEjected || served >= rules.maxEjection().toNanos()) {
      return 0;
    }
    long last = Math.min(rules.maxEjection().toNanos(), rules.minEjection().toNanos() << doublings);
    return (int) Math.max(0, doublings + 1 - served / last);
  }

  private static long nanosOf(Passive rules, int doublings) {
    long most = rules.maxEjection().toNanos();
    long least = rules.minEjection().toNanos();
    if (doublings == 0) {
      return least;
    }
    long nanos = least > most >> doublings ? most : least << doublings;
    // Servers that failed together return one after the other.
    return Math.min(most, nanos + ThreadLocalRandom.current().nextLong(nanos / 2 + 1));
  }

  private void respondedToProbe(int status, boolean isSlow, long nanos, long nowNanos) {
    boolean isOver = isEjectionOver(nowNanos);
    boolean isGood = switch (cause) {
      case ERROR_RATE -> status < 500;
      case LATENCY -> !isSlow;
      case UNREACHABLE, FAILURES, STALL -> true;
    };
    // While no other server is usable, an ejected one gets requests, which may show that it has
    // recovered.
    boolean isProbe = isOver
        || (cause.endsWithOneResponse() && nanos > 0 && nowNanos - nanos - ejectedAtNanos >= 0);
    if (isProbe && isGood) {
      endEjection("responded to a request", nowNanos);
    } else if (isProbe) {
      probeFailed(
          isSlow ? "the response took " + ServerTrend.seconds(nanos) : "status " + status,
          nowNanos);
    } else {
      probeEnded();
    }
  }

  /** Begins the next ejection, unless the request came before its time. */
  void probeFailed(String why, long nowNanos) {
    if (hasEjection() && isEjectionOver(nowNanos)) {
      eject(cause, "the probe failed: " + why, nowNanos);
    } else {
      probeEnded();
    }
  }

  /** Another request may be the probe. */
  private void probeEnded() {
    if (probe.getAndSet(null) != null) {
      pool.intakeChanged();
    }
  }

  /** Ends the ejection, if there is one. */
  void endEjection(String why, long nowNanos) {
    synchronized (pool) {
      if (!hasEjection()) {
        return;
      }
      ejectedUntilNanos = NEVER;
      probe.set(null);
      failuresInSuccession.set(0);
      returnedNanos = nowNanos;
      serves(nowNanos);
    }
    pool.log().info(server, "ejection has ended: " + why);
    pool.changed();
  }

  private void serves(long nowNanos) {
    servingSinceNanos = nowNanos == ALWAYS ? nowNanos + 1 : nowNanos;
    since = Instant.now();
    String before = reason;
    if (!isDown && !hasEjection() && !before.isEmpty() && !before.startsWith(RECOVERED)) {
      reason = RECOVERED + before;
    }
  }

  boolean hasEjection() {
    return ejectedUntilNanos != NEVER;
  }

  /** Returns true if the time of the ejection has passed, so that one request may probe the server. */
  boolean isEjectionOver(long nowNanos) {
    return ejectedUntilNanos - nowNanos <= 0;
  }

  boolean isProbing() {
    return probe.get() != null;
  }

  /** Returns true if the server is to be skipped while there is another. */
  public boolean isEjected(long nowNanos) {
    return hasEjection() && (isProbing() || !isEjectionOver(nowNanos));
  }

  // Checks.

  /**
   * Reports the result of a check. Ejections are not affected: a server may respond to checks and fail requests.
   *
   * @param why one sentence on the failure; empty if the server is healthy
   */
  public void checked(
      boolean isHealthy, String why, UpstreamHealthConfig.Active rules, long nowNanos) {
    boolean isChanged;
    String text = withoutServer(why);
    synchronized (pool) {
      checksFailed = isHealthy ? 0 : checksFailed + 1;
      checksSucceeded = isHealthy ? checksSucceeded + 1 : 0;
      isChanged = isDown ? checksSucceeded >= rules.rise() : checksFailed >= rules.fall();
      if (isChanged) {
        isDown = !isHealthy;
        since = Instant.now();
      }
      if (isChanged && isHealthy) {
        serves(nowNanos);
      } else if (isDown && !isHealthy) {
        reason = "check failed: " + text;
      }
    }
    if (isChanged && isHealthy) {
      pool.log().info(server, "up: " + rules.rise() + " checks succeeded");
    } else if (isChanged) {
      pool.log().warn(server, "down: " + rules.fall() + " checks failed, the last one: " + text);
    }
    if (isChanged) {
      pool.changed();
    }
  }

  /** The server is not checked any more, so that no check can say that it is down. */
  public void unchecked(long nowNanos) {
    boolean wasDown;
    synchronized (pool) {
      wasDown = isDown;
      isDown = false;
      checksFailed = 0;
      checksSucceeded = 0;
      if (wasDown) {
        serves(nowNanos);
      }
    }
    if (wasDown) {
      pool.log().info(server, "up: it is not checked any more");
      pool.changed();
    }
  }

  // For the choice of a server.

  /** Returns the requests that this server may take now. */
  public Intake intake(long nowNanos) {
    ServerOverride decision = override;
    if (isDown || (decision != null && decision.kind() == ServerOverride.Kind.EJECT)) {
      return Intake.NONE;
    }
    if (isEjected(nowNanos) && !(pool.isPanic() && isUsableInPanic())) {
      return Intake.RESERVE;
    }
    return decision == null ? Intake.ALL : Intake.RETURNING;
  }

  /** Returns the time at which the server joined its upstream, or recovered from an ejection or failed checks; or {@link #ALWAYS}. */
  long servingSinceNanos() {
    return servingSinceNanos;
  }

  /** Returns the number of requests in flight from all loops, tunnels included. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Returns true if nothing prevents requests to the server. */
  public boolean isUsable() {
    return !isDown && !hasEjection() && !isDisabled();
  }

  /** Returns true if requests to the server have failed, but not all are certain to. */
  boolean isUsableInPanic() {
    return hasEjection() && !cause.isCertain() && !isDown && !isDisabled();
  }

  boolean isDisabled() {
    ServerOverride decision = override;
    return decision != null && decision.kind() == ServerOverride.Kind.EJECT;
  }

  /** Sets or removes the decision of an operator. */
  public void override(@Nullable ServerOverride decision) {
    override = decision;
    pool.intakeChanged();
  }

  /** Begins the slow start of a server that joins an upstream with other servers. */
  void joined(long nowNanos) {
    synchronized (pool) {
      serves(nowNanos);
    }
  }

  // For the rules of the pool.

  ServerTrend trend() {
    return trend;
  }

  /** Returns the moving average of the time to the response head; 0 before the first response. */
  public long latencyNanos() {
    return latencyNanos;
  }

  /** Returns the number of response heads. */
  long responses() {
    return responses.sum();
  }

  /** Returns the number of requests that have got a response or failed. */
  long outcomes() {
    return responses() + errors() - failures(ServerFailure.STATUS);
  }

  /** Returns the number of requests that failed or got a status of 500 to 599. */
  long errors() {
    long sum = 0;
    for (LongAdder each : failures.values()) {
      sum += each.sum();
    }
    return sum;
  }

  private long failures(ServerFailure kind) {
    LongAdder number = failures.get(kind);
    return number == null ? 0 : number.sum();
  }

  long timedRequests() {
    return timedRequests.sum();
  }

  long timedResponses() {
    return timedResponses.sum();
  }

  long slowResponses() {
    return slowResponses.sum();
  }

  // For operators.

  /** Returns the state for new requests, without slow start, which depends on the other servers ({@link ServerSet#status}). */
  ServerStatus status(Endpoint endpoint, long nowNanos) {
    if (isDisabled()) {
      return ServerStatus.DISABLED;
    }
    if (isDown) {
      return ServerStatus.DOWN;
    }
    if (hasEjection()) {
      return isEjectionOver(nowNanos) ? ServerStatus.PROBING : ServerStatus.EJECTED;
    }
    boolean isDraining = override != null || endpoint.server().weight() == 0;
    return isDraining ? ServerStatus.DRAINING : ServerStatus.UP;
  }

  private String reasonText() {
    return pool.isPanic() && isUsableInPanic()
        ? reason + "; gets requests, because fewer than " + pool.panicPercent()
            + " % of the servers are usable"
        : reason;
  }

  /** Returns the state for the operator. */
  ServerView view(String upstream, Endpoint endpoint, ServerStatus status) {
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
        status,
        reasonText(),
        since,
        inFlight.get(),
        requests.sum(),
        counts,
        latencyNanos == 0 ? null : Duration.ofNanos(latencyNanos),
        ejections.sum(),
        override);
  }
}
