package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.UpstreamCount;
import io.lychgate.gateway.testkit.FakeTicker;
import io.lychgate.gateway.upstream.StreamsOfTest.TestStream;
import io.lychgate.gateway.upstream.UpstreamStream.Retry;
import io.lychgate.gateway.upstream.discovery.Discovery;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Exchanges with servers over a protocol of the test, without a socket: retries, the queue, and streams that share connections. */
final class UpstreamExchangeTest {
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final FakeTicker ticker = new FakeTicker();
  private final StreamsOfTest protocol = new StreamsOfTest();
  private final SharedUpstreams shared = new SharedUpstreams(Discovery.ofConfiguration(), ticker);
  private final DeadlineWheel deadlines =
      new DeadlineWheel(channel.eventLoop(), new LoopClock(channel.eventLoop(), ticker));
  private final LoopObserver observer =
      new Observatory(List.of(channel.eventLoop()), ticker).of(channel.eventLoop());
  private final LoopUpstreams upstreams = upstreams();
  private long nextClient = 1;

  private LoopUpstreams upstreams() {
    EventLoop loop = channel.eventLoop();
    UpstreamLoop parts = new UpstreamLoop(
        loop,
        deadlines,
        new FlushQueue(loop, deadlines.clock()),
        LoopDescriptors.unlimited(loop),
        new TurnShares(loop, deadlines.clock()),
        observer);
    return new LoopUpstreams(parts, name -> 0, protocol, shared);
  }

