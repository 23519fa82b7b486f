package io.lychgate.gateway.upstream;

import org.jspecify.annotations.Nullable;

/**
 * Estimates how long requests hold a connection, on one event loop. A request in progress is expected to hold it for as long again as
 * it has already, and at least for the mean of recent requests. So an upstream that has stopped responding is detected before the
 * first of its requests ends.
 *
 * <p>The estimate is the harmonic mean over the requests in progress, because a waiting request takes the connection that is free
 * first. An event stream of an hour does not delay it while other connections are free again after some milliseconds. Event loop only.
 */
final class ServiceTimes {
  /** The weight of the latest request is one eighth, as for round trips in RFC 6298. */
  private static final int WEIGHT = 8;

  /** The newest request in progress, which leads to the older ones. */
  private @Nullable StreamLease newest;

  private int inProgress;
  private long meanNanos;

  /** The last estimate, and its time. A turn makes one at most, because each looks at all requests in progress. */
  private long expectedNanos;

  private long estimatedAtNanos;

  void began(StreamLease lease) {
    StreamLease before = newest;
    lease.older = before;
    if (before != null) {
      before.newer = lease;
    }
    newest = lease;
    inProgress++;
  }

  void ended(StreamLease lease, long nowNanos) {
    leaveOut(lease);
    long took = ageNanos(lease, nowNanos);
    // One event stream that ends says nothing of the requests after it.
    meanNanos =
        meanNanos == 0 ? took : meanNanos + (Math.min(took, 2 * meanNanos) - meanNanos) / WEIGHT;
  }

  /** Removes a request in progress without measuring it, for example because it has become a tunnel. */
  void leaveOut(StreamLease lease) {
    StreamLease older = lease.older;
    StreamLease newer = lease.newer;
    if (older != null) {
      older.newer = newer;
    }
    if (newer == null) {
      newest = older;
    } else {
      newer.older = older;
    }
    lease.older = null;
    lease.newer = null;
    inProgress--;
  }

  /** Returns the nanoseconds that a request is expected to hold a connection; 0 without measurements. */
  long expectedNanos(long nowNanos) {
    if (nowNanos != estimatedAtNanos) {
      estimatedAtNanos = nowNanos;
      expectedNanos = inProgress == 0 ? meanNanos : harmonicMean(nowNanos);
    }
    return expectedNanos;
  }

  private long harmonicMean(long nowNanos) {
    double endsPerNano = 0;
    for (StreamLease lease = newest; lease != null; lease = lease.older) {
      endsPerNano += 1.0 / Math.max(1, Math.max(meanNanos, ageNanos(lease, nowNanos)));
    }
    return (long) (inProgress / endsPerNano);
  }

  private static long ageNanos(StreamLease lease, long nowNanos) {
    return Math.max(0, nowNanos - lease.lentNanos());
  }
}
