package io.lychgate.gateway.observe.timeline;

import io.lychgate.scheduler.PriorityReason;
import io.lychgate.scheduler.ScheduleReason;

/**
 * The reason of an event.
 *
 * @param token stable identifier
 * @param sentence text for users
 */
public record TimelineReason(String token, String sentence) {
  static TimelineReason of(ScheduleReason reason) {
    return new TimelineReason(reason.token(), reason.sentence());
  }

  static TimelineReason of(PriorityReason reason) {
    return new TimelineReason(reason.token(), reason.sentence());
  }

  static TimelineReason of(StreamEnding ending) {
    return new TimelineReason(ending.token(), ending.sentence());
  }
}
