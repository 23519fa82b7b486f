package io.lychgate.gateway.admin.timeline;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.lychgate.gateway.admin.har.HarCreator;
import io.lychgate.gateway.observe.ConnectionView;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.observe.timeline.StreamView;
import io.lychgate.gateway.observe.timeline.TimelineEvent;
import io.lychgate.gateway.observe.timeline.TimelineSummary;
import io.lychgate.gateway.observe.timeline.TimelineView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A timeline as an HTTP archive, HAR 1.2, which browsers and waterfall viewers open. Values without a field in the format are in
 * fields that begin with an underscore, as the format requires. {@code _priority} is Chromium's name.
 */
record HarLog(Log log) {
  static HarLog of(TimelineView view, String version) {
    TimelineSummary summary = view.summary();
    Map<Long, List<TimelineEvent>> events =
        view.events().stream().collect(Collectors.groupingBy(TimelineEvent::stream));
    ConnectionView connection = summary.connection();
    List<HarEntry> entries = connection == null
        ? List.of()
        : view.streams().stream()
            .map(stream ->
                entry(summary, connection, stream, events.getOrDefault(stream.stream(), List.of())))
            .toList();
    return new HarLog(new Log(
        HarCreator.FORMAT,
        HarCreator.gateway(version),
        entries,
        TimelineDetail.note(summary),
        TimelineBody.of(summary)));
  }

  private static HarEntry entry(
      TimelineSummary summary,
      ConnectionView connection,
      StreamView stream,
      List<TimelineEvent> events) {
    Instant startedAt =
        Instant.ofEpochMilli(summary.startedMillis()).plusNanos(stream.openedNanos());
    String version = connection.protocol() == WireProtocol.HTTP_3 ? "HTTP/3" : "HTTP/2";
    return HarEntry.of(stream, events, startedAt, version, Long.toString(connection.id(), 36));
  }

  /** The root of the format. */
  record Log(
      String version,
      HarCreator creator,
      List<HarEntry> entries,
      String comment,
      @JsonProperty("_timeline") TimelineBody timeline) {}
}
