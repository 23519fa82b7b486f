package io.lychgate.gateway.admin.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lychgate.gateway.history.Series;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The series of a range.
 *
 * @param previous the range of the same length before, if the call compares
 * @param eventsLeft number of older events that are not listed
 * @param firstAt earliest period of the store; null if there is none
 */
record HistoryBody(
    Instant from,
    Instant to,
    long widthSeconds,
    List<Instant> points,
    List<Line> series,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Range previous,
    List<EventBody> events,
    long eventsLeft,
    List<Node> nodes,
    @Nullable Instant firstAt) {

  /** One value of one protocol over time. */
  record Line(String protocol, String measure, List<@Nullable Double> values) {}

  record Range(Instant from, Instant to, List<Instant> points, List<Line> series) {}

  record Node(String id, String name) {}

  static List<Instant> points(Series series) {
    return series.points().stream().map(Series.Point::start).toList();
  }
}
