package io.lychgate.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * An observer of the order on one connection and its reasons: the connection timeline of the admin UI, and tests. Called on the
 * event loop; must neither block nor allocate per frame.
 *
 * <p>Times come from the caller, in nanoseconds of one clock that never steps back. The caller checks for {@link #DISABLED} first,
 * so that an unobserved connection does not read that clock.
 */
public interface ScheduleListener {
  /** Does nothing: the listener of an unobserved connection. */
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
   * Called when one DATA frame is passed to the connection. A frame that only ends its stream takes no turn and is not reported.
   *
   * @param bytes bytes of its payload
   * @param reason why this stream was chosen
   */
  void frameSent(long nanos, long streamId, int bytes, ScheduleReason reason);

  /**
   * Called when the priority of a stream was decided: the client requested a change, or the gateway kept or changed it.
   *
   * @param source the rule or the manifest's entry that decided, {@link PriorityDecision#source}; null for every other reason
   * @param result place of the stream from now on
   */
  void priorityDecided(
      long nanos,
      long streamId,
      PriorityReason reason,
      @Nullable String source,
      StreamPriority result);
}
