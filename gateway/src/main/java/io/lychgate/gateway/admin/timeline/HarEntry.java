package io.lychgate.gateway.admin.timeline;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
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
 *
 * <p>Header fields and cookies are not recorded, so they are empty. The size -1 means unknown.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record HarEntry(
    String startedDateTime,
    double time,
    Request request,
    Response response,
    Map<String, Object> cache,
    Timings timings,
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
  private static final int UNKNOWN_SIZE = -1;

  static HarEntry of(
      StreamView stream,
      List<TimelineEvent> events,
      Instant startedAt,
      String version,
      String connection) {
    Timings timings = Timings.of(stream);
    StreamEnding ending = stream.ending();
    return new HarEntry(
        // Readers of the format expect milliseconds, and fail on more than six digits.
        startedAt.truncatedTo(ChronoUnit.MICROS).toString(),
        timings.send() + timings.waiting() + timings.receive(),
        Request.of(stream, version),
        Response.of(stream, version),
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

  /** The request. */
  record Request(
      String method,
      String url,
      String httpVersion,
      List<Object> cookies,
      List<Object> headers,
      List<Object> queryString,
      int headersSize,
      int bodySize) {
    static Request of(StreamView stream, String version) {
      String scheme = stream.request().isSecure() ? "https://" : "http://";
      return new Request(
          stream.request().method(),
          scheme + stream.request().authority() + stream.request().path(),
          version,
          List.of(),
          List.of(),
          List.of(),
          UNKNOWN_SIZE,
          UNKNOWN_SIZE);
    }
  }

  /** The response; its status is 0 until there is one. */
  record Response(
      int status,
      String statusText,
      String httpVersion,
      List<Object> cookies,
      List<Object> headers,
      Content content,
      @JsonProperty("redirectURL") String redirectUrl,
      int headersSize,
      long bodySize) {
    static Response of(StreamView stream, String version) {
      String type = stream.contentType();
      return new Response(
          stream.status(),
          // RFC 9113 8.3.2: there is no reason phrase.
          "",
          version,
          List.of(),
          List.of(),
          new Content(stream.bytes(), type == null ? "" : type),
          "",
          UNKNOWN_SIZE,
          stream.bytes());
    }
  }

  /** Bytes on the wire. It is not recorded if they were compressed. */
  record Content(long size, String mimeType) {}

  /** The duration of each part. The gateway cannot measure the client's DNS and connection setup. */
  record Timings(
      int blocked,
      int dns,
      int connect,
      int ssl,
      double send,
      @JsonProperty("wait") double waiting,
      double receive) {
    private static final int NOT_APPLICABLE = -1;

    static Timings of(StreamView stream) {
      long end = Math.max(stream.endedNanos(), Math.max(stream.lastNanos(), stream.headNanos()));
      long head = stream.headNanos() == StreamView.NEVER ? end : stream.headNanos();
      long waiting = head == StreamView.NEVER ? 0 : head - stream.openedNanos();
      return new Timings(
          NOT_APPLICABLE,
          NOT_APPLICABLE,
          NOT_APPLICABLE,
          NOT_APPLICABLE,
          0,
          millis(waiting),
          millis(Math.max(0, end - head)));
    }
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
