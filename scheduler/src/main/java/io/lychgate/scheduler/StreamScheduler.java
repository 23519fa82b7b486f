package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * The order in which the streams of one connection send their DATA frames. Event loop only.
 *
 * <p>Use: {@link #open} when a request arrives (or is promised), {@link #activate} when the stream
 * has data and window, {@link #next} for each frame to write, {@link #deactivate} when data or window
 * has run out, {@link #close} when the stream is done.
 */
public interface StreamScheduler {
  /**
   * Makes a stream known. A node that a PRIORITY or PRIORITY_UPDATE frame made before is adopted.
   *
   * @param priority what the request says about itself; null when it says nothing
   * @param owner what the caller wants to find in the handle again
   */
  ScheduledStream open(int streamId, @Nullable StreamPriority priority, @Nullable Object owner);

  /** The open or idle stream of that number, or null. */
  @Nullable
  ScheduledStream find(int streamId);

  /**
   * Changes the place of a stream, active or not; the number may be of a stream that is still to come.
   *
   * @return false, with nothing done, when the client made as many idle streams as this remembers; true
   *     in every other case, also when there was nothing to do
   */
  boolean reprioritize(int streamId, StreamPriority priority);

  /**
   * Gives a stream the place that the gateway decided on ({@link PriorityOverride}). An urgency means the
   * same in every scheduler: in a tree such a stream leaves the client's order without those that depend
   * on it. What the client says of the stream from then on is not heard.
   */
  void override(ScheduledStream stream, StreamPriority priority);

  /** Forgets a stream, after {@link #deactivate} where that is needed. */
  void close(ScheduledStream stream);

  /** The stream has data and window. */
  void activate(ScheduledStream stream);

  /** The stream has run out of data or of window. */
  void deactivate(ScheduledStream stream);

  /** The stream that sends ONE DATA frame now; it stays active until deactivated. Null: none is. */
  @Nullable
  ScheduledStream next();

  /** Why the last answer of {@link #next} was given. */
  ScheduleReason lastReason();

  /** Streams that a priority frame made and no request has used. */
  int idleStreams();

  /**
   * True while a stream exists that a priority frame made and no request has used: the mark of a
   * client that builds an order of its own (older Firefox did, nghttp does).
   */
  boolean clientBuildsItsOwnOrder();
}
