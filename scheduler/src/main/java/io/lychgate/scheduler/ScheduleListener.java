package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * An observer of what the order on one connection was and why it was so: the connection timeline of
 * the admin UI, and tests. Called on the event loop; must neither block nor allocate for a frame.
 *
 * <p>Times are the caller's, in nanoseconds of one clock that never steps back. The caller checks for
 * {@link #DISABLED} first, so that a connection that is not watched does not even read that clock.
 */
public interface ScheduleListener {
  /** Does nothing: the listener of a connection that is not watched. */
  ScheduleListener DISABLED = new ScheduleListener() {
    @Override
    public void frameSent(long nanos, long streamId, int bytes, ScheduleReason reason) {}

    @Override
    public void priorityDecided(
        long nanos,
        long streamId,
        PriorityReason reason,
        @Nullable String source,
        StreamPriority result) {}
  };

  /**
   * One DATA frame is handed to the connection. One that only ends its stream has no turn and is not told.
   *
   * @param bytes octets of its payload
   * @param reason why this stream and no other
   */
  void frameSent(long nanos, long streamId, int bytes, ScheduleReason reason);

  /**
   * The priority of a stream was decided: the client asked, or the gateway kept or changed it.
   *
   * @param source which rule or which manifest's entry decided, {@link PriorityDecision#source}; null for every other reason
   * @param result where the stream stands from now on
   */
  void priorityDecided(
      long nanos,
      long streamId,
      PriorityReason reason,
      @Nullable String source,
      StreamPriority result);
}
