package io.lychgate.gateway.exchange;

/** A client connection that can be asked to end. Event loop only. */
public interface Drainable {
  /** Value of {@link #idleSince}: in use, or without a file descriptor of its own. */
  long BUSY = Long.MAX_VALUE;

  /** Completes requests in flight and accepts no new ones. */
  void drain();

  /** Nanoseconds of the loop's clock since which no request is in flight; {@link #BUSY} when one is. */
  default long idleSince() {
    return BUSY;
  }

  /** Closes an idle connection at once, to free its file descriptor. */
  default void closeIdle() {}
}
