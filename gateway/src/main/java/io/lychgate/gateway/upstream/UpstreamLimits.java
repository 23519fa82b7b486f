package io.lychgate.gateway.upstream;

import io.lychgate.gateway.config.UpstreamConfig;
import io.netty.channel.EventLoop;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The shared limits of one upstream for all event loops: open connections, connections of each client, and loops with
 * waiting requests. A connection belongs to one loop and never moves; a loop that lacks one is woken when another loop has given
 * one up. Any thread.
 *
 * <p>A client gets another connection while it holds less than a multiple of what is free (dynamic thresholds [1]). With a share of
 * 50 % the multiple is 1: a client alone gets half of the connections, two get a third each, and there is always a connection for
 * the next one. The same rule divides the places of waiting requests.
 *
 * <p>[1] Choudhury, Hahne: Dynamic queue length thresholds for shared-memory packet switches, IEEE/ACM Transactions on Networking, 1998.
 */
final class UpstreamLimits {
  private final int maxConnections;
  private final int maxPending;
  private final int clientShare;
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger pending = new AtomicInteger();
  private final AtomicInteger loopsWaiting = new AtomicInteger();
  private final ClientLoad held = new ClientLoad();
  private final ClientLoad queued = new ClientLoad();
  private final List<Member> members = new CopyOnWriteArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  UpstreamLimits(UpstreamConfig config) {
    maxConnections = config.maxConnections();
    maxPending = config.maxPending();
    clientShare = config.clientShare();
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
  }

  boolean isUnused() {
    return members.isEmpty();
  }

  /** Reserves a connection; false if as many are open as may be. */
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

  /** Whether the client may hold one connection more. Another loop may take it first: see {@link Member#tryHold}. */
  boolean mayHold(long client) {
    return mayHold(held.of(client), 0);
  }

  /** @param reserved connections that are counted as lent but are those asked for */
  private boolean mayHold(int has, int reserved) {
    // The first comparison takes idle connections for busy ones: it is true of nearly every request
    // and needs no look at the other loops. Each loop may have reserved one that is not open yet.
    return has == 0
        || isWithinShare(has, maxConnections - open.get() - members.size())
        || isWithinShare(has, maxConnections - lent() + reserved);
  }

  private int lent() {
    int sum = 0;
    for (Member member : members) {
      sum += member.lent.get();
    }
    return sum;
  }

  /** Connections in use, on average of the loops. */
  int lentPerLoop() {
    return lent() / Math.max(1, members.size());
  }

  private boolean isWithinShare(int has, int free) {
    return (long) has * (100 - clientShare) < (long) clientShare * free;
  }

  /** Takes a place for a request that has to wait; false if there is none, or none for this client. */
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

  /** Takes a place again that was given back a moment ago. */
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

  /** One event loop. Its methods are for that loop's thread. */
  final class Member {
    private final EventLoop loop;
    private final Runnable serve;
    private final Runnable giveUp;
    private final AtomicInteger lent = new AtomicInteger();
    private final AtomicInteger idle = new AtomicInteger();
    private final AtomicInteger wakePending = new AtomicInteger();
    private final AtomicInteger giveUpPending = new AtomicInteger();
    private volatile boolean isWaiting;

    private Member(EventLoop loop, Runnable serve, Runnable giveUp) {
      this.loop = loop;
      this.serve = serve;
      this.giveUp = giveUp;
    }

    int lent() {
      return lent.getPlain();
    }

    /**
     * Reserves a connection of the client's share, until {@link #takeBack}; false if the share is used up. Reserves first and compares
     * afterwards: loops that compared first would each take the last one.
     */
    boolean tryHold(long client) {
      do {
        lent.set(lent.getPlain() + 1);
        held.add(client, 1);
        if (mayHold(held.of(client) - 1, 1)) {
          return true;
        }
        takeBack(client);
        // Two loops that reserve the last one both see it taken.
      } while (mayHold(client));
      return false;
    }

    void takeBack(long client) {
      lent.set(lent.getPlain() - 1);
      held.add(client, -1);
    }

    /** How many connections of this loop are idle now. */
    void idle(int count) {
      idle.setRelease(count);
    }

    /** Whether requests wait on this loop. */
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

    /** Whether this loop uses more than its part of the connections, while requests wait on others. */
    boolean isAbovePart() {
      return lent.getPlain() > maxConnections / Math.max(1, members.size());
    }

    /** Wakes another loop on which requests wait: a connection may be opened there, or its client may hold one more. */
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

    /** Has another loop close an idle connection, so that one can be opened here. */
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

  /** Null where a loop has just left. */
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
