package io.lychgate.gateway.observe.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lychgate.gateway.config.TimelineConfig;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.count.WireProtocol;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TimelinesTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final TimelineConfig NO_SAMPLE = new TimelineConfig(0, 2, 64);

  private final TimelineLoop loop = new TimelineLoop();
  private final Timelines timelines = loop.timelines;

  private static WatchFilter filter(@Nullable String client, @Nullable String host) {
    return filter(client, host, false);
  }

  private static WatchFilter filter(
      @Nullable String client, @Nullable String host, boolean includesOpen) {
    try {
      return new WatchFilter(
          client == null ? null : InetAddress.getByName(client), host, includesOpen);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private long watch(WatchFilter filter) {
    return timelines.watch(filter, MINUTE, "eve").orElseThrow().id();
  }

  private List<TimelineState> states() {
    return timelines.list().join().stream().map(TimelineSummary::state).toList();
  }

  @Test
  void samplesOneConnectionInTen() {
    TimelineConfig config = new TimelineConfig(10, 16, 64);

    long recorded = IntStream.range(0, 100)
        .filter(i -> loop.visit("192.0.2.1", "localhost", config) != null)
        .count();

    assertThat(recorded).isEqualTo(10);
    assertThat(timelines.list().join()).allMatch(each -> each.origin().isSample());
  }

  @Test
  void recordsNothingWithoutSamplesAndWatches() {
    assertThat(loop.visit("192.0.2.1", "localhost", NO_SAMPLE)).isNull();
    assertThat(timelines.list().join()).isEmpty();
  }

  @Test
  void watchRecordsOnlyTheNextConnectionOfItsAddress() {
    long id = watch(filter("192.0.2.7", null));

    assertThat(loop.visit("192.0.2.1", "localhost", NO_SAMPLE)).isNull();
    assertThat(loop.visit("192.0.2.7", "localhost", NO_SAMPLE)).isNotNull();
    assertThat(loop.visit("192.0.2.7", "localhost", NO_SAMPLE)).isNull();

    TimelineSummary summary = timelines.find(id).join().orElseThrow().summary();
    assertThat(summary.state()).isEqualTo(TimelineState.RECORDING);
    assertThat(summary.origin().author()).isEqualTo("eve");
  }

  @Test
  void addressMatchesInEverySpelling() {
    watch(filter("2001:db8::1", null));

    assertThat(loop.visit("2001:0db8:0:0:0:0:0:1", "localhost", NO_SAMPLE)).isNotNull();
  }

  @Test
  void laterRequestOfANewConnectionMatchesTheHost() {
    watch(filter(null, "shop.example"));
    long before = loop.loop.lastWatch();
    ConnectionRecord connection = loop.connect("192.0.2.1");

    assertThat(loop.loop.firstRequest(connection, "www.example", before, NO_SAMPLE))
        .isNull();
    assertThat(loop.loop.laterRequest(connection, "shop.example", before, NO_SAMPLE))
        .isNotNull();
  }

  @Test
  void openConnectionMatchesOnlyIfTheFilterAllowsIt() {
    long before = loop.loop.lastWatch();
    ConnectionRecord connection = loop.connect("192.0.2.1");
    long strict = watch(filter("192.0.2.1", null));
    assertThat(loop.loop.laterRequest(connection, "localhost", before, NO_SAMPLE))
        .isNull();

    long lenient = watch(filter("192.0.2.1", null, true));

    assertThat(loop.loop.laterRequest(connection, "localhost", before, NO_SAMPLE))
        .isNotNull();
    assertThat(timelines.find(strict).join().orElseThrow().summary().state())
        .isEqualTo(TimelineState.WAITING);
    assertThat(timelines.find(lenient).join().orElseThrow().summary().state())
        .isEqualTo(TimelineState.RECORDING);
  }

  @Test
  void watchWithoutAConnectionExpires() {
    watch(filter("192.0.2.1", null));
    assertThat(states()).containsExactly(TimelineState.WAITING);

    loop.ticker.advance(MINUTE);

    assertThat(loop.visit("192.0.2.1", "localhost", NO_SAMPLE)).isNull();
    assertThat(states()).containsExactly(TimelineState.EXPIRED);
    assertThat(loop.loop.isWatching()).isFalse();
  }

  @Test
  void http1IsNotRecorded() {
    watch(filter("192.0.2.1", null));
    ConnectionRecord connection = loop.connect("192.0.2.1", WireProtocol.HTTP_1_1);

    assertThat(loop.loop.firstRequest(
            connection, "localhost", loop.loop.lastWatch(), new TimelineConfig(1, 16, 64)))
        .isNull();
    assertThat(states()).containsExactly(TimelineState.WAITING);
  }

  @Test
  void requestedTimelineReplacesASample() {
    TimelineConfig sampling = new TimelineConfig(1, 2, 64);
    ConnectionTimeline first = loop.visit("192.0.2.1", "localhost", sampling);
    loop.visit("192.0.2.2", "localhost", sampling);
    assertThat(loop.visit("192.0.2.3", "localhost", sampling)).isNull();
    long id = watch(filter("192.0.2.4", null));

    assertThat(loop.visit("192.0.2.4", "localhost", sampling)).isNotNull();

    assertThat(first).isNotNull().returns(false, ConnectionTimeline::isRecording);
    assertThat(timelines.find(id).join()).isPresent();
    assertThat(timelines.list().join()).hasSize(2);
  }

  @Test
  void closedConnectionStaysUntilItsSlotIsNeeded() {
    TimelineConfig sampling = new TimelineConfig(1, 2, 64);
    ConnectionTimeline first =
        Objects.requireNonNull(loop.visit("192.0.2.1", "localhost", sampling));
    loop.visit("192.0.2.2", "localhost", sampling);
    first.closed(7);
    assertThat(timelines.find(first.id()).join().orElseThrow().summary().state())
        .isEqualTo(TimelineState.ENDED);

    assertThat(loop.visit("192.0.2.3", "localhost", sampling)).isNotNull();

    assertThat(timelines.find(first.id()).join()).isEmpty();
  }

  @Test
  void watchCanBeCancelled() {
    long id = watch(filter("192.0.2.1", null));

    assertThat(timelines.delete(id).join()).isTrue();

    assertThat(timelines.delete(id).join()).isFalse();
    assertThat(timelines.find(id).join()).isEmpty();
    assertThat(loop.visit("192.0.2.1", "localhost", NO_SAMPLE)).isNull();
  }

  @Test
  void waitingWatchesAreLimited() {
    for (int i = 0; i < Limits.TIMELINE_WATCHES; i++) {
      watch(filter("192.0.2.1", null));
    }
    assertThat(timelines.watch(filter("192.0.2.1", null), MINUTE, "eve")).isEmpty();

    loop.ticker.advance(MINUTE);

    for (int i = 0; i < Limits.TIMELINE_WATCHES; i++) {
      watch(filter("192.0.2.1", null));
    }
    loop.ticker.advance(MINUTE);
    watch(filter("192.0.2.1", null));
    assertThat(timelines.list().join()).hasSize(2 * Limits.TIMELINE_WATCHES);
  }

  @Test
  void emptyFilterIsRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> filter(null, null));
  }
}
