package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.RetryConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.TurnShare;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.observe.count.Diversion;
import io.lychgate.gateway.observe.count.UpstreamRefusal;
import io.lychgate.gateway.upstream.balance.Affinity;
import io.lychgate.gateway.upstream.balance.BalancedRequest;
import io.lychgate.gateway.upstream.balance.Intake;
import io.lychgate.gateway.upstream.balance.ServerFailure;
import io.lychgate.gateway.upstream.balance.ServerSet;
import io.lychgate.gateway.upstream.balance.ServerState;
import io.lychgate.gateway.upstream.balance.UpstreamServers;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.lychgate.gateway.upstream.limit.GradientLimit;
import io.lychgate.gateway.upstream.limit.ReplayMemory;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One upstream on one loop: the connections to each server, the choice between them, and the waiting requests. Limits hold for all
 * loops together ({@link UpstreamLimits}). It knows no protocol: a connection is a place among {@code maxConnections}, and a
 * stream is a lease of its client's share. Event loop only.
 */
final class UpstreamGroup {
  /** Interval at which waiting requests are checked again, even without a signal from another loop. */
  private static final long RECHECK_NANOS = DeadlineWheel.TICK.toNanos();

  private static final long MAX_RETRY_AFTER_SECONDS = 60;

  /** Waiting requests whose servers have no connection, and that do not keep the next one from its server. */
  private static final int MAX_PASSED_OVER = 16;

  private final EventLoop loop;
  private final DeadlineWheel deadlines;
  private final TurnShares turns;
  private final UpstreamCounts counts;
  private final SharedUpstreams shared;
  private final SharedUpstreams.Part part;
  private final UpstreamLimits limits;
  private final UpstreamLimits.Member member;
  private final ServerConnections.Factory connections;
  private final LoopServers inUse;

  /** The latest configuration with these connections: the rest of it may change. */
  private UpstreamConfig config;

  /** The servers in use, in the order of their set. */
  private List<Server> servers = List.of();

  /** Servers that have left the set and still have connections. */
  private final List<Server> leaving = new ArrayList<>();

  private final WaitingRequests waiting = new WaitingRequests();
  private final ServiceTimes times;
  private final HeadTimes headTimes = new HeadTimes();
  private final Deadline recheck = new Deadline() {
    @Override
    protected void expired() {
      serveWaiting();
      if (waiting.size() > 0) {
        deadlines.arm(this, RECHECK_NANOS);
      }
    }
  };

  private boolean yields;
  private boolean serving;

  private final LongPredicate tryHoldInTurn = this::tryHoldInTurn;
  private final Runnable serveInTurn = this::serveInTurn;

  /** Waiting requests are served again in the next turn, because a client's share of this one was spent. */
  private boolean isServedNextTurn;

  /** Number of connections that close so that another loop can open one. */
  private int handedOver;

  private boolean retired;
  private boolean left;

  /** @param connections creates the connections to each server of this group */
  UpstreamGroup(UpstreamSite site, SharedUpstreams shared, ServerConnections.Factory connections) {
    this.config = site.config();
    this.loop = site.loop();
    this.deadlines = site.deadlines();
    this.turns = site.turns();
    this.counts = site.counts();
    this.shared = shared;
    this.part = shared.join(config, site.loop(), this::serveWaiting, this::giveUp);
    this.limits = part.limits();
    this.member = part.member();
    this.connections = connections;
    this.times = new ServiceTimes();
    this.inUse = new LoopServers(part.servers(), site, new LoopServers.User() {
      @Override
      public void use(ServerSet next) {
        useServers(next);
      }

      @Override
      public void serveWaiting() {
        UpstreamGroup.this.serveWaiting();
      }
    });
    useServers(inUse.set());
  }

