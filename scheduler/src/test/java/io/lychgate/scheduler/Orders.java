package io.lychgate.scheduler;

import java.util.StringJoiner;

/** Orders as text: {@code "A,B,C,A"}. */
final class Orders {
  private Orders() {}

  /** Returns the owners of the next frames; {@code "-"} where no stream is active. */
  static String order(StreamScheduler scheduler, int frames) {
    StringJoiner order = new StringJoiner(",");
    for (int i = 0; i < frames; i++) {
      ScheduledStream stream = scheduler.next();
      order.add(stream == null ? "-" : String.valueOf(stream.owner()));
    }
    return order.toString();
  }

  /** Returns the number of times an owner appears in an order. */
  static long turnsOf(String owner, String order) {
    return order.chars().filter(c -> c == owner.charAt(0)).count();
  }

  static ScheduledStream openActive(
      StreamScheduler scheduler, int streamId, String owner, StreamPriority priority) {
    ScheduledStream stream = scheduler.open(streamId, priority, owner);
    scheduler.activate(stream);
    return stream;
  }
}
