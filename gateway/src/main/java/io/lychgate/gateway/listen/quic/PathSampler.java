package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.PathCount;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionPathStats;
import io.netty.handler.codec.quic.QuicConnectionStats;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Samples quiche's path statistics of a socket's connections: some of them each second in rotation, and each once more when it
 * closes. Event loop only.
 */
final class PathSampler {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** Connections sampled per second. Each costs about 2 us, so this is 0.01 % of a loop, for any number of open connections. */
  private static final int MAX_IN_A_PERIOD = 50;

  private final DeadlineWheel deadlines;
  private final LoopObserver observer;
  private final int pathClass;
  private final Set<Sampled> open = new LinkedHashSet<>();
  private final Deadline round = new Deadline() {
    @Override
    protected void expired() {
      sample();
    }
  };

  PathSampler(DeadlineWheel deadlines, LoopObserver observer, int pathClass) {
    this.deadlines = deadlines;
    this.observer = observer;
    this.pathClass = pathClass;
  }

  /** Follows a connection to its end. */
  void add(QuicChannel channel) {
    Sampled sampled = new Sampled(channel);
    if (open.isEmpty()) {
      deadlines.arm(round, PERIOD.toNanos());
    }
    open.add(sampled);
    channel.closeFuture().addListener(closed -> {
      open.remove(sampled);
      sampled.count();
      if (open.isEmpty()) {
        deadlines.disarm(round);
      }
    });
  }

  private void sample() {
    for (int left = Math.min(MAX_IN_A_PERIOD, open.size()); left > 0; left--) {
      Iterator<Sampled> longestAgo = open.iterator();
      Sampled sampled = longestAgo.next();
      longestAgo.remove();
      open.add(sampled);
      sampled.count();
      sampled.path();
    }
    deadlines.arm(round, PERIOD.toNanos());
  }

  /** Returns the result, which is available at once on the loop of the connection. */
  private static <T> @Nullable T now(Future<T> result) {
    return result.isSuccess() ? result.getNow() : null;
  }

  /** One connection, with its values that have already been counted. */
  private final class Sampled {
    private final QuicChannel channel;
    private long packets;
    private long lost;
    private long retransmitted;
    private long bytes;
    private long bytesLost;
    private long bytesRetransmitted;

    Sampled(QuicChannel channel) {
      this.channel = channel;
    }

    /** Counts the difference since the last call. */
    void count() {
      QuicConnectionStats stats = now(channel.collectStats());
      if (stats == null) {
        return;
      }
      packets = add(PathCount.PACKETS_SENT, packets, stats.sent());
      lost = add(PathCount.PACKETS_LOST, lost, stats.lost());
      retransmitted = add(PathCount.PACKETS_RETRANSMITTED, retransmitted, stats.retrans());
      bytes = add(PathCount.BYTES_SENT, bytes, stats.sentBytes());
      bytesLost = add(PathCount.BYTES_LOST, bytesLost, stats.lostBytes());
      bytesRetransmitted =
          add(PathCount.BYTES_RETRANSMITTED, bytesRetransmitted, stats.streamRetransBytes());
    }

    private long add(PathCount what, long before, long now) {
      if (now > before) {
        observer.path(what, pathClass, now - before);
      }
      return Math.max(before, now);
    }

    /** Samples the path in use. */
    void path() {
      QuicConnectionStats stats = now(channel.collectStats());
      long paths = stats == null ? 0 : Math.min(stats.pathsCount(), ClientPaths.MAX);
      for (int i = 0; i < paths; i++) {
        QuicConnectionPathStats path = now(channel.collectPathStats(i));
        if (path != null && path.active()) {
          observer.path(PathCount.SAMPLES, pathClass, 1);
          observer.path(PathCount.ROUND_TRIP_NANOS, pathClass, path.rtt());
          observer.path(PathCount.WINDOW_BYTES, pathClass, path.cwnd());
          return;
        }
      }
    }
  }
}