  /** Connections to new servers may be opened, and those of removed ones end with their requests. */
  private void useServers(ServerSet next) {
    Map<ServerState, Server> known = new HashMap<>();
    servers.forEach(server -> known.put(server.state, server));
    List<Server> following = new ArrayList<>(next.size());
    for (int i = 0; i < next.size(); i++) {
      ServerState state = next.servers().get(i);
      Endpoint endpoint = next.endpoints().get(i);
      Server server = known.get(state);
      if (server != null && server.isReachedAs(endpoint)) {
        known.remove(state);
        server.endpoint = endpoint;
      } else {
        server = new Server(state, endpoint);
      }
      following.add(server);
    }
    servers = following;
    known.values().forEach(Server::leave);
    countStreams();
  }

  /** Shares are of streams, of which a connection of HTTP/2 has many. The server with the fewest counts, so that no share is too large. */
  private void countStreams() {
    int least = Integer.MAX_VALUE;
    for (Server server : servers) {
      least = Math.min(least, server.connections.streamsPerConnection());
    }
    member.streamsPerConnection(servers.isEmpty() ? 1 : least);
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

  /** Returns the number of servers among which {@link #choose} may choose: all of them, if those of this loop fail. */
  int servers() {
    return inUse.size();
  }

  EventLoop loop() {
    return loop;
  }

  ReplayMemory replayMemory() {
    return shared.replayMemory();
  }

  /**
   * Admits a request. An admitted one reports {@link #responded} and {@link #ended}.
   *
   * @return the reason to refuse it; null if there is none
   */
  @Nullable
  UpstreamRefusal admit(long nowNanos) {
    member.countRequest(nowNanos);
    UpstreamRefusal why = limits.admit();
    if (why != null) {
      counts.refused(why);
    }
    return why;
  }

  /** Admits a second attempt of a request. It reports the same as a request. Returns false if a limit is reached. */
  boolean admitHedge() {
    return limits.admit() == null;
  }

  void responded() {
    limits.responded();
  }

  void ended() {
    limits.ended();
  }

  /** Returns the failure of a request above a limit of requests, which may change at any moment. */
  ExchangeFailure refusal(UpstreamRefusal why) {
    return refusal(why, 0);
  }

  /** Takes a retry or a hedge from the budget. Returns false if it is used up. */
  boolean takeRetry() {
    RetryConfig retry = config.retry();
    boolean isTaken = limits
        .retries()
        .tryTake(
            retry.budgetPercent(), retry.budgetPerSecond(), deadlines.clock().nanoTime());
    if (!isTaken) {
      counts.retryDenied();
    }
    return isTaken;
  }

  /**
   * Reports the latency of a response head.
   *
   * @param status 0 if none has come in time
   * @param nanos from the end of the request
   */
  void headArrived(int status, long nanos, long nowNanos) {
    headTimes.add(nanos);
    GradientLimit concurrency = limits.concurrency();
    // Responses of an overloaded server come early and would pass for speed.
    boolean isServed = status < 500 && status != HttpResponseStatus.TOO_MANY_REQUESTS.code();
    if (concurrency != null && isServed) {
      int change = concurrency.sample(nanos, nowNanos);
      if (change != 0) {
        counts.limitChanged(change);
      }
    }
  }

  /** Returns the nanoseconds after which a second attempt is made; 0 for none. */
  long hedgeNanos() {
    RetryConfig.Hedge hedge = config.retry().hedge();
    if (hedge == null) {
      return 0;
    }
    Duration after = hedge.after();
    return after == null ? headTimes.percentile(hedge.percentile()) : after.toNanos();
  }

  /** Sets another configuration with the same connections. */
  void config(UpstreamConfig latest) {
    config = latest;
    inUse.config(latest);
    countStreams();
  }

  /** Returns the preferred server of this request; null if there is none. */
  @Nullable
  LoopServer choose(BalancedRequest request) {
    long now = deadlines.clock().nanoTime();
    int chosen = inUse.choose(request, now);
    if (chosen < 0) {
      return null;
    }
    Diversion diversion = inUse.diversion(chosen, now);
    if (diversion != null) {
      counts.diverted(diversion);
    }
    return servers.get(chosen);
  }

  /** The servers of the upstream, which all loops share. */
  UpstreamServers sharedServers() {
    return part.servers();
  }

  /** Returns the failure of a request for which there is no server. */
  ExchangeFailure noServer() {
    if (inUse.hasChoiceFailed()) {
      return new ExchangeFailure(
          Kind.INTERNAL,
          "upstream " + config.name() + ": the plug-in that chooses servers has failed");
    }
    String why = servers.isEmpty()
        ? shared.whyEmpty(config.name())
        : "none of its " + servers.size() + " servers may take requests";
    return new ExchangeFailure(
        Kind.DESTINATION_UNAVAILABLE, "upstream " + config.name() + ": " + why);
  }

  /**
   * Gives the exchange a stream now or later, or fails it.
   *
   * @param isSuspect true if a reused connection has just failed under this exchange; an idle one is as likely to be dead
   */
  void acquire(StreamRequest request, boolean isSuspect) {
    boolean holds = member.tryHold(request.client());
    if (!holds || !lend(request, isSuspect)) {
      if (holds) {
        member.takeBack(request.client());
      }
      await(request, holds);
    }
  }

  /** Gives the request a stream, or opens a connection for it. A part of its client's share is already reserved. */
  private boolean lend(StreamRequest request, boolean isSuspect) {
    Server wanted = wanted(request);
    if (wanted == null) {
      return false;
    }
    boolean fresh = isSuspect && wanted.needsFresh(request);
    if (!fresh && wanted.connections.lend(request)) {
      return true;
    }
    Server openable = openable(request, wanted);
    if (openable != null && limits.tryOpen(openable.open)) {
      request.server(openable);
      openable.connections.open(request);
      return true;
    }
    return !fresh && lendFromOthers(request, wanted);
  }

  /** Returns the server that was chosen for the request. If it has left the set meanwhile, another one is chosen. */
  private @Nullable Server wanted(StreamRequest request) {
    Server wanted = (Server) request.server();
    if (wanted == null || wanted.hasLeft || wanted.intake() == Intake.NONE) {
      wanted = (Server) choose(request);
      request.server(wanted);
    }
    return wanted;
  }

  private boolean lendFromOthers(StreamRequest request, Server wanted) {
    if (isPinned(request)) {
      return false;
    }
    for (int i = 0; i < servers.size(); i++) {
      Server other = servers.get(i);
      if (other != wanted && other.mayReplace(wanted)) {
        request.server(other);
        if (other.connections.lend(request)) {
          return true;
        }
      }
    }
    request.server(wanted);
    return false;
  }

  /**
   * Returns the server to open a connection to: this one, or another if too many are already being opened; null if none may be
   * opened.
   */
  private @Nullable Server openable(StreamRequest request, Server wanted) {
    if (wanted.mayOpen()) {
      return wanted;
    }
    if (isPinned(request)) {
      return null;
    }
    for (int i = 0; i < servers.size(); i++) {
      Server other = servers.get(i);
      if (other.mayOpen() && other.mayReplace(wanted)) {
        return other;
      }
    }
    return null;
  }

  /** Returns true if the server of a pinned request could have one more connection but for the limit of the upstream. */
  private static boolean lacksPlace(StreamRequest request) {
    Server wanted = (Server) request.server();
    return isPinned(request) && wanted != null && wanted.mayOpen() && !isParked(request);
  }

  /** Returns true if the server of the request permits no stream, so that the request needs no place for a connection. */
  private static boolean isParked(StreamRequest request) {
    Server wanted = (Server) request.server();
    return wanted != null && wanted.connections.isParked();
  }

  /** Returns true if the request waits for its server rather than use another one. */
  private static boolean isPinned(StreamRequest request) {
    Affinity affinity = request.affinity();
    return affinity != null && affinity.isPinned();
  }

  /** @param lacksConnection true if the client may hold a connection but none is available */
  private void await(StreamRequest request, boolean lacksConnection) {
    long client = request.client();
    long expected = expectedWaitNanos(client);
    if (expected > config.connectTimeout().toNanos()) {
      refuse(request, UpstreamRefusal.WAIT_TOO_LONG, expected);
      return;
    }
    if (!limits.tryQueue(client)) {
      boolean isFull = limits.isQueueFull();
      refuse(request, isFull ? UpstreamRefusal.QUEUE_FULL : UpstreamRefusal.CLIENT_SHARE, expected);
      return;
    }
    waiting.add(request);
    counts.queued();
    member.waiting(true);
    if (!recheck.isArmed()) {
      deadlines.arm(recheck, RECHECK_NANOS);
    }
    // An idle connection of this loop is unusable: its server fails, or the exchange needs a new
    // one.
    if (lacksConnection && limits.isFull() && !isParked(request) && closeIdle(1) == 0) {
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
    long byShare = member.mayHold(client) || held == 0 ? 0 : service * own / held;
    return Math.max(byTurn, byShare);
  }

  private void refuse(StreamRequest request, UpstreamRefusal why, long expectedNanos) {
    counts.refused(why);
    request.connectFailed(refusal(why, expectedNanos));
  }

  private ExchangeFailure refusal(UpstreamRefusal why, long expectedNanos) {
    long seconds = (expectedNanos + TimeUnit.SECONDS.toNanos(1) - 1) / TimeUnit.SECONDS.toNanos(1);
    return ExchangeFailure.retryAfter(
        Kind.CONNECTION_LIMIT,
        "upstream " + config.name() + ": " + why.sentence(),
        Duration.ofSeconds(Math.max(1, Math.min(seconds, MAX_RETRY_AFTER_SECONDS))));
  }

  /** Removes an exchange that has waited for the maximum time, and returns its failure. */
  ExchangeFailure timedOut(StreamRequest request) {
    if (!remove(request)) {
      return new ExchangeFailure(
          Kind.CONNECTION_TIMEOUT, request.server() + ": no connection in time", true);
    }
    counts.refused(UpstreamRefusal.TIMED_OUT);
    return refusal(UpstreamRefusal.TIMED_OUT, expectedWaitNanos(request.client()));
  }

  /** Removes an exchange that no longer wants a connection. Returns false if it does not wait for one. */
  boolean remove(StreamRequest request) {
    if (!waiting.remove(request)) {
      return false;
    }
    unqueued(request);
    return true;
  }

  private void unqueued(StreamRequest request) {
    limits.unqueue(request.client());
    counts.unqueued();
    member.waiting(waiting.size() > 0);
    leaveIfUnused();
  }

  /** Removes and returns the next waiting request that may have a connection, which is then reserved; null if there is none. */
  private @Nullable StreamRequest pollWaiting(LongPredicate tryHold) {
    StreamRequest next = waiting.size() == 0 ? null : waiting.poll(tryHold);
    if (next != null) {
      unqueued(next);
    }
    return next;
  }

  /** Puts back a request of {@link #pollWaiting} for which there is no connection. */
  private void putBack(StreamRequest request) {
    member.takeBack(request.client());
    waiting.putBack(request);
    limits.requeue(request.client());
    counts.queued();
    member.waiting(true);
    if (config.connections().proxyHeader() != null && limits.isFull() && closeIdle(1) == 0) {
      // The idle connections are those of other clients.
      member.askForConnection();
    }
  }

  /**
   * Reserves a connection for a waiting request of the client, if the client may cause more work in this turn. Each of its responses
   * may close a connection, and dozens of new ones in one turn take many milliseconds.
   */
  private boolean tryHoldInTurn(long client) {
    TurnShare share = turns.of(client);
    if (share.isAlone() || share.allowsMore()) {
      return member.tryHold(client);
    }
    if (!isServedNextTurn) {
      isServedNextTurn = true;
      var unused = loop.schedule(serveInTurn, 0, TimeUnit.NANOSECONDS);
    }
    return false;
  }

  private void serveInTurn() {
    isServedNextTurn = false;
    serveWaiting();
  }

  /** Gives waiting requests the connections that are available now. */
  private void serveWaiting() {
    if (serving) {
      // A connection that fails immediately calls this method again.
      return;
    }
    serving = true;
    int passedOver = 0;
    boolean lacksPlace = false;
    StreamRequest next = pollWaiting(tryHoldInTurn);
    while (next != null) {
      if (!lend(next, false)) {
        putBack(next);
        lacksPlace |= lacksPlace(next);
        // A pinned request waits for one server, and the next one for another.
        if (!isPinned(next) || ++passedOver > MAX_PASSED_OVER) {
          break;
        }
      }
      next = pollWaiting(tryHoldInTurn);
    }
    serving = false;
    if (lacksPlace && limits.isFull()) {
      // The place of an idle connection is for a pinned request.
      closeIdle(1);
    }
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

  int openConnections() {
    int open = 0;
    for (Server server : servers) {
      open += server.connections.openConnections();
    }
    for (Server server : leaving) {
      open += server.connections.openConnections();
    }
    return open;
  }

  /** Closes at most {@code most} idle connections. Returns how many were closed. */
  int closeIdle(int most) {
    int closed = 0;
    for (Server server : servers) {
      closed += server.connections.closeIdle(most - closed);
    }
    return closed;
  }

  void retire() {
    retired = true;
    servers.forEach(server -> server.connections.retire());
    leaveIfUnused();
  }

  private void leaveIfUnused() {
    if (retired && !left && waiting.size() == 0 && openConnections() == 0) {
      left = true;
      GradientLimit concurrency = limits.concurrency();
      if (concurrency != null) {
        counts.limitChanged(concurrency.withdrawn());
      }
      inUse.close();
      shared.leave(config, part);
    }
  }

  /** One server: the connections of this loop to it, and the state that all loops share. */
  private final class Server implements ServerConnections.Owner {
    private final ServerState state;
    private final ServerConnections connections;
    private final AtomicInteger open;
    private final Http1Equivalent http1 = new Http1Equivalent();
    private final Deadline http1Idle = new Deadline() {
      @Override
      protected void expired() {
        settleHttp1();
      }
    };

    private Endpoint endpoint;
    private boolean hasLeft;

    Server(ServerState state, Endpoint endpoint) {
      this.state = state;
      this.endpoint = endpoint;
      this.open = limits.openTo(endpoint.id());
      this.connections = UpstreamGroup.this.connections.to(endpoint, this);
    }

    @Override
    public Endpoint endpoint() {
      return endpoint;
    }

    @Override
    public ServerState state() {
      return state;
    }

    boolean mayOpen() {
      return limits.mayOpenTo(open) && connections.mayOpen();
    }

    /**
     * Returns true if a request that has lost a reused connection gets a new one to this server. One with many streams is in use, and
     * so most probably alive, unless this server has lost the connection.
     */
    boolean needsFresh(StreamRequest request) {
      return state == request.avoided() || connections.streamsPerConnection() == 1;
    }

    Intake intake() {
      return state.intake(deadlines.clock().nanoTime());
    }

    /** Returns true if requests of any client may use this server while the other one has no connection for them. */
    boolean mayReplace(Server other) {
      ServerConfig own = endpoint.server();
      ServerConfig its = other.endpoint.server();
      return own.weight() > 0
          && own.priority() == its.priority()
          && own.zone().equals(its.zone())
          && intake() == Intake.ALL;
    }

    /** Returns true if connections to this server are connections to the endpoint too. */
    boolean isReachedAs(Endpoint other) {
      return endpoint.server().isSameServer(other.server());
    }

    /** The server is not in the set any more: idle connections close now, others with their requests. */
    void leave() {
      hasLeft = true;
      leaving.add(this);
      connections.retire();
      forgetIfClosed();
    }

    private void forgetIfClosed() {
      if (hasLeft && connections.openConnections() == 0) {
        leaving.remove(this);
      }
    }

    @Override
    public String toString() {
      return endpoint.toString();
    }

    @Override
    public void lent(StreamLease lease, StreamRequest request) {
      long now = deadlines.clock().nanoTime();
      lease.begin(request.client(), now);
      times.began(lease);
      state.began(lease);
      if (request.request().contentLength() == 0) {
        state.beganTimed();
      }
      if (http1.began()) {
        counts.http1EquivalentOpened();
        if (!http1Idle.isArmed()) {
          settleLater();
        }
      }
    }

    private void settleLater() {
      deadlines.arm(http1Idle, config.keepAliveIdle().toNanos());
    }

    private void settleHttp1() {
      counts.http1EquivalentClosed(http1.settle());
      if (http1.open() > 0) {
        settleLater();
      }
    }

    @Override
    public void tunnelBegan(StreamLease lease) {
      if (lease.isTimed()) {
        times.leaveOut(lease);
        lease.untimed();
      }
    }

    private void takeBack(StreamLease lease) {
      if (!lease.isLent()) {
        return;
      }
      if (lease.isTimed()) {
        times.ended(lease, deadlines.clock().nanoTime());
      }
      member.takeBack(lease.client());
      state.ended(lease);
      http1.ended();
      lease.end();
    }

    @Override
    public void released(StreamLease lease) {
      boolean isForOthers = isOthersTurn();
      takeBack(lease);
      if (hasLeft) {
        // The connection closes, and its close serves the next request.
        return;
      }
      StreamRequest next = isForOthers ? null : pollWaiting(member::tryHold);
      if (next == null) {
        if (isForOthers || member.othersWait()) {
          handOver();
        }
        return;
      }
      Server preferred = wanted(next);
      boolean isUsable =
          preferred == this || (preferred != null && !isPinned(next) && mayReplace(preferred));
      next.server(isUsable ? this : preferred);
      if (!isUsable || !connections.lend(next)) {
        next.server(preferred);
        if (!UpstreamGroup.this.lend(next, false)) {
          putBack(next);
          if (isPinned(next)) {
            // The stream may be for another request.
            serveWaiting();
          }
        }
      }
    }

    /** Gives another loop what the stream occupied: a part of its client's share, or a place among the open connections. */
    private void handOver() {
      if (limits.isFull()) {
        // Its close wakes the other loop.
        handedOver++;
        if (connections.closeIdle(1) == 0) {
          // The connection has other streams.
          handedOver--;
        }
      } else {
        member.wakeAnother();
      }
    }

    @Override
    public void closed(StreamLease lease) {
      boolean isForOthers = handedOver > 0 || isOthersTurn();
      handedOver = Math.max(0, handedOver - 1);
      takeBack(lease);
      limits.closed();
      open.decrementAndGet();
      forgetIfClosed();
      if (isForOthers) {
        // If the other loop does not use the place, the recheck finds it here.
        member.wakeAnother();
      } else {
        serveWaiting();
      }
      leaveIfUnused();
    }

    @Override
    public void connectFailed(ExchangeFailure failure) {
      state.connectFailed(
          ServerFailure.ofConnect(failure), failure.detail(), deadlines.clock().nanoTime());
    }

    @Override
    public void again(StreamRequest request) {
      acquire(request, false);
    }

    @Override
    public void streamsChanged() {
      countStreams();
    }

    @Override
    public void mayServe() {
      if (waiting.size() > 0) {
        serveWaiting();
      }
    }

    @Override
    public void idleChanged() {
      int idle = 0;
      for (Server server : servers) {
        idle += server.connections.idleConnections();
      }
      member.idle(idle);
    }
  }
}
