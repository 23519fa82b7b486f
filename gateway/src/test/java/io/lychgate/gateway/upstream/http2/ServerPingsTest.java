package io.lychgate.gateway.upstream.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.ConnectionConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.testkit.FakeTicker;
import io.lychgate.gateway.upstream.UpstreamCounts;
import io.lychgate.gateway.upstream.UpstreamLoop;
import io.lychgate.gateway.upstream.UpstreamSite;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** PINGs on a connection with pingAfter 30 s and connectTimeout 4 s. */
final class ServerPingsTest {
  private static final Duration AFTER = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofSeconds(4);

  /** A look at the clock may come one tick of the wheel late. */
  private static final Duration LATE = DeadlineWheel.TICK.multipliedBy(2);

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final FakeTicker ticker = new FakeTicker();
  private final DeadlineWheel deadlines =
      new DeadlineWheel(channel.eventLoop(), new LoopClock(channel.eventLoop(), ticker));
  private final List<String> events = new ArrayList<>();
  private boolean hasRequests;

  private final ServerPings pings = new ServerPings(site(), new ServerPings.Owner() {
    @Override
    public void writePing(long content) {
      events.add(content == ServerPings.IN_SILENCE ? "PING in silence" : "PING before reuse");
    }

    @Override
    public boolean hasRequests() {
      return hasRequests;
    }

    @Override
    public void proved() {
      events.add("proved");
    }

    @Override
    public void vanished(String why) {
      events.add(why);
      pings().close();
    }
  });

  private ServerPings pings() {
    return pings;
  }

  private UpstreamSite site() {
    EventLoop loop = channel.eventLoop();
    UpstreamConfig base = UpstreamConfig.of(
        "app", List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "10.0.0.1", 80)));
    ConnectionConfig all = base.connections();
    UpstreamConfig upstream = base.toBuilder()
        .connectTimeout(PATIENCE)
        .connections(new ConnectionConfig(
            all.maxAge(), all.maxRequests(), all.maxStreams(), AFTER, all.subset(), null))
        .build();
    UpstreamLoop on = new UpstreamLoop(
        loop,
        deadlines,
        new FlushQueue(loop, deadlines.clock()),
        LoopDescriptors.unlimited(loop),
        new TurnShares(loop, deadlines.clock()),
        new Observatory(List.of(loop), ticker).of(loop));
    return new UpstreamSite(upstream, on, new UpstreamCounts(on.observer(), 0));
  }

  private void pass(Duration time) {
    ticker.advance(time);
    channel.runPendingTasks();
    deadlines.run();
  }

  @Test
  void silentServerThatDoesNotRespondIsLost() {
    hasRequests = true;
    pings.begin();
    pass(AFTER.minusSeconds(1));
    assertThat(events).isEmpty();

    pass(LATE.plusSeconds(1));
    assertThat(events).containsExactly("PING in silence");

    pass(PATIENCE.plus(LATE));
    assertThat(events).containsExactly("PING in silence", "no response to PING within 4000 ms");
    pass(AFTER.multipliedBy(2));
    assertThat(events).as("closed").hasSize(2);
  }

  @Test
  void responseBeginsTheSilenceAgain() {
    hasRequests = true;
    pings.begin();
    pass(AFTER.plus(LATE));
    pass(Duration.ofMillis(1));
    pings.bytesCame();
    pings.responded(ServerPings.IN_SILENCE);

    pass(PATIENCE.plus(LATE));
    assertThat(events).containsExactly("PING in silence");
    pass(AFTER);
    assertThat(events).containsExactly("PING in silence", "PING in silence");
  }

  @Test
  void thereIsNoPingWhileBytesArrive() {
    hasRequests = true;
    pings.begin();
    for (int i = 0; i < 10; i++) {
      pass(AFTER.minusSeconds(1));
      pings.bytesCame();
    }

    assertThat(events).isEmpty();
  }

  @Test
  void thereIsNoPingWithoutARequest() {
    pings.begin();
    for (int i = 0; i < 10; i++) {
      pass(AFTER);
    }

    assertThat(events).isEmpty();
  }

  @Test
  void firstRequestAfterASilenceWaitsForAResponse() {
    pings.begin();
    pass(AFTER.plusSeconds(1));
    pings.checkBeforeReuse();
    assertThat(pings.isDoubtful()).isTrue();

    pings.checkBeforeReuse();
    pings.responded(ServerPings.IN_SILENCE);
    assertThat(events).containsExactly("PING before reuse");
    assertThat(pings.isDoubtful()).isTrue();

    pings.bytesCame();
    pings.responded(ServerPings.BEFORE_REUSE);
    assertThat(events).containsExactly("PING before reuse", "proved");
    assertThat(pings.isDoubtful()).isFalse();
    pass(PATIENCE);
    assertThat(events).hasSize(2);
  }

  @Test
  void firstRequestAfterASilenceDoesNotWaitForLong() {
    pings.begin();
    pass(AFTER.plusSeconds(1));
    pings.checkBeforeReuse();
    pass(Duration.ofSeconds(1).plus(LATE));

    assertThat(events)
        .containsExactly("PING before reuse", "no response to PING on an idle connection");
  }

  @Test
  void requestSoonAfterTheLastBytesIsSentAtOnce() {
    pings.begin();
    pass(AFTER.minusSeconds(1));
    pings.checkBeforeReuse();

    assertThat(pings.isDoubtful()).isFalse();
    assertThat(events).isEmpty();
  }

  @Test
  void closedConnectionIsNotLostAgain() {
    hasRequests = true;
    pings.begin();
    pass(AFTER.plusSeconds(1));
    pings.checkBeforeReuse();
    pings.close();
    pass(AFTER.multipliedBy(3));

    assertThat(events)
        .doesNotContain("no response to PING on an idle connection")
        .hasSize(2);
  }
}
