package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.site.RequestLimitConfig;
import io.lychgate.gateway.config.site.RequestLimitConfig.Concurrency;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.observe.count.UpstreamRefusal;
import io.lychgate.gateway.upstream.limit.GradientLimit;
import io.lychgate.gateway.upstream.limit.RetryBudget;
import io.netty.channel.EventLoop;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The shared limits of one upstream for all event loops: open connections, connections of each client, and loops with
 * waiting requests. A connection belongs to one loop and never moves. A loop that lacks one is woken when another loop has given
 * one up. Any thread.
 *
 * <p>A client gets another connection while it holds less than a multiple of the free ones (dynamic thresholds [1]). With a share
 * of 50 %, the multiple is 1: a single client gets half of the connections, two clients get a third each, and there is always a
 * connection for the next client. The same rule divides the places of waiting requests.
 *
 * <p>A request holds a stream. HTTP/1.1 has one on a connection, so both words mean the same there. A connection of HTTP/2 has
 * many, and the shares are of the streams of all connections that may be open.
 *
 * <p>[1] Choudhury, Hahne: Dynamic queue length thresholds for shared-memory packet switches, IEEE/ACM Transactions on Networking,
 * 1998.
 */
final class UpstreamLimits {
  private final int maxConnections;
  private final int maxPending;
  private final int clientShare;
  private final int maxRequests;
  private final int maxServerConnections;
  private final AtomicInteger requests = new AtomicInteger();
  private final Map<String, AtomicInteger> openByServer = new ConcurrentHashMap<>();
  private final RetryBudget retries;
  private final @Nullable GradientLimit concurrency;
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger pending = new AtomicInteger();
  private final AtomicInteger loopsWaiting = new AtomicInteger();
  private final ClientLoad held = new ClientLoad();
  private final ClientLoad queued = new ClientLoad();
  private final List<Member> members = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  UpstreamLimits(UpstreamConfig config, long nowNanos) {
    maxConnections = config.maxConnections();
    maxPending = config.maxPending();
    clientShare = config.clientShare();
    maxRequests = config.requestLimits().maxRequests();
    maxServerConnections = config.requestLimits().maxServerConnections();
    retries = new RetryBudget(nowNanos);
    Concurrency adaptive = config.requestLimits().concurrency();
    concurrency =
        adaptive.isAdaptive() ? new GradientLimit(adaptive.min(), adaptive.max(), nowNanos) : null;
  }

  /**
   * Adds an event loop.
   *
   * @param serve gives connections to waiting requests; runs on the loop
   * @param giveUp closes an idle connection; runs on the loop
   */
  Member join(EventLoop loop, Runnable serve, Runnable giveUp) {
    Member member = new Member(loop, serve, giveUp);
    members.add(member);
    return member;
  }

  void leave(Member member) {
    members.remove(member);
    retries.leave(member.requests);
  }

  boolean isUnused() {
    return members.isEmpty();
  }

  /** Admits a request until {@link #ended}, and until {@link #responded}. Returns the reason to refuse it; null if there is none. */
  @Nullable
  UpstreamRefusal admit() {
    // Without a limit the loops share no counter.
    if (maxRequests != RequestLimitConfig.NONE && requests.incrementAndGet() > maxRequests) {
      requests.decrementAndGet();
      return UpstreamRefusal.MAX_REQUESTS;
    }
    if (concurrency != null && !concurrency.tryBegin()) {
      ended();
      return UpstreamRefusal.CONCURRENCY;
    }
    return null;
  }

  /** An admitted request has its response head, or has ended without one. */
  void responded() {
    if (concurrency != null) {
      concurrency.ended();
    }
  }

  /** An admitted request has ended. */
  void ended() {
    if (maxRequests != RequestLimitConfig.NONE) {
      requests.decrementAndGet();
    }
  }

  RetryBudget retries() {
    return retries;
  }

  @Nullable
  GradientLimit concurrency() {
    return concurrency;
  }

  /** Returns the number of open connections to one server, which all loops share. */
  AtomicInteger openTo(String server) {
    return maxServerConnections == RequestLimitConfig.NONE
        ? new AtomicInteger()
        : openByServer.computeIfAbsent(server, id -> new AtomicInteger());
  }

  /** Returns true if a server with this number of open connections may get one more. */
  boolean mayOpenTo(AtomicInteger openToServer) {
    return openToServer.get() < maxServerConnections;
  }

  /** Reserves a connection to a server. Returns false if the maximum is open. */
  boolean tryOpen(AtomicInteger openToServer) {
    if (openToServer.incrementAndGet() <= maxServerConnections && tryOpen()) {
      return true;
    }
    openToServer.decrementAndGet();
    return false;
  }

  /** Reserves a connection. Returns false if the maximum is open. */
  boolean tryOpen() {
    for (int now = open.get(); now < maxConnections; now = open.get()) {
      if (open.compareAndSet(now, now + 1)) {
        return true;
      }
    }
    return false;
  }

  void closed() {
    open.decrementAndGet();
  }

  boolean isFull() {
    return open.get() >= maxConnections;
  }

  int heldBy(long client) {
    return held.of(client);
  }

  private int lent() {
    int sum = 0;
    for (Member member : members) {
      sum += member.lent.get();
    }
    return sum;
  }

  /** Returns the mean number of connections in use per loop. */
  int lentPerLoop() {
    return lent() / Math.max(1, members.size());
  }

