package io.lychgate.gateway.admin.timeline;

import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.observe.timeline.StreamView;
import io.lychgate.gateway.observe.timeline.TimelineEvent;
import io.lychgate.gateway.observe.timeline.TimelineReason;
import io.lychgate.gateway.observe.timeline.TimelineSummary;
import io.lychgate.gateway.observe.timeline.TimelineView;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One timeline with its streams and events.
 *
 * @param note meaning of the order of the events on this protocol
 * @param reasons the sentence of each reason that occurs
 */
record TimelineDetail(
    TimelineBody timeline,
    String note,
    List<Stream> streams,
    List<Event> events,
    SortedMap<String, String> reasons) {

  private static final String HTTP_2 =
      "Each `sent` is a DATA frame, in the order in which the gateway wrote them to the connection.";

  private static final String HTTP_3 =
      "Each `sent` is a piece of a response that QUIC accepted, with its time. The gateway gives QUIC the urgency of each"
          + " stream; QUIC chooses the order on the wire, which is not recorded.";

  private static final String NOTHING = "No connection has come yet.";

  static TimelineDetail of(TimelineView view) {
    List<TimelineEvent> events = view.events();
    SortedMap<String, String> reasons = new TreeMap<>();
    for (TimelineEvent event : events) {
      TimelineReason reason = event.reason();
      if (reason != null) {
        reasons.put(reason.token(), reason.sentence());
      }
    }
    return new TimelineDetail(
        TimelineBody.of(view.summary()),
        note(view.summary()),
        view.streams().stream().map(Stream::of).toList(),
        events.stream().map(Event::of).toList(),
        reasons);
  }

  static String note(TimelineSummary summary) {
    if (summary.connection() == null) {
      return NOTHING;
    }
    return summary.connection().protocol() == WireProtocol.HTTP_3 ? HTTP_3 : HTTP_2;
  }

  /** One stream. Times are nanoseconds since {@code startedAt}; null for an event that has not happened. */
  record Stream(
      long stream,
      @Nullable Long promisedOn,
      String method,
      String scheme,
      String host,
      String path,
      @Nullable String asked,
      @Nullable String priority,
      @Nullable Integer status,
      @Nullable String contentType,
      long bytes,
      int frames,
      long openedNanos,
      @Nullable Long headNanos,
      @Nullable Long firstNanos,
      @Nullable Long lastNanos,
      @Nullable Long endedNanos,
      @Nullable String ending) {
    static Stream of(StreamView view) {
      return new Stream(
          view.stream(),
          view.promisedOn() == 0 ? null : view.promisedOn(),
          view.request().method(),
          view.request().isSecure() ? "https" : "http",
          view.request().authority(),
          view.request().path(),
          PriorityText.of(view.asked()),
          PriorityText.of(view.priority()),
          view.status() == 0 ? null : view.status(),
          view.contentType(),
          view.bytes(),
          view.frames(),
          view.openedNanos(),
          orNull(view.headNanos()),
          orNull(view.firstNanos()),
          orNull(view.lastNanos()),
          orNull(view.endedNanos()),
          view.ending() == null ? null : view.ending().token());
    }

    private static @Nullable Long orNull(long nanos) {
      return nanos == StreamView.NEVER ? null : nanos;
    }
  }

  /** One event of a stream. */
  record Event(
      long sequence,
      long atNanos,
      long stream,
      String kind,
      @Nullable Integer bytes,
      @Nullable Integer status,
      @Nullable String reason,
      @Nullable String source,
      @Nullable String priority) {
    static Event of(TimelineEvent event) {
      return new Event(
          event.sequence(),
          event.nanos(),
          event.stream(),
          event.kind().token(),
          event.kind() == TimelineEvent.Kind.SENT ? event.amount() : null,
          event.kind() == TimelineEvent.Kind.HEAD ? event.amount() : null,
          event.reason() == null ? null : event.reason().token(),
          event.source(),
          PriorityText.of(event.priority()));
    }
  }
}
