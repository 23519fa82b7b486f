package io.lychgate.scheduler;

/**
 * An observer of what the order on one connection was and why it was so: the connection view of the
 * admin UI, and tests. Called on the event loop; must neither block nor keep the handle after close.
 */
public interface ScheduleListener {
  /** Does nothing: the listener of a connection that nobody watches. */
  ScheduleListener DISABLED = new ScheduleListener() {
    @Override
    public void frameSent(ScheduledStream stream, int bytes, ScheduleReason reason) {}

    @Override
    public void priorityDecided(ScheduledStream stream, PriorityDecision decision) {}
  };

  /** One DATA frame with so many octets of payload was handed to the connection. */
  void frameSent(ScheduledStream stream, int bytes, ScheduleReason reason);

  /** The gateway kept or changed what the client asked for. */
  void priorityDecided(ScheduledStream stream, PriorityDecision decision);
}