  private boolean isWithinShare(int has, long free) {
    return (long) has * (100 - clientShare) < clientShare * free;
  }

  /** Reserves a place for a request that must wait. Returns false if there is none, or none for this client. */
  boolean tryQueue(long client) {
    int now = pending.incrementAndGet();
    queued.add(client, 1);
    int has = queued.of(client) - 1;
    if (now > maxPending || (has > 0 && !isWithinShare(has, maxPending - now + 1))) {
      unqueue(client);
      return false;
    }
    return true;
  }

  /** Reserves a place again that was just given back. */
  void requeue(long client) {
    pending.incrementAndGet();
    queued.add(client, 1);
  }

  void unqueue(long client) {
    pending.decrementAndGet();
    queued.add(client, -1);
  }

  boolean isQueueFull() {
    return pending.get() >= maxPending;
  }

  /** One event loop. Only that loop may call the methods. */
  final class Member {
    private final EventLoop loop;
    private final Runnable serve;
    private final Runnable giveUp;
    private final RetryBudget.Requests requests = retries.join();
    private final AtomicInteger lent = new AtomicInteger();
    private final AtomicInteger idle = new AtomicInteger();
    private final AtomicInteger wakePending = new AtomicInteger();
    private final AtomicInteger giveUpPending = new AtomicInteger();
    private int streamsPerConnection = 1;
    private volatile boolean isWaiting;

    private Member(EventLoop loop, Runnable serve, Runnable giveUp) {
      this.loop = loop;
      this.serve = serve;
      this.giveUp = giveUp;
    }

    /** Counts a request, of which the retries are a share. */
    void countRequest(long nowNanos) {
      requests.count(nowNanos);
    }

    int lent() {
      return lent.getPlain();
    }

    /** Sets the number of requests that one connection serves at once. */
    void streamsPerConnection(int streams) {
      streamsPerConnection = streams;
    }

    /** Returns true if the client may hold one more stream. Another loop may take it first: see {@link #tryHold}. */
    boolean mayHold(long client) {
      return mayHold(held.of(client), 0);
    }

    /** @param reserved number of streams that are counted as lent, but only reserved for this request */
    private boolean mayHold(int has, int reserved) {
      // The first comparison counts open connections as full. It is true for nearly every request
      // and reads nothing of other loops. Each loop may have reserved a connection that is not open
      // yet.
      return has == 0
          || isWithinShare(has, streamsOf(maxConnections - open.get() - members.size()))
          || isWithinShare(has, streamsOf(maxConnections) - UpstreamLimits.this.lent() + reserved);
    }

    private long streamsOf(int connections) {
      return (long) connections * streamsPerConnection;
    }

    /**
     * Reserves a connection of the client's share, until {@link #takeBack}. Returns false if the share is used up. Reserves first
     * and compares afterwards: loops that compared first would each take the last one.
     */
    boolean tryHold(long client) {
      do {
        lent.set(lent.getPlain() + 1);
        held.add(client, 1);
        if (mayHold(held.of(client) - 1, 1)) {
          return true;
        }
        takeBack(client);
        // Two loops that reserve the last one at the same time both see it taken.
      } while (mayHold(client));
      return false;
    }

    void takeBack(long client) {
      lent.set(lent.getPlain() - 1);
      held.add(client, -1);
    }

    /** Sets the number of idle connections of this loop. */
    void idle(int count) {
      idle.setRelease(count);
    }

    /** @param now true if requests wait on this loop */
    void waiting(boolean now) {
      if (now != isWaiting) {
        isWaiting = now;
        loopsWaiting.addAndGet(now ? 1 : -1);
      }
    }

    boolean othersWait() {
      int all = loopsWaiting.get();
      return all > 1 || (all == 1 && !isWaiting);
    }

    /** Returns true if this loop uses more than its part of the connections. It counts while requests wait on other loops. */
    boolean isAbovePart() {
      return lent.getPlain() > streamsOf(maxConnections) / Math.max(1, members.size());
    }

    /** Wakes another loop on which requests wait: it may open a connection, or its client may hold one more. */
    void wakeAnother() {
      int start = turn.getAndIncrement();
      int size = members.size();
      for (int i = 0; i < size; i++) {
        Member other = at(start + i);
        if (other != null && other != this && other.isWaiting) {
          run(other.loop, other.wakePending, other.serve);
          return;
        }
      }
    }

    /** Makes another loop close an idle connection, so that this loop can open one. */
    void askForConnection() {
      int start = turn.getAndIncrement();
      int size = members.size();
      for (int i = 0; i < size; i++) {
        Member other = at(start + i);
        if (other != null && other != this && other.idle.getAcquire() > 0) {
          run(other.loop, other.giveUpPending, other.giveUp);
          return;
        }
      }
    }
  }

  /** Returns a member by its index; null if a loop has just left. */
  private @Nullable Member at(int index) {
    try {
      return members.get(Math.floorMod(index, members.size()));
    } catch (IndexOutOfBoundsException | ArithmeticException left) {
      return null;
    }
  }

  private static void run(EventLoop loop, AtomicInteger isPending, Runnable task) {
    if (!loop.isShuttingDown() && isPending.compareAndSet(0, 1)) {
      loop.execute(() -> {
        isPending.set(0);
        task.run();
      });
    }
  }
}
