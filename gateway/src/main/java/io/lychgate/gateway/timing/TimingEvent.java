package io.lychgate.gateway.timing;

import io.lychgate.gateway.message.ResponseEnd;
import org.jspecify.annotations.Nullable;

/** An event that a loop passes to the thread of the timings. */
sealed interface TimingEvent {
  MeasuredView view();

  /** The response with the page has ended. */
  record Sent(MeasuredView view, ResponseEnd how, long bytes) implements TimingEvent {}

  /**
   * A report that has passed all checks which need no memory.
   *
   * @param exclusion why its view is not one of a visitor who may be measured; null if it is
   */
  record Reported(
      MeasuredView view,
      Report report,
      @Nullable ReportOutcome exclusion,
      BrowserLane lane,
      String device,
      String browser)
      implements TimingEvent {}
}
