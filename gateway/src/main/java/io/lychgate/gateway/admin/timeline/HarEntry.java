package io.lychgate.gateway.admin.timeline;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.lychgate.gateway.admin.har.HarRequest;
import io.lychgate.gateway.admin.har.HarResponse;
import io.lychgate.gateway.admin.har.HarTimings;
import io.lychgate.gateway.observe.timeline.StreamEnding;
import io.lychgate.gateway.observe.timeline.StreamView;
import io.lychgate.gateway.observe.timeline.TimelineEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One stream as an entry of an archive. Times are in milliseconds, as in the format.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record HarEntry(
    String startedDateTime,
    double time,
    HarRequest request,
    HarResponse response,
    Map<String, Object> cache,
    HarTimings timings,
    String connection,
    @JsonProperty("_stream_id") long stream,
    @JsonProperty("_was_pushed") int wasPushed,
    @JsonProperty("_promised_on") @Nullable Long promisedOn,
    @JsonProperty("_priority") @Nullable String priority,
    @JsonProperty("_askedPriority") @Nullable String askedPriority,
    @JsonProperty("_schedulePriority") @Nullable String schedulePriority,
    @JsonProperty("_frames") int frames,
    @JsonProperty("_ending") @Nullable String ending,
    @JsonProperty("_scheduleEvents") List<Event> scheduleEvents) {

  private static final double NANOS_OF_A_MILLI = 1e6;

  static HarEntry of(
      StreamView stream,
      List<TimelineEvent> events,
      Instant startedAt,
      String version,
      String connection) {
    HarTimings timings = timings(stream);
    StreamEnding ending = stream.ending();
    return new HarEntry(
        // Readers of the format expect milliseconds, and fail on more than six digits.
        startedAt.truncatedTo(ChronoUnit.MICROS).toString(),
        timings.sum(),
        request(stream, version),
        response(stream, version),
        Map.of(),
        timings,
        connection,
        stream.stream(),
        stream.promisedOn() == 0 ? 0 : 1,
        stream.promisedOn() == 0 ? null : stream.promisedOn(),
        PriorityText.ofChrome(stream.priority()),
        PriorityText.of(stream.asked()),
        PriorityText.of(stream.priority()),
        stream.frames(),
        ending == null ? null : ending.token(),
        events.stream().map(event -> Event.of(event, stream.openedNanos())).toList());
  }

  private static double millis(long nanos) {
    return nanos / NANOS_OF_A_MILLI;
  }

  private static HarRequest request(StreamView stream, String version) {
    String scheme = stream.request().isSecure() ? "https://" : "http://";
    return HarRequest.of(
        stream.request().method(),
        scheme + stream.request().authority() + stream.request().path(),
        version);
  }

  private static HarResponse response(StreamView stream, String version) {
    String type = stream.contentType();
    return HarResponse.of(stream.status(), version, stream.bytes(), type == null ? "" : type);
  }

  /** Returns the durations. The gateway cannot measure the client's DNS and connection setup. */
  private static HarTimings timings(StreamView stream) {
    long end = Math.max(stream.endedNanos(), Math.max(stream.lastNanos(), stream.headNanos()));
    long head = stream.headNanos() == StreamView.NEVER ? end : stream.headNanos();
    long waiting = head == StreamView.NEVER ? 0 : head - stream.openedNanos();
    return HarTimings.of(
        HarTimings.NOT_APPLICABLE, millis(waiting), millis(Math.max(0, end - head)));
  }

  /** One event of the stream. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Event(
      double time,
      String kind,
      @Nullable Integer bytes,
      @Nullable String reason,
      @Nullable String text,
      @Nullable String source,
      @Nullable String priority) {
    static Event of(TimelineEvent event, long openedNanos) {
      TimelineEvent.Reason reason = event.reason();
      return new Event(
          millis(event.nanos() - openedNanos),
          event.kind().token(),
          event.kind() == TimelineEvent.Kind.SENT ? event.amount() : null,
          reason == null ? null : reason.token(),
          reason == null ? null : reason.sentence(),
          event.source(),
          PriorityText.of(event.priority()));
    }
  }
}
