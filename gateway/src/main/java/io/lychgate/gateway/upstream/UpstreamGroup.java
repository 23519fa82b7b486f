package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.observe.count.UpstreamRefusal;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One upstream on one loop: a pool for each server, the rotation between them, and the waiting requests. Limits hold for all loops
 * together ({@link UpstreamLimits}). Event loop only.
 */
final class UpstreamGroup {
  /** Interval at which waiting requests are checked again, even without a signal from another loop. */
  private static final long RECHECK_NANOS = DeadlineWheel.TICK.toNanos();

  private static final long MAX_RETRY_AFTER_SECONDS = 60;

  private final UpstreamConfig config;
  private final List<ServerPool> pools;
  private final DeadlineWheel deadlines;
  private final UpstreamCounts counts;
  private final SharedLimits shared;
  private final SharedLimits.Part part;
  private final UpstreamLimits limits;
  private final UpstreamLimits.Member member;
  private final WaitingRequests waiting = new WaitingRequests();
  private final ServiceTimes times;
  private final AbandonedConnections abandoned;
  private final Deadline recheck = new Deadline() {
    @Override
    protected void expired() {
      serveWaiting();
      if (waiting.size() > 0) {
        deadlines.arm(this, RECHECK_NANOS);
      }
    }
  };

  private int turn;
  private boolean yields;
  private boolean serving;

  /** Number of connections that close so that another loop can open one. */
  private int handedOver;

  private boolean retired;
  private boolean left;

  /** @param newPool creates the pool of a server for this group */
  UpstreamGroup(
      UpstreamConfig config,
      EventLoop loop,
      DeadlineWheel deadlines,
      UpstreamCounts counts,
      SharedLimits shared,
      Function<ServerConfig, ServerPool> newPool) {
    this.config = config;
    this.deadlines = deadlines;
    this.counts = counts;
    this.shared = shared;
    this.part = shared.join(config, loop, this::serveWaiting, this::giveUp);
    this.limits = part.limits();
    this.member = part.member();
    this.abandoned = new AbandonedConnections(loop);
    this.times = new ServiceTimes(deadlines.clock().exactNanos());
    this.pools = new ArrayList<>();
    for (ServerConfig server : config.servers()) {
      ServerPool pool = newPool.apply(server);
      pool.joined(this);
      pools.add(pool);
    }
    // Loops start at different servers. Otherwise, with few requests each, all would prefer the
    // first one.
    this.turn = Math.floorMod(System.identityHashCode(this), pools.size());
  }

  UpstreamConfig config() {
    return config;
  }

  UpstreamCounts counts() {
    return counts;
  }

  LoopClock clock() {
    return deadlines.clock();
  }

  DeadlineWheel deadlines() {
    return deadlines;
  }

  /** Returns the next server in turn. A server that has just refused a connection is skipped if another one has not. */
  ServerPool next() {
    if (pools.size() == 1) {
      return pools.get(0);
    }
    ServerPool chosen = pools.get(turn);
    for (int i = 0; i < pools.size(); i++) {
      ServerPool candidate = pools.get((turn + i) % pools.size());
      if (!candidate.isFailing()) {
        chosen = candidate;
        turn = (turn + i) % pools.size();
        break;
      }
    }
    turn = (turn + 1) % pools.size();
    return chosen;
  }

  /**
   * Gives the exchange a connection now or later, or fails it.
   *
   * @param fresh true if a reused connection has just failed under this exchange; an idle one is as likely to be dead
   */
  void acquire(UpstreamExchange exchange, boolean fresh) {
    boolean holds = member.tryHold(exchange.client());
    if (!holds || !lend(exchange, fresh)) {
      if (holds) {
        member.takeBack(exchange.client());
      }
      await(exchange, holds);
    }
  }

