package io.lychgate.gateway.observe.timeline;

import java.util.concurrent.atomic.AtomicBoolean;

/** A request to record a connection. The first loop with a matching connection takes the watch. Any thread. */
final class Watch {
  private final long id;
  private final TimelineSummary.Origin origin;
  private final WatchFilter filter;
  private final long createdMillis;
  private final long createdNanos;
  private final long patienceNanos;
  private final AtomicBoolean taken = new AtomicBoolean();

  Watch(
      long id,
      WatchFilter filter,
      String author,
      long createdMillis,
      long createdNanos,
      long patienceNanos) {
    this.id = id;
    this.origin = new TimelineSummary.Origin(filter, author);
    this.filter = filter;
    this.createdMillis = createdMillis;
    this.createdNanos = createdNanos;
    this.patienceNanos = patienceNanos;
  }

  long id() {
    return id;
  }

  TimelineSummary.Origin origin() {
    return origin;
  }

  WatchFilter filter() {
    return filter;
  }

  /** Takes the watch. Returns true only once, to the loop that records. */
  boolean take() {
    return taken.compareAndSet(false, true);
  }

  boolean isTaken() {
    return taken.get();
  }

  boolean isExpired(long nowNanos) {
    return nowNanos - createdNanos >= patienceNanos;
  }

  TimelineSummary summary(long nowNanos) {
    return new TimelineSummary(
        id,
        origin,
        isExpired(nowNanos) ? TimelineSummary.State.EXPIRED : TimelineSummary.State.WAITING,
        null,
        createdMillis,
        patienceNanos,
        TimelineSummary.Extent.NONE);
  }
}
