package io.lychgate.gateway.http2;

import io.lychgate.gateway.exchange.ClientConnection;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.timeline.ConnectionTimeline;
import io.lychgate.scheduler.PriorityReason;
import io.lychgate.scheduler.StreamPriority;

/** Reports stream events to the timeline of a connection. Nearly every connection has none. */
final class StreamNotes {
  private StreamNotes() {}

  /**
   * Reports a stream that has its place.
   *
   * @param promisedOn the stream that carried the promise; 0 for a request of the client
   */
  static void opened(
      ClientConnection client,
      SchedulerDistributor order,
      int streamId,
      int promisedOn,
      RequestHead request) {
    ConnectionTimeline timeline = client.timelineFor(request.authority());
    StreamPriority priority = timeline == null ? null : order.priority(streamId);
    if (timeline != null && priority != null) {
      order.listener(timeline);
      timeline.streamOpened(System.nanoTime(), streamId, promisedOn, request, priority);
    }
  }

  /** Reports that the client moved a stream, which need not exist yet. */
  static void moved(ClientConnection client, SchedulerDistributor order, int streamId) {
    ConnectionTimeline timeline = client.timeline();
    StreamPriority priority = timeline == null ? null : order.priority(streamId);
    if (timeline != null && priority != null) {
      timeline.priorityDecided(
          System.nanoTime(), streamId, PriorityReason.CLIENT_ASKED, null, priority);
    }
  }
}