  /** Gives the exchange a connection if one is idle or may be opened. A part of its client's share is already reserved. */
  private boolean lend(UpstreamExchange exchange, boolean fresh) {
    ServerPool wanted = exchange.pool();
    if (!fresh && wanted.lendIdle(exchange)) {
      return true;
    }
    ServerPool connectable = connectable(wanted);
    if (connectable != null && limits.tryOpen()) {
      exchange.pool(connectable);
      connectable.open(exchange);
      return true;
    }
    for (ServerPool other : pools) {
      if (!fresh && other != wanted && !other.isFailing() && other.lendIdle(exchange)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the server to open a connection to: this one, or another if too many are already being opened; null if none may be. */
  private @Nullable ServerPool connectable(ServerPool wanted) {
    if (wanted.mayConnect()) {
      return wanted;
    }
    for (ServerPool other : pools) {
      if (other.mayConnect() && !other.isFailing()) {
        return other;
      }
    }
    return null;
  }

  /** Serves waiting requests after a connection was opened, or could not be opened. */
  void connectEnded() {
    if (waiting.size() > 0) {
      serveWaiting();
    }
  }

  /** @param lacksConnection true if the client may hold a connection but none is available */
  private void await(UpstreamExchange exchange, boolean lacksConnection) {
    long client = exchange.client();
    long expected = expectedWaitNanos(client);
    if (expected > config.connectTimeout().toNanos()) {
      refuse(exchange, UpstreamRefusal.WAIT_TOO_LONG, expected);
      return;
    }
    if (!limits.tryQueue(client)) {
      boolean isFull = limits.isQueueFull();
      refuse(
          exchange, isFull ? UpstreamRefusal.QUEUE_FULL : UpstreamRefusal.CLIENT_SHARE, expected);
      return;
    }
    waiting.add(exchange);
    counts.queued();
    member.waiting(true);
    if (!recheck.isArmed()) {
      deadlines.arm(recheck, RECHECK_NANOS);
    }
    // An idle connection of this loop is unusable: its server fails, or the exchange needs a new
    // one.
    if (lacksConnection && limits.isFull() && closeIdle(1) == 0) {
      member.askForConnection();
    }
  }

  /**
   * Returns the nanoseconds until a request of this client would get a connection; 0 if nothing is known. The estimate uses the
   * requests that are served before it and the time that recent ones took.
   */
  private long expectedWaitNanos(long client) {
    long service = times.expectedNanos(deadlines.clock().nanoTime());
    int own = waiting.of(client) + 1;
    int others = Math.max(0, waiting.clients() - (own > 1 ? 1 : 0));
    // Clients are served in turn: each other client once for each request of this one.
    long before = Math.min((long) waiting.size() + 1, (long) own * (others + 1));
    long inUse = Math.max(1, Math.max(member.lent(), limits.lentPerLoop()));
    long byTurn = service * before / inUse;
    int held = limits.heldBy(client);
    // A client that has used up its share waits for its own requests.
    long byShare = limits.mayHold(client) || held == 0 ? 0 : service * own / held;
    return Math.max(byTurn, byShare);
  }

  private void refuse(UpstreamExchange exchange, UpstreamRefusal why, long expectedNanos) {
    counts.refused(why);
    exchange.connectFailed(refusal(why, expectedNanos));
  }

  private ExchangeFailure refusal(UpstreamRefusal why, long expectedNanos) {
    long seconds = (expectedNanos + TimeUnit.SECONDS.toNanos(1) - 1) / TimeUnit.SECONDS.toNanos(1);
    return ExchangeFailure.retryAfter(
        Kind.CONNECTION_LIMIT,
        "upstream " + config.name() + ": " + why.sentence(),
        Duration.ofSeconds(Math.max(1, Math.min(seconds, MAX_RETRY_AFTER_SECONDS))));
  }

  /** Removes an exchange that has waited for the maximum time, and returns its failure. */
  ExchangeFailure timedOut(UpstreamExchange exchange) {
    if (!remove(exchange)) {
      return new ExchangeFailure(
          Kind.CONNECTION_TIMEOUT, exchange.server() + ": no connection in time", true);
    }
    counts.refused(UpstreamRefusal.TIMED_OUT);
    return refusal(UpstreamRefusal.TIMED_OUT, expectedWaitNanos(exchange.client()));
  }

  /** Removes an exchange that no longer wants a connection. Returns false if it does not wait for one. */
  boolean remove(UpstreamExchange exchange) {
    if (!waiting.remove(exchange)) {
      return false;
    }
    unqueued(exchange);
    return true;
  }

  private void unqueued(UpstreamExchange exchange) {
    limits.unqueue(exchange.client());
    counts.unqueued();
    member.waiting(waiting.size() > 0);
    leaveIfUnused();
  }

  /** Removes and returns the next waiting request that may have a connection, which is then reserved; null if there is none. */
  private @Nullable UpstreamExchange pollWaiting() {
    UpstreamExchange next = waiting.size() == 0 ? null : waiting.poll(member::tryHold);
    if (next != null) {
      unqueued(next);
    }
    return next;
  }

  /** Puts back a request of {@link #pollWaiting} for which there is no connection. */
  private void putBack(UpstreamExchange exchange) {
    member.takeBack(exchange.client());
    waiting.putBack(exchange);
    limits.requeue(exchange.client());
    counts.queued();
    member.waiting(true);
  }

  /** Gives waiting requests the connections that are available now. */
  private void serveWaiting() {
    if (serving) {
      // A connection that fails immediately calls this method again.
      return;
    }
    serving = true;
    boolean lent = true;
    while (lent) {
      UpstreamExchange next = pollWaiting();
      lent = next != null && lend(next, false);
      if (next != null && !lent) {
        putBack(next);
      }
    }
    serving = false;
    if (waiting.size() == 0 && member.othersWait() && !limits.isFull()) {
      // A connection is left for the other loops.
      member.wakeAnother();
    }
  }

  /** Closes an idle connection for another loop that lacks one. */
  private void giveUp() {
    if (member.othersWait() && limits.isFull()) {
      closeIdle(1);
    }
  }

  /** Takes back a connection that has finished an exchange and may serve another. */
  void release(ServerPool pool, UpstreamConnection connection) {
    boolean isForOthers = isOthersTurn();
    takeBack(connection);
    if (isForOthers) {
      handOver(pool, connection);
      return;
    }
    UpstreamExchange next = pollWaiting();
    if (next == null && member.othersWait()) {
      handOver(pool, connection);
    } else if (next == null) {
      pool.pool(connection);
    } else if (connection.isUsable()) {
      next.pool(pool);
      pool.lend(connection, next);
    } else {
      connection.close();
      if (!lend(next, false)) {
        putBack(next);
      }
    }
  }

  /** Returns true if a connection that becomes free here is for a loop that has fewer and on which requests wait. */
  private boolean isOthersTurn() {
    if (!member.othersWait()) {
      return false;
    }
    if (waiting.size() == 0) {
      return true;
    }
    yields = member.isAbovePart() && !yields;
    return yields;
  }

  /** Gives another loop what this connection occupied: a part of its client's share, or a place among the open ones. */
  private void handOver(ServerPool pool, UpstreamConnection connection) {
    if (limits.isFull()) {
      // Its close wakes the other loop.
      handedOver++;
      connection.close();
    } else {
      pool.pool(connection);
      member.wakeAnother();
    }
  }

  /** Registers that an exchange has received this connection. A part of its client's share is already reserved. */
  void lent(UpstreamConnection connection, UpstreamExchange exchange) {
    long now = deadlines.clock().nanoTime();
    connection.lent(exchange.client(), now);
    times.began(now);
  }

  /** Registers that the connection has become a tunnel, which has no time limit. */
  void tunnelBegan(UpstreamConnection connection) {
    if (connection.isTimed()) {
      times.leftOut(connection.lentNanos());
      connection.untimed();
    }
  }

  private void takeBack(UpstreamConnection connection) {
    if (!connection.isLent()) {
      return;
    }
    if (connection.isTimed()) {
      times.ended(connection.lentNanos(), deadlines.clock().nanoTime());
    }
    member.takeBack(connection.client());
    connection.takenBack();
  }

  /** Registers that the request on this connection was cancelled. */
  void abandoned(UpstreamConnection connection) {
    abandoned.add(connection);
  }

  /** Registers that a connection has closed, or could not be opened. */
  void closed(UpstreamConnection connection) {
    boolean isForOthers = handedOver > 0 || isOthersTurn();
    handedOver = Math.max(0, handedOver - 1);
    takeBack(connection);
    limits.closed();
    if (isForOthers) {
      // If the other loop does not use the place, the recheck finds it here.
      member.wakeAnother();
    } else {
      serveWaiting();
    }
    leaveIfUnused();
  }

  /** Reports the number of idle connections of this loop to the other loops. */
  void idleChanged() {
    int idle = 0;
    for (ServerPool pool : pools) {
      idle += pool.idleConnections();
    }
    member.idle(idle);
  }

  int openConnections() {
    int open = 0;
    for (ServerPool pool : pools) {
      open += pool.openConnections();
    }
    return open;
  }

  /** Closes at most {@code most} idle connections. Returns how many were closed. */
  int closeIdle(int most) {
    int closed = 0;
    for (ServerPool pool : pools) {
      closed += pool.closeIdle(most - closed);
    }
    return closed;
  }

  void retire() {
    retired = true;
    pools.forEach(ServerPool::retire);
    leaveIfUnused();
  }

  private void leaveIfUnused() {
    if (retired && !left && waiting.size() == 0 && openConnections() == 0) {
      left = true;
      shared.leave(config, part);
    }
  }
}
