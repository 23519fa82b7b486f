package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.ConnectionConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.testkit.FakeTicker;
import io.lychgate.gateway.upstream.balance.ServerSubset;
import io.lychgate.gateway.upstream.discovery.Discovery;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One of two loops, which has two of four servers. The servers of the test are numbered in the order in which the loop uses them. */
final class SubsetFailOverTest {
  private static final int OWN = 2;
  private static final int ALL = 4;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final FakeTicker ticker = new FakeTicker();
  private final StreamsOfTest protocol = new StreamsOfTest();
  private final DeadlineWheel deadlines =
      new DeadlineWheel(channel.eventLoop(), new LoopClock(channel.eventLoop(), ticker));
  private final SharedUpstreams shared = new SharedUpstreams(Discovery.ofConfiguration(), ticker);
  private final LoopUpstreams upstreams = upstreams();
  private final UpstreamConfig app = app();

  private LoopUpstreams upstreams() {
    EventLoop loop = channel.eventLoop();
    UpstreamLoop parts = new UpstreamLoop(
        loop,
        new ServerSubset(0, 2, 7),
        deadlines,
        new FlushQueue(loop, deadlines.clock()),
        LoopDescriptors.unlimited(loop),
        new TurnShares(loop, deadlines.clock()),
        new Observatory(List.of(loop), ticker).of(loop));
    return new LoopUpstreams(parts, name -> 0, protocol, shared);
  }

  private static UpstreamConfig app() {
    UpstreamConfig base = UpstreamConfig.of(
        "app",
        IntStream.rangeClosed(1, ALL)
            .mapToObj(port -> new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", port))
            .toList());
    ConnectionConfig all = base.connections();
    return base.toBuilder()
        .connections(new ConnectionConfig(
            all.maxAge(), all.maxRequests(), all.maxStreams(), all.pingAfter(), OWN, null))
        .build();
  }

  private Sink send() {
    Sink sink = new Sink();
    RequestHead request =
        new RequestHead(AsciiString.of("GET"), false, "localhost", "/", new Fields(), 0);
    var unused = upstreams.forward(
        app,
        OutgoingRequest.plain(request, "localhost", true),
        () -> 256,
        ForwardPolicy.DEFAULT,
        sink);
    return sink;
  }

  /** Returns the number of the server to which a connection is being opened. */
  private int opening() {
    return IntStream.range(0, protocol.servers())
        .filter(server -> protocol.server(server).opening() > 0)
        .findFirst()
        .orElseThrow();
  }

  private void pass(Duration time) {
    ticker.advance(time);
    channel.runPendingTasks();
    deadlines.run();
  }

  /** Serves a request. Returns the number of its server. */
  private int serve() {
    int[] before = taken();
    Sink sink = send();
    for (int i = 0; i < protocol.servers(); i++) {
      if (protocol.server(i).opening() > 0) {
        protocol.server(i).accept(1).respond(200, "");
      }
    }
    if (sink.status == 0) {
      protocol.lastLent().respond(200, "");
    }
    assertThat(sink.status).isEqualTo(200);
    int[] after = taken();
    return IntStream.range(0, after.length)
        .filter(server -> after[server] > (server < before.length ? before[server] : 0))
        .findFirst()
        .orElseThrow();
  }

  private int[] taken() {
    return IntStream.range(0, protocol.servers())
        .map(server -> protocol.server(server).taken())
        .toArray();
  }

  @Test
  void loopUsesItsPartOfTheServers() {
    assertThat(List.of(serve(), serve(), serve(), serve())).containsOnly(0, 1);
    assertThat(protocol.servers()).isEqualTo(OWN);
  }

  @Test
  void requestGoesToServersOfOtherLoopsIfEachOwnOneFails() {
    Sink sink = send();
    protocol.server(opening()).refuse();
    assertThat(protocol.servers()).isEqualTo(OWN);
    protocol.server(opening()).refuse();

    assertThat(sink.failure).isNull();
    assertThat(protocol.servers()).isEqualTo(ALL);
    int server = opening();
    assertThat(server).isGreaterThanOrEqualTo(OWN);
    protocol.server(server).accept(1).respond(200, "");
    assertThat(sink.status).isEqualTo(200);
  }

  @Test
  void loopReturnsToItsPartOnceOneOfItIsUsable() {
    send();
    protocol.server(opening()).refuse();
    protocol.server(opening()).refuse();
    protocol.server(opening()).accept(1).respond(200, "");

    pass(Duration.ofSeconds(11));
    assertThat(protocol.server(OWN).isRetired() && protocol.server(OWN + 1).isRetired())
        .as("own servers are not usable yet")
        .isFalse();
    int probed = -1;
    for (int i = 0; i < ALL && (probed < 0 || probed >= OWN); i++) {
      probed = serve();
    }
    assertThat(probed).isLessThan(OWN);
    pass(Duration.ofSeconds(11));

    assertThat(protocol.server(OWN).isRetired()).isTrue();
    assertThat(protocol.server(OWN + 1).isRetired()).isTrue();
    assertThat(serve()).isLessThan(OWN);
  }

  /** Records the status. */
  private static final class Sink extends IgnoredResponse {
    int status;

    @Nullable
    ExchangeFailure failure;

    @Override
    public void head(ResponseHead head, boolean end) {
      status = head.status();
    }

    @Override
    public void fail(ExchangeFailure failed) {
      failure = failed;
    }
  }
}
