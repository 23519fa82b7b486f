package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.BalanceConfig;
import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.LoopDescriptors;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.testkit.FakeTicker;
import io.lychgate.gateway.upstream.StreamsOfTest.TestServer;
import io.lychgate.gateway.upstream.StreamsOfTest.TestStream;
import io.lychgate.gateway.upstream.discovery.Discovery;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Servers that come and go while requests are in progress. Ports stand for servers. */
final class ServerSetChangeTest {
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final FakeTicker ticker = new FakeTicker();
  private final StreamsOfTest protocol = new StreamsOfTest();
  private final Announced discovery = new Announced();
  private final SharedUpstreams shared = new SharedUpstreams(discovery, ticker);
  private final LoopUpstreams upstreams = upstreams();
  private final UpstreamConfig app = UpstreamConfig.of("app", List.of(server(1)));

  /** A discovery whose results the test announces. */
  private static final class Announced implements Discovery {
    private final List<Consumer<List<Endpoint>>> consumers = new ArrayList<>();
    private List<Endpoint> found = List.of();
    private int closed;

    @Override
    public Watch watch(UpstreamConfig upstream, Consumer<List<Endpoint>> servers) {
      consumers.add(servers);
      servers.accept(found);
      return () -> closed++;
    }

    void announce(int... ports) {
      found = IntStream.of(ports).mapToObj(port -> Endpoint.of(server(port))).toList();
      consumers.forEach(each -> each.accept(found));
    }
  }

  private static ServerConfig server(int port) {
    return new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", port);
  }

  private LoopUpstreams upstreams() {
    EventLoop loop = channel.eventLoop();
    DeadlineWheel deadlines = new DeadlineWheel(loop, new LoopClock(loop, ticker));
    UpstreamLoop parts = new UpstreamLoop(
        loop,
        deadlines,
        new FlushQueue(loop, deadlines.clock()),
        LoopDescriptors.unlimited(loop),
        new TurnShares(loop, deadlines.clock()),
        new Observatory(List.of(loop), ticker).of(loop));
    return new LoopUpstreams(parts, name -> 0, protocol, shared);
  }

  private void announce(int... ports) {
    discovery.announce(ports);
    channel.runPendingTasks();
  }

  private Sink send() {
    return send(app);
  }

  private Sink send(UpstreamConfig upstream) {
    Sink sink = new Sink();
    RequestHead request =
        new RequestHead(AsciiString.of("GET"), false, "localhost", "/", new Fields(), 0);
    sink.exchange = upstreams.forward(
        upstream,
        OutgoingRequest.plain(request, "localhost", true),
        () -> 256,
        ForwardPolicy.DEFAULT,
        sink);
    return sink;
  }

  @Test
  void requestWithoutAnyServerFailsAtOnce() {
    announce();

    Sink sink = send();

    assertThat(sink.failure)
        .isEqualTo(new ExchangeFailure(
            Kind.DESTINATION_UNAVAILABLE,
            "upstream app: no servers (expected: discovery finds at least one)"));
    assertThat(Kind.DESTINATION_UNAVAILABLE.status()).isEqualTo(503);
    assertThat(sink.exchange().serverName()).isEqualTo("-");
  }

  @Test
  void addedServerTakesTheNextRequest() {
    announce();
    send();

    announce(1);
    send();

    assertThat(protocol.server(0).opening()).isEqualTo(1);
  }

  @Test
  void requestOfARemovedServerEndsOnIt() {
    announce(1);
    Sink sink = send();
    TestStream stream = protocol.server(0).accept(1);

    announce(2);
    assertThat(protocol.server(0).isRetired()).isTrue();
    stream.respond(200, "whole");

    assertThat(sink.response).hasToString("200 whole.");
    assertThat(sink.exchange().serverName()).isEqualTo("http://127.0.0.1:1");
  }

  @Test
  void removedServerTakesNoNewRequest() {
    announce(1);
    send();
    protocol.server(0).accept(8);

    announce(2);
    send();

    assertThat(protocol.server(1).opening()).isEqualTo(1);
  }

  @Test
  void connectionsOfARemovedServerCountUntilTheyClose() {
    announce(1);
    send();
    TestServer removed = protocol.server(0);
    removed.accept(1);

    announce();
    assertThat(upstreams.openConnections()).isEqualTo(1);
    removed.close();

    assertThat(upstreams.openConnections()).isZero();
  }

  @Test
  void remainingServerKeepsItsConnections() {
    announce(1, 2);
    send();
    TestServer kept = protocol.server(1);

    announce(2);
    send();
    send();

    assertThat(kept.opening()).isPositive();
    assertThat(kept.isRetired()).isFalse();
  }

  @Test
  void reloadOfTheBalanceKeepsConnectionsAndOneOfTimeoutsDoesNot() {
    announce(1);
    send();
    protocol.server(0).accept(2);

    upstreams.retain(List.of(with(app, app.maxPending(), List.of(server(1), server(3)))));
    assertThat(protocol.server(0).isRetired()).isFalse();
    upstreams.retain(List.of(with(app, app.maxPending() + 1, app.servers())));

    assertThat(protocol.server(0).isRetired()).isTrue();
  }

  private static UpstreamConfig with(
      UpstreamConfig base, int maxPending, List<ServerConfig> servers) {
    return base.toBuilder()
        .servers(servers)
        .maxPending(maxPending)
        .balance(BalanceConfig.defaults())
        .build();
  }

  @Test
  void searchEndsWithItsUpstream() {
    shared.add(List.of(app));
    shared.retain(List.of());

    assertThat(discovery.closed).isEqualTo(1);
  }

  /** Records the response as text. */
  private static final class Sink extends IgnoredResponse {
    final StringBuilder response = new StringBuilder();

    @Nullable
    ExchangeFailure failure;

    @Nullable
    Forwarded exchange;

    Forwarded exchange() {
      if (exchange == null) {
        throw new IllegalStateException("exchange: none (expected: one of send)");
      }
      return exchange;
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      response.append(head.status()).append(' ');
    }

    @Override
    public void data(ByteBuf data, boolean end) {
      response.append(data.toString(StandardCharsets.US_ASCII)).append(end ? "." : "");
      data.release();
    }

    @Override
    public void fail(ExchangeFailure failed) {
      failure = failed;
    }
  }
}
