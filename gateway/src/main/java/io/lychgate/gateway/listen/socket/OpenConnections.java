package io.lychgate.gateway.listen.socket;

import io.lychgate.gateway.exchange.Drainable;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors.IdleConnections;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The connections of one loop, for draining them and closing idle ones. Event loop only, except for the count. */
public final class OpenConnections implements IdleConnections {
  /** One in this number of idle connections is closed at once: the search costs the same for one as for many. */
  private static final int SHARE = 8;

  /** Minimum age of an idle connection. The first request of a younger one may be in flight, or may wait to be read. */
  private static final long MIN_IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final LoopClock clock;
  private final Set<Drainable> open = new HashSet<>();

  /** TCP connections whose protocol is not known yet, in order of arrival. */
  private final Map<Channel, Arriving> arriving = new LinkedHashMap<>();

  private final AtomicInteger count = new AtomicInteger();

  /** TCP connections and QUIC handshakes whose protocol is not known yet. */
  private final AtomicInteger arrivals = new AtomicInteger();

  private boolean draining;
  private boolean soon;

  public OpenConnections(LoopClock clock) {
    this.clock = clock;
  }

  /** Records an accepted connection whose protocol is not known yet. */
  public void arrived(Channel channel, Arriving state) {
    if (arriving.put(channel, state) == null) {
      arrivals.incrementAndGet();
    }
  }

  /** Removes a connection that has chosen its protocol, or has closed before that. */
  public void settled(Channel channel) {
    if (arriving.remove(channel) != null) {
      arrivals.decrementAndGet();
    }
  }

  /** Records the start of a QUIC handshake. {@link #handshakeEnded} follows. */
  public void handshakeBegun() {
    arrivals.incrementAndGet();
  }

  public void handshakeEnded() {
    arrivals.decrementAndGet();
  }

  public void add(Drainable connection) {
    open.add(connection);
    count.incrementAndGet();
  }

  public void remove(Drainable connection) {
    if (open.remove(connection)) {
      count.decrementAndGet();
    }
  }

  /** Returns true after {@link #drain}; connections added later must end, too. */
  public boolean isDraining() {
    return draining;
  }

  /** Drains a connection that was added later, in the same way as the others. */
  public void drainAlso(Drainable connection) {
    if (soon) {
      connection.drainSoon();
    } else {
      connection.drain();
    }
  }

  /** Callable from any thread. */
  public int count() {
    return count.get();
  }

  /** Returns the number of connections whose protocol is not known yet. Callable from any thread. */
  public int arriving() {
    return arrivals.get();
  }

  /** Drains each connection whose place another process takes: see {@link Drainable#drainSoon}. */
  public void drainSoon() {
    draining = true;
    soon = true;
    List<Drainable> all = new ArrayList<>(open);
    all.forEach(Drainable::drainSoon);
  }

  /** Drains each connection: it completes its requests in flight and accepts no new ones. */
  public void drain() {
    draining = true;
    List<Drainable> all = new ArrayList<>(open);
    all.forEach(Drainable::drain);
  }

  /** Closes the connections that have waited longest for a request or for the end of their handshake. */
  @Override
  public int closeIdle(int most) {
    List<Idle> idle = new ArrayList<>();
    long now = clock.nanoTime();
    arriving.forEach((channel, state) -> {
      if (now - state.since() >= MIN_IDLE_NANOS) {
        idle.add(new Idle(state.since(), () -> {
          state.beforeClose().run();
          channel.close();
        }));
      }
    });
    for (Drainable connection : open) {
      long since = connection.idleSince();
      if (since != Drainable.BUSY && now - since >= MIN_IDLE_NANOS) {
        idle.add(new Idle(since, connection::closeIdle));
      }
    }
    idle.sort(Comparator.comparingLong(Idle::since));
    int closed = Math.min(most, (idle.size() + SHARE - 1) / SHARE);
    idle.subList(0, closed).forEach(each -> each.close().run());
    return closed;
  }

  /**
   * The state of a connection whose protocol is not known yet.
   *
   * @param since time of its arrival in nanoseconds
   * @param beforeClose called before the connection is closed to make room
   */
  public record Arriving(long since, Runnable beforeClose) {}

  private record Idle(long since, Runnable close) {}
}