  private static UpstreamConfig upstream(int servers, int connections) {
    UpstreamConfig defaults = UpstreamConfig.of(
        "app",
        IntStream.rangeClosed(1, servers)
            .mapToObj(port -> new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", port))
            .toList());
    return new UpstreamConfig(
        defaults.name(),
        defaults.servers(),
        defaults.connectTimeout(),
        defaults.responseHeadTimeout(),
        defaults.responseBodyIdleTimeout(),
        defaults.keepAliveIdle(),
        connections,
        defaults.maxPending(),
        defaults.clientShare(),
        defaults.maxResponseHeaderBytes(),
        defaults.tls());
  }

  /** Starts an exchange of a new client. */
  private Sink send(UpstreamConfig upstream, String method, boolean end) {
    return send(upstream, method, end, ForwardPolicy.DEFAULT);
  }

  private Sink send(UpstreamConfig upstream, String method, boolean end, ForwardPolicy policy) {
    Sink sink = new Sink();
    RequestHead request = new RequestHead(
        AsciiString.of(method),
        false,
        "localhost",
        "/",
        new Fields(),
        end ? 0 : RequestHead.UNKNOWN_LENGTH);
    sink.exchange = (UpstreamExchange) upstreams.forward(
        upstream, request, "localhost", end, sink, null, nextClient++ << 8, null, false, policy);
    return sink;
  }

  private static ByteBuf bytes(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
  }

  @Test
  void streamsOfSeveralRequestsShareOneConnection() {
    UpstreamConfig one = upstream(1, 1);
    Sink first = send(one, "GET", true);
    Sink second = send(one, "GET", true);
    Sink third = send(one, "GET", true);
    assertThat(protocol.server(0).opening()).isEqualTo(1);

    TestStream stream = protocol.server(0).accept(2);
    assertThat(protocol.isServing(first.exchange())).isTrue();
    assertThat(protocol.isServing(second.exchange())).isTrue();
    assertThat(protocol.isServing(third.exchange())).isFalse();

    stream.respond(200, "one");
    assertThat(first.response.toString()).isEqualTo("200 one.");
    assertThat(protocol.isServing(third.exchange())).isTrue();
    assertThat(upstreams.openConnections()).isEqualTo(1);
  }

  @Test
  void bodyFollowsTheHeadAtTheEndOfTheTurn() {
    Sink sink = send(upstream(1, 1), "POST", false);
    sink.exchange().requestData(bytes("early"), false);
    TestStream stream = protocol.server(0).accept(1);
    assertThat(stream.state).isEqualTo("begins with the turn");
    sink.exchange().requestData(bytes("more"), false);
    assertThat(stream.request).hasToString("");

    stream.turnEnds();
    sink.exchange().requestData(bytes("last"), true);

    assertThat(stream.request).hasToString("POST / early more last.");
    assertThat(sink.consumed).isEqualTo(13);
  }

  @Test
  void requestThatTheServerHasNotProcessedIsSentAgainWhateverItsMethod() {
    Sink sink = send(upstream(1, 1), "POST", true);
    protocol.server(0).accept(2).lose(Retry.EACH);

    assertThat(sink.failure).isNull();
    assertThat(protocol.isServing(sink.exchange())).isTrue();
  }

  @Test
  void requestWhoseBodyWasSentIsNotSentAgain() {
    Sink sink = send(upstream(1, 1), "PUT", false);
    TestStream stream = protocol.server(0).accept(2);
    stream.turnEnds();
    sink.exchange().requestData(bytes("body"), false);

    stream.lose(Retry.EACH);

    assertThat(sink.kind()).isEqualTo(Kind.CONNECTION_TERMINATED);
  }

  @Test
  void idempotentRequestIsRetriedOnceOnANewConnection() {
    Sink sink = send(upstream(1, 2), "GET", true);
    protocol.server(0).accept(9).lose(Retry.IDEMPOTENT);
    assertThat(protocol.server(0).opening()).isEqualTo(1);

    protocol.server(0).accept(1).lose(Retry.IDEMPOTENT);

    assertThat(protocol.server(0).opening()).isZero();
    assertThat(sink.kind()).isEqualTo(Kind.CONNECTION_TERMINATED);
  }

  @Test
  void requestIsNotRetriedAfterAnInterimResponse() {
    Sink sink = send(upstream(1, 2), "GET", true);
    TestStream stream = protocol.server(0).accept(9);
    sink.exchange().informational(new ResponseHead(103, new Fields()));

    stream.lose(Retry.IDEMPOTENT);

    assertThat(sink.kind()).isEqualTo(Kind.CONNECTION_TERMINATED);
  }

  @Test
  void eachServerIsTriedOnceUntilOneAccepts() {
    Sink sink = send(upstream(3, 8), "POST", true);
    int first = opening();
    protocol.server(first).refuse();
    int second = opening();
    protocol.server(second).refuse();
    int third = opening();
    assertThat(List.of(first, second, third)).containsExactlyInAnyOrder(0, 1, 2);

    protocol.server(third).refuse();

    assertThat(sink.kind()).isEqualTo(Kind.CONNECTION_REFUSED);
    assertThat(sink.exchange().serverName()).isEqualTo("http://127.0.0.1:" + (third + 1));
  }

  @Test
  void requestCountsWithEachStreamThatTakesIt() {
    send(upstream(1, 8), "GET", true);
    protocol.server(0).refuse();
    assertThat(observer.get(UpstreamCount.REQUESTS, 0)).as("no server took it").isZero();

    send(upstream(1, 8), "GET", true);
    protocol.server(0).accept(9).lose(Retry.IDEMPOTENT);
    protocol.server(0).accept(9);
    assertThat(observer.get(UpstreamCount.REQUESTS, 0)).as("with its retry").isEqualTo(2);
  }

  @Test
  void reloadDoesNotForgetThatAServerHasJustFailed() {
    UpstreamConfig before = upstream(2, 8);
    UpstreamConfig after = upstream(2, 9);
    Sink sink = send(before, "GET", true);
    int refusing = opening();
    protocol.server(refusing).refuse();
    assertThat(sink.failure).isNull();

    shared.retain(List.of(after));
    upstreams.retain(List.of(after));
    for (int i = 0; i < 4; i++) {
      send(after, "GET", true).exchange().cancel();
    }

    // The servers of the new configuration follow those of the old one.
    assertThat(protocol.server(2 + refusing).opening()).isZero();
    assertThat(protocol.server(3 - refusing).opening()).isPositive();
  }

  /** Returns the index of the server to which a connection is being opened. */
  private int opening() {
    return IntStream.of(0, 1, 2)
        .filter(index -> protocol.server(index).opening() > 0)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void slowClientPausesItsStreamUntilItReadsAgain() {
    Sink sink = send(upstream(1, 1), "GET", true);
    TestStream stream = protocol.server(0).accept(1);
    sink.exchange().head(new ResponseHead(200, new Fields()), false);
    stream.piece("a");
    assertThat(stream.state).isNull();

    sink.isWritable = false;
    stream.piece("b");
    assertThat(stream.state).isEqualTo("paused");
    sink.isWritable = true;
    sink.exchange().sinkWritable();
    assertThat(stream.state).isEqualTo("resumed");
  }

  @Test
  void cancelledRequestGivesItsStreamToTheNext() {
    UpstreamConfig one = upstream(1, 1);
    Sink first = send(one, "GET", true);
    Sink second = send(one, "GET", true);
    TestStream stream = protocol.server(0).accept(1);

    first.exchange().cancel();

    assertThat(stream.state).isEqualTo("cancelled");
    assertThat(protocol.isServing(second.exchange())).isTrue();
  }

  @Test
  void requestsInFlightAreCountedUntilTheirEnd() {
    UpstreamConfig one = upstream(1, 4);
    SharedUpstreams.Part part = shared.join(one, channel.eventLoop(), () -> {}, () -> {});
    Sink first = send(one, "GET", true);
    assertThat(part.servers().current().servers().get(0).inFlight()).isEqualTo(1);
    TestStream stream = protocol.server(0).accept(2);
    Sink second = send(one, "GET", true);
    assertThat(part.servers().current().servers().get(0).inFlight()).isEqualTo(2);

    stream.respond(200, "");
    second.exchange().cancel();

    assertThat(first.response.toString()).startsWith("200");
    assertThat(part.servers().current().servers().get(0).inFlight()).isZero();
  }

  @Test
  void requestThatWaitsTooLongFails() {
    Sink sink = send(upstream(1, 1), "GET", true);

    ticker.advance(Duration.ofMinutes(1));
    channel.runPendingTasks();
    deadlines.run();

    assertThat(sink.kind()).isEqualTo(Kind.CONNECTION_TIMEOUT);
  }

  private static ForwardPolicy within(Duration timeout) {
    return new ForwardPolicy(timeout.toNanos(), true);
  }

  private void pass(Duration time) {
    ticker.advance(time);
    channel.runPendingTasks();
    deadlines.run();
  }

  @Test
  void timeoutOfTheRouteEndsAnExchangeThatWaitsForAConnection() {
    Sink sink = send(upstream(1, 1), "GET", true, within(Duration.ofSeconds(1)));

    pass(Duration.ofMillis(900));
    assertThat(sink.failure).isNull();
    pass(Duration.ofMillis(300));

    assertThat(sink.kind()).isEqualTo(Kind.DEADLINE_EXCEEDED);
  }

  @Test
  void timeoutOfTheRouteCancelsTheStreamOfAnUnfinishedResponse() {
    Sink sink = send(upstream(1, 1), "GET", true, within(Duration.ofSeconds(1)));
    TestStream stream = protocol.server(0).accept(1);
    sink.exchange().head(new ResponseHead(200, new Fields()), false);

    pass(Duration.ofMillis(1200));

    assertThat(stream.state).isEqualTo("cancelled");
    assertThat(sink.kind()).isEqualTo(Kind.DEADLINE_EXCEEDED);
  }

  @Test
  void timeoutOfTheRouteEndsWithTheResponse() {
    Sink sink = send(upstream(1, 1), "GET", true, within(Duration.ofSeconds(1)));
    protocol.server(0).accept(1).respond(200, "whole");

    pass(Duration.ofSeconds(2));

    assertThat(sink.failure).isNull();
    assertThat(sink.response).hasToString("200 whole.");
  }

  /** Records the response as text. */
  private static final class Sink extends IgnoredResponse {
    final StringBuilder response = new StringBuilder();
    boolean isWritable = true;
    int consumed;

    @Nullable
    UpstreamExchange exchange;

    @Nullable
    ExchangeFailure failure;

    UpstreamExchange exchange() {
      if (exchange == null) {
        throw new IllegalStateException("exchange: none (expected: one of send)");
      }
      return exchange;
    }

    Kind kind() {
      if (failure == null) {
        throw new AssertionError("no failure; response: " + response);
      }
      return failure.kind();
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      response.append(head.status()).append(end ? "." : " ");
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

    @Override
    public boolean isWritable() {
      return isWritable;
    }

    @Override
    public void requestConsumed(int bytes) {
      consumed += bytes;
    }
  }
}
