package io.lychgate.gateway.observe.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.lychgate.gateway.config.TimelineConfig;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.scheduler.PriorityReason;
import io.lychgate.scheduler.ScheduleReason;
import io.lychgate.scheduler.TreeDependency;
import io.lychgate.scheduler.Urgency;
import io.netty.handler.codec.http.HttpMethod;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ConnectionTimelineTest {
  private static final int CAPACITY = 64;

  private final TimelineLoop loop = new TimelineLoop();
  private final ConnectionTimeline timeline = Objects.requireNonNull(
      loop.visit("192.0.2.1", "localhost", new TimelineConfig(1, 16, CAPACITY)));

  private void open(long stream, String path) {
    timeline.streamOpened(10 * stream, stream, 0, get(path), Urgency.of(3, false));
  }

  private static RequestHead get(String path) {
    return new RequestHead(HttpMethod.GET.asciiName(), true, "localhost", path, new Fields(0), 0);
  }

  private TimelineView view() {
    return loop.loop.view(timeline.id()).orElseThrow();
  }

  @Test
  void recordsEventsInOrderWithReasons() {
    open(1, "/site.css");
    timeline.priorityDecided(
        20, 1, PriorityReason.OPERATOR_RULE, "shop priorities[0]", Urgency.RAISED);
    timeline.headSent(30, 1, 200, "text/css");
    timeline.frameSent(40, 1, 16_375, ScheduleReason.MOST_URGENT);
    timeline.streamEnded(50, 1, StreamEnding.COMPLETE);

    List<TimelineEvent> events = view().events();

    assertThat(events).extracting(TimelineEvent::kind).containsExactly(TimelineEvent.Kind.values());
    assertThat(events).extracting(TimelineEvent::nanos).containsExactly(10L, 20L, 30L, 40L, 50L);
    assertThat(events).extracting(TimelineEvent::amount).containsExactly(0, 0, 200, 16_375, 0);
    assertThat(events)
        .extracting(event -> event.reason() == null ? "" : event.reason().token())
        .containsExactly("", "operator-rule", "", "most-urgent", "complete");
    assertThat(events)
        .extracting(TimelineEvent::source)
        .containsExactly(null, "shop priorities[0]", null, null, null);
    assertThat(events)
        .extracting(event -> String.valueOf(event.priority()))
        .containsExactly("u=3", "u=0", "u=0", "u=0", "u=0");
  }

  @Test
  void keepsTheNewestEventsAndCountsDroppedOnes() {
    open(1, "/large");
    for (int i = 0; i < 1000; i++) {
      timeline.frameSent(100 + i, 1, 10, ScheduleReason.MOST_URGENT);
    }

    TimelineView view = view();

    assertThat(view.events()).hasSize(CAPACITY);
    assertThat(view.events().get(0).sequence()).isEqualTo(1001 - CAPACITY);
    assertThat(view.events().get(CAPACITY - 1).nanos()).isEqualTo(1099);
    assertThat(view.summary().extent().recorded()).isEqualTo(1001);
    assertThat(view.summary().extent().dropped()).isEqualTo(1001 - CAPACITY);
  }

  @Test
  void streamTotalsIncludeDroppedEvents() {
    open(1, "/large");
    for (int i = 0; i < 1000; i++) {
      timeline.frameSent(100 + i, 1, 10, ScheduleReason.MOST_URGENT);
    }

    StreamView stream = view().streams().get(0);

    assertThat(stream.bytes()).isEqualTo(10_000);
    assertThat(stream.frames()).isEqualTo(1000);
    assertThat(stream.firstNanos()).isEqualTo(100);
    assertThat(stream.lastNanos()).isEqualTo(1099);
    assertThat(stream.endedNanos()).isEqualTo(StreamView.NEVER);
  }

  @Test
  void keepsNoQuery() {
    open(1, "/reset?token=secret");

    assertThat(view().streams().get(0).request().path()).isEqualTo("/reset");
  }

  @Test
  void oldestStreamIsDroppedAboveTheLimit() {
    for (int i = 0; i < 20; i++) {
      open(2L * i + 1, "/" + i);
    }

    assertThat(view().streams()).hasSize(CAPACITY / 4);
    assertThat(view().streams().get(0).request().path()).isEqualTo("/4");
    assertThat(view().summary().extent().streamsDropped()).isEqualTo(4);
  }

  @Test
  void keepsAPlaceInTheTree() {
    TreeDependency place =
        new TreeDependency(Integer.MAX_VALUE, TreeDependency.RAISED_WEIGHT, true);
    timeline.streamOpened(1, 5, 3, get("/"), place);

    assertThat(view().streams().get(0).asked()).isEqualTo(place);
    assertThat(view().streams().get(0).promisedOn()).isEqualTo(3);
  }

  @Test
  void frameOfAStreamOpenedBeforeTheRecordingHasNoPriority() {
    timeline.frameSent(1, 7, 100, ScheduleReason.WEIGHTED_TURN);

    TimelineEvent event = view().events().get(0);

    assertThat(event.stream()).isEqualTo(7);
    assertThat(event.priority()).isNull();
  }

  @Test
  void stoppedTimelineIgnoresEvents() {
    assertThat(loop.loop.delete(timeline.id())).isTrue();
    open(1, "/");
    timeline.headSent(2, 1, 200, null);
    timeline.frameSent(3, 1, 1, ScheduleReason.MOST_URGENT);
    timeline.streamEnded(4, 1, StreamEnding.FAILED);

    assertThat(timeline.isRecording()).isFalse();
    assertThat(loop.loop.view(timeline.id())).isEmpty();
  }

  @Test
  void recordingAFrameAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    open(1, "/");
    for (int i = 0; i < 20_000; i++) {
      timeline.frameSent(i, 1, 10, ScheduleReason.MOST_URGENT);
    }

    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 20_000; i++) {
      timeline.frameSent(i, 1, 10, ScheduleReason.MOST_URGENT);
    }

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2000);
  }
}
