package io.lychgate.gateway.exchange;

/** A client connection that can be drained. Event loop only. */
public interface Drainable {
  /** Value of {@link #idleSince}: in use, or without a file descriptor of its own. */
  long BUSY = Long.MAX_VALUE;

  /** Completes requests in flight and accepts no new ones. */
  void drain();

  /**
   * Drains, but serves a request that the client may be sending at this moment. A connection that cannot announce its end serves its
   * next request, if that comes soon.
   */
  default void drainSoon() {
    drain();
  }

  /** Time on the loop's clock, in nanoseconds, since which no request is in flight; {@link #BUSY} while one is. */
  default long idleSince() {
    return BUSY;
  }

  /** Closes an idle connection at once, to free its file descriptor. */
  default void closeIdle() {}
}
