package io.lychgate.gateway.timing;

import io.lychgate.gateway.message.ResponseEnd;

/** An event that a loop passes to the thread of the timings. */
sealed interface TimingEvent {
  MeasuredView view();

  /** The response with the page has ended. */
  record Sent(MeasuredView view, ResponseEnd how, long bytes) implements TimingEvent {}

  /** A report that has passed all checks which need no memory. */
  record Reported(MeasuredView view, Report report, BrowserLane lane, String device, String browser)
      implements TimingEvent {}
}
