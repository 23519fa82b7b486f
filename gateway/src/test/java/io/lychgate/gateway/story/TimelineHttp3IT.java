package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.observe.timeline.TimelineEvent;
import io.lychgate.gateway.observe.timeline.TimelineEvent.Kind;
import io.lychgate.gateway.observe.timeline.TimelineView;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OriginServer;
import io.lychgate.scheduler.ScheduleReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Timelines of HTTP/3, where QUIC decides on the order on the wire. */
final class TimelineHttp3IT extends Http3Story {
  private static final int SIZE = 100_000;

  @Test
  void linesOfAPriorityFieldFormOneDictionary() throws Exception {
    origin.on("/a.bin", exchange -> OriginServer.respond(exchange, 200, new byte[10]));
    long id = watch();

    send(Http3Request.head("GET", "/a.bin").add("priority", "u=2").add("priority", "i, u=4"))
        .await();
    send(Http3Request.head("GET", "/a.bin").add("priority", "u=2").add("priority", "i, u"))
        .await();
    send(Http3Request.head("GET", "/a.bin").add("priority", "u=2").add("priority", ","))
        .await();

    TimelineView view = gateway.timelines().find(id).join().orElseThrow();
    assertThat(view.streams())
        .extracting(stream -> String.valueOf(stream.asked()))
        .containsExactly("u=4, i", "u=3, i", "u=3");
  }

  @Test
  void bytesAcceptedByQuicAreRecordedWithTheirUrgency() throws Exception {
    origin.on("/a.bin", exchange -> OriginServer.respond(exchange, 200, new byte[SIZE]));
    long id = watch();

    send(Http3Request.head("GET", "/a.bin").set("priority", "u=2, i")).await();

    Await.until(() -> {
      TimelineView view = gateway.timelines().find(id).join().orElseThrow();
      List<TimelineEvent> sent =
          view.events().stream().filter(event -> event.kind() == Kind.SENT).toList();
      assertThat(sent.stream().mapToInt(TimelineEvent::amount).sum()).isEqualTo(SIZE);
      assertThat(sent).allSatisfy(event -> {
        assertThat(String.valueOf(event.priority())).isEqualTo("u=2, i");
        assertThat(event.reason())
            .isNotNull()
            .returns(ScheduleReason.HANDED_TO_QUIC.token(), reason -> reason.token());
      });
      assertThat(view.streams().get(0).request().path()).isEqualTo("/a.bin");
      assertThat(view.streams().get(0).ending()).isNotNull();
    });
  }
}
