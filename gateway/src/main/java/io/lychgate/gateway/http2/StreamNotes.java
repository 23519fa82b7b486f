package io.lychgate.gateway.http2;

import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.timeline.ConnectionTimeline;
import io.lychgate.scheduler.PriorityReason;
import io.lychgate.scheduler.StreamPriority;

/** What the timeline of a connection is told of its streams; on nearly every connection there is none. */
final class StreamNotes {
  private StreamNotes() {}

  /**
   * A stream has its place.
   *
   * @param promisedOn the stream that carried the promise; 0 for a request of the client
   */
  static void opened(Http2Edge edge, int streamId, int promisedOn, RequestHead request) {
    ConnectionTimeline timeline = edge.client().timelineFor(request.authority());
    StreamPriority priority = timeline == null ? null : edge.distributor().priority(streamId);
    if (timeline != null && priority != null) {
      edge.distributor().tell(timeline);
      timeline.streamOpened(System.nanoTime(), streamId, promisedOn, request, priority);
    }
  }

  /** The client wanted another place for a stream, which may be still to come. */
  static void asked(Http2Edge edge, int streamId) {
    ConnectionTimeline timeline = edge.client().timeline();
    StreamPriority priority = timeline == null ? null : edge.distributor().priority(streamId);
    if (timeline != null && priority != null) {
      timeline.priorityDecided(
          System.nanoTime(), streamId, PriorityReason.CLIENT_ASKED, null, priority);
    }
  }
}
