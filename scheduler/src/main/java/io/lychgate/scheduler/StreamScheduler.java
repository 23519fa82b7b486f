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
   * Registers a stream. Adopts a node that an earlier PRIORITY or PRIORITY_UPDATE frame created.
   *
   * @param priority the priority that the request states; null if it states none
   * @param owner object that the handle returns to the caller
   */
  ScheduledStream open(int streamId, @Nullable StreamPriority priority, @Nullable Object owner);

  /** Returns the open or idle stream with this number, or null. */
  @Nullable
  ScheduledStream find(int streamId);

  /**
   * Changes the place of a stream, active or not. The number may belong to a future stream.
   *
   * @return false, with nothing changed, if the client already has the maximum number of idle streams; true in every other case,
   *     even if nothing was to do
   */
  boolean reprioritize(int streamId, StreamPriority priority);

  /**
   * Gives a stream the place that the gateway decided on ({@link PriorityOverride}). An urgency means the same in every scheduler:
   * in a tree such a stream leaves the client's order, but its dependents stay. Later priorities from the client for this stream
   * are ignored.
   */
  void override(ScheduledStream stream, StreamPriority priority);

  /** Closes a stream, and deactivates it first if necessary. */
  void close(ScheduledStream stream);

  /** Reports that the stream has data and window. */
  void activate(ScheduledStream stream);

  /** Reports that the stream has run out of data or window. */
  void deactivate(ScheduledStream stream);

  /** Returns the stream that sends ONE DATA frame now, or null if none is active. The stream stays active until deactivated. */
  @Nullable
  ScheduledStream next();

  /** Returns the reason for the last result of {@link #next}. */
  ScheduleReason lastReason();

  /** Returns the number of streams that a priority frame created and no request has used. */
  int idleStreams();

  /**
   * Returns true while a stream exists that a priority frame created and no request has used. Such a stream shows that the client
   * builds its own order (older Firefox did, nghttp does).
   */
  boolean clientBuildsItsOwnOrder();
}
