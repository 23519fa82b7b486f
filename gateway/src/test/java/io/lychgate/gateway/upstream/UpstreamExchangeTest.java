package io.lychgate.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.site.RequestLimitConfig;
import io.lychgate.gateway.config.site.RequestLimitConfig.Concurrency;
import io.lychgate.gateway.config.site.RetryConfig;
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
import io.lychgate.gateway.observe.count.RetryReason;
import io.lychgate.gateway.observe.count.RetryReason.Outcome;
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
import java.util.concurrent.TimeUnit;
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
    return UpstreamConfig.builder("app")
        .servers(IntStream.rangeClosed(1, servers)
            .mapToObj(port -> new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", port))
            .toList())
        .maxConnections(connections)
        .build();
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
    long client = nextClient++ << 8;
    sink.exchange = (UpstreamExchange) upstreams.forward(
        upstream, OutgoingRequest.plain(request, "localhost", end), () -> client, policy, sink);
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
    assertThat(protocol.isServing(first)).isTrue();
    assertThat(protocol.isServing(second)).isTrue();
    assertThat(protocol.isServing(third)).isFalse();

    stream.respond(200, "one");
    assertThat(first.response.toString()).isEqualTo("200 one.");
    assertThat(protocol.isServing(third)).isTrue();
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
    assertThat(protocol.isServing(sink)).isTrue();
  }

  @Test
  void requestWhoseBodyIsNotKeptIsNotSentAgain() {
    Sink sink = send(upstream(1, 1), "POST", false);
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
    stream.interim(103);

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
    return IntStream.range(0, protocol.servers())
        .filter(index -> protocol.server(index).opening() > 0)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void slowClientPausesItsStreamUntilItReadsAgain() {
    Sink sink = send(upstream(1, 1), "GET", true);
    TestStream stream = protocol.server(0).accept(1);
    stream.head(200);
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
    assertThat(protocol.isServing(second)).isTrue();
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
    stream.head(200);

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

  // Retries.

  private static UpstreamConfig retrying(
      int servers, RetryConfig retry, RequestLimitConfig limits) {
    return upstream(servers, 64).toBuilder()
        .clientShare(100)
        .retry(retry)
        .requestLimits(limits)
        .build();
  }

  private static RetryConfig retry(
      int attempts, int percent, int perSecond, RetryConfig.@Nullable Hedge hedge) {
    RetryConfig defaults = RetryConfig.defaults();
    return new RetryConfig(
        attempts,
        defaults.on(),
        defaults.statuses(),
        defaults.methods(),
        Duration.ofSeconds(2),
        percent,
        perSecond,
        defaults.backoff(),
        defaults.maxBackoff(),
        64,
        hedge);
  }

  private static UpstreamConfig retrying(int servers) {
    return retrying(servers, retry(2, 20, 3, null), RequestLimitConfig.defaults());
  }

  /** Lets a back-off pass. */
  private void backOff(Duration time) {
    channel.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
    channel.runScheduledPendingTasks();
  }

  private long retried(RetryReason reason, Outcome outcome) {
    return observer.get(reason, outcome, 0);
  }

  /** Returns the stream that serves the only request, after accepting its connection if that is necessary. */
  private TestStream serving() {
    for (int i = 0; i < protocol.servers(); i++) {
      if (protocol.server(i).opening() > 0) {
        return protocol.server(i).accept(1);
      }
    }
    return protocol.lastLent();
  }

  /** Accepts the connection that is being opened. */
  private TestStream accepted() {
    return protocol.server(opening()).accept(1);
  }

  @Test
  void responseWithARetryableStatusIsReplacedByThatOfAnotherServer() {
    Sink sink = send(retrying(3), "GET", true);
    int first = opening();
    TestStream stream = protocol.server(first).accept(1);

    stream.head(503);
    assertThat(stream.state).isEqualTo("cancelled");
    assertThat(sink.response).isEmpty();
    backOff(Duration.ofMillis(30));

    assertThat(opening()).isNotEqualTo(first);
    accepted().respond(200, "whole");
    assertThat(sink.response).hasToString("200 whole.");
    assertThat(sink.exchange().attempts()).isEqualTo(2);
    assertThat(retried(RetryReason.STATUS, Outcome.SUCCEEDED)).isEqualTo(1);
  }

  @Test
  void shortResponseThatIsReplacedKeepsItsConnection() {
    Sink sink = send(retrying(2), "GET", true);
    TestStream stream = accepted();

    stream.head(502, "content-length", "4");
    assertThat(stream.state).isNull();
    stream.piece("gone");
    stream.end();
    backOff(Duration.ofMillis(30));
    accepted().respond(200, "");

    assertThat(sink.response).hasToString("200 .");
  }

  @Test
  void restOfAResponseThatIsReplacedMustComeInTime() {
    send(retrying(2), "GET", true);
    TestStream stream = accepted();
    stream.head(502, "content-length", "4");

    pass(Duration.ofMillis(1200));

    assertThat(stream.state).isEqualTo("cancelled");
  }

  @Test
  void secondResponseIsPassedOnAsItIs() {
    Sink sink = send(retrying(2), "GET", true);
    accepted().head(503);
    backOff(Duration.ofMillis(30));
    accepted().respond(503, "again");

    assertThat(sink.response).hasToString("503 again.");
    assertThat(retried(RetryReason.STATUS, Outcome.FAILED)).isEqualTo(1);
  }

  @Test
  void statusOfAMethodThatMayNotBeRepeatedIsPassedOn() {
    Sink sink = send(retrying(2), "POST", true);
    accepted().respond(503, "no");

    assertThat(sink.response).hasToString("503 no.");
  }

  @Test
  void retryAfterIsAwaited() {
    Sink sink = send(retrying(2), "GET", true);
    accepted().head(503, "retry-after", "1");

    backOff(Duration.ofMillis(900));
    assertThat(protocol.server(0).opening() + protocol.server(1).opening()).isZero();
    backOff(Duration.ofMillis(200));
    accepted().respond(200, "");

    assertThat(sink.response).hasToString("200 .");
  }

  @Test
  void responseWithALongRetryAfterIsPassedOn() {
    Sink sink = send(retrying(2), "GET", true);
    accepted().head(503, "retry-after", "60");

    assertThat(sink.response).hasToString("503 ");
    sink.exchange().cancel();
  }

  @Test
  void responseIsPassedOnIfTheTimeoutOfTheRouteLeavesNoTimeToRetry() {
    Sink sink = send(retrying(2), "GET", true, within(Duration.ofSeconds(1)));
    accepted().head(503, "retry-after", "2");

    assertThat(sink.response).hasToString("503 ");
    sink.exchange().cancel();
  }

  @Test
  void routeWithoutRetriesPassesTheFirstResponseOn() {
    Sink sink = send(retrying(2), "GET", true, new ForwardPolicy(0, false));
    accepted().respond(503, "first");

    assertThat(sink.response).hasToString("503 first.");
  }

  @Test
  void failedStreamOfAnIdempotentRequestIsFollowedByAnother() {
    Sink sink = send(retrying(2), "GET", true);
    accepted().fail(Kind.RESPONSE_MALFORMED);
    backOff(Duration.ofMillis(30));
    accepted().fail(Kind.CONNECTION_TERMINATED);

    assertThat(sink.kind()).isEqualTo(Kind.CONNECTION_TERMINATED);
    assertThat(sink.detail()).endsWith("(attempt 2)");
    assertThat(retried(RetryReason.MALFORMED, Outcome.FAILED)).isEqualTo(1);
  }

  @Test
  void attemptWithoutAResponseHeadInTimeIsFollowedByAnother() {
    Sink sink = send(retrying(2), "GET", true);
    TestStream slow = accepted();

    pass(Duration.ofMillis(2200));
    assertThat(slow.state).isEqualTo("cancelled");
    backOff(Duration.ofMillis(30));
    accepted().respond(200, "");

    assertThat(sink.response).hasToString("200 .");
    assertThat(retried(RetryReason.TIMEOUT, Outcome.SUCCEEDED)).isEqualTo(1);
  }

  @Test
  void keptBodyIsSentAgainByteForByte() {
    Sink sink = send(retrying(2), "PUT", false);
    TestStream first = accepted();
    first.turnEnds();
    sink.exchange().requestData(bytes("one"), false);
    sink.exchange().requestData(bytes("two"), false);
    first.fail(Kind.CONNECTION_TERMINATED);
    sink.exchange().requestData(bytes("three"), true);
    backOff(Duration.ofMillis(30));
    TestStream second = accepted();
    second.turnEnds();

    assertThat(second.request).hasToString("PUT / onetwo three.");
    assertThat(sink.consumed).as("each byte once").isEqualTo(11);
    second.respond(200, "");
    assertThat(sink.response).hasToString("200 .");
    assertThat(shared.replayMemory().used()).isZero();
  }

  @Test
  void trailersAreSentAgain() {
    Sink sink = send(retrying(2), "PUT", false);
    TestStream first = accepted();
    first.turnEnds();
    sink.exchange().requestData(bytes("body"), false);
    sink.exchange().requestTrailers(new Fields());
    first.fail(Kind.CONNECTION_TERMINATED);
    backOff(Duration.ofMillis(30));
    TestStream second = accepted();
    second.turnEnds();

    assertThat(second.request).hasToString("PUT / body trailers 0.");
    sink.exchange().cancel();
    assertThat(shared.replayMemory().used()).isZero();
  }

  @Test
  void bodyBeyondTheBufferIsSentOnce() {
    Sink sink = send(retrying(2), "PUT", false);
    TestStream first = accepted();
    first.turnEnds();
    sink.exchange().requestData(bytes("x".repeat(65)), false);
    first.fail(Kind.CONNECTION_TERMINATED);

    assertThat(sink.kind()).isEqualTo(Kind.CONNECTION_TERMINATED);
    assertThat(shared.replayMemory().used()).isZero();
  }

  @Test
  void retriesEndWithTheBudget() {
    UpstreamConfig upstream = retrying(2, retry(2, 20, 0, null), RequestLimitConfig.defaults());
    int failed = 0;
    for (int i = 0; i < 100; i++) {
      Sink sink = send(upstream, "GET", true);
      serving().fail(Kind.CONNECTION_TERMINATED);
      if (sink.failure == null) {
        backOff(Duration.ofMillis(30));
        serving().respond(200, "");
      } else {
        failed++;
      }
    }

    assertThat(failed).isEqualTo(80);
    assertThat(observer.get(UpstreamCount.REQUESTS, 0)).isEqualTo(120);
    assertThat(observer.get(UpstreamCount.RETRIES_DENIED, 0)).isEqualTo(80);
  }

  @Test
  void cancelledBackOffSendsNothing() {
    Sink sink = send(retrying(2), "GET", true);
    accepted().head(503);
    sink.exchange().cancel();
    backOff(Duration.ofSeconds(1));

    assertThat(protocol.server(0).opening() + protocol.server(1).opening()).isZero();
    assertThat(retried(RetryReason.STATUS, Outcome.CANCELLED)).isEqualTo(1);
  }

  // Hedging.

  private static UpstreamConfig hedging() {
    return retrying(
        2,
        retry(2, 20, 3, new RetryConfig.Hedge(Duration.ofMillis(200), 0)),
        RequestLimitConfig.defaults());
  }

  @Test
  void firstResponseOfTwoAttemptsWinsAndTheOtherIsCancelled() {
    Sink sink = send(hedging(), "GET", true);
    TestStream slow = accepted();
    backOff(Duration.ofMillis(210));
    TestStream fast = accepted();

    fast.interim(103);
    fast.respond(200, "fast");

    assertThat(slow.state).isEqualTo("cancelled");
    assertThat(sink.response).hasToString("200 fast.");
    assertThat(observer.get(UpstreamCount.HEDGES_SENT, 0)).isEqualTo(1);
    assertThat(observer.get(UpstreamCount.HEDGES_WON, 0)).isEqualTo(1);
  }

  @Test
  void slowerHedgeIsCancelled() {
    Sink sink = send(hedging(), "GET", true);
    TestStream first = accepted();
    backOff(Duration.ofMillis(210));
    TestStream second = accepted();

    first.respond(200, "first");

    assertThat(second.state).isEqualTo("cancelled");
    assertThat(sink.response).hasToString("200 first.");
    assertThat(observer.get(UpstreamCount.HEDGES_WON, 0)).isZero();
  }

  @Test
  void failureOfOneAttemptLeavesTheOther() {
    Sink sink = send(hedging(), "GET", true);
    TestStream first = accepted();
    backOff(Duration.ofMillis(210));
    TestStream second = accepted();

    first.head(503);
    assertThat(sink.response).isEmpty();
    second.respond(200, "second");

    assertThat(sink.response).hasToString("200 second.");
  }

  @Test
  void fastResponseIsNotHedged() {
    Sink sink = send(hedging(), "GET", true);
    accepted().respond(200, "");
    backOff(Duration.ofMillis(500));

    assertThat(sink.exchange().attempts()).isEqualTo(1);
    assertThat(observer.get(UpstreamCount.HEDGES_SENT, 0)).isZero();
  }

  @Test
  void requestWithABodyIsNotHedged() {
    Sink sink = send(hedging(), "PUT", false);
    accepted().turnEnds();
    sink.exchange().requestData(bytes("x"), true);
    backOff(Duration.ofMillis(500));

    assertThat(observer.get(UpstreamCount.HEDGES_SENT, 0)).isZero();
    sink.exchange().cancel();
  }

  @Test
  void cancelEndsBothAttempts() {
    Sink sink = send(hedging(), "GET", true);
    TestStream first = accepted();
    backOff(Duration.ofMillis(210));
    TestStream second = accepted();

    sink.exchange().cancel();

    assertThat(first.state).isEqualTo("cancelled");
    assertThat(second.state).isEqualTo("cancelled");
  }

  private static RequestLimitConfig atMost(int requests) {
    return new RequestLimitConfig(requests, RequestLimitConfig.NONE, Concurrency.off());
  }

  private static UpstreamConfig hedging(RequestLimitConfig limits) {
    return retrying(2, retry(2, 20, 3, new RetryConfig.Hedge(Duration.ofMillis(200), 0)), limits);
  }

  @Test
  void hedgeTakesAPlaceAmongTheRequestsUntilOneAttemptIsLeft() {
    UpstreamConfig upstream = hedging(atMost(2));
    Sink hedged = send(upstream, "GET", true);
    accepted();
    backOff(Duration.ofMillis(210));
    TestStream second = accepted();
    assertThat(send(upstream, "GET", true).kind()).isEqualTo(Kind.CONNECTION_LIMIT);

    second.head(200);

    Sink next = send(upstream, "GET", true);
    assertThat(next.failure).isNull();
    assertThat(send(upstream, "GET", true).kind()).isEqualTo(Kind.CONNECTION_LIMIT);
    hedged.exchange().cancel();
    next.exchange().cancel();
    send(upstream, "GET", true);
    assertThat(send(upstream, "GET", true).failure).isNull();
  }

  @Test
  void requestIsNotHedgedWithoutAPlace() {
    UpstreamConfig upstream = hedging(atMost(1));
    Sink sink = send(upstream, "GET", true);
    TestStream slow = accepted();

    backOff(Duration.ofMillis(210));

    assertThat(observer.get(UpstreamCount.HEDGES_SENT, 0)).isZero();
    slow.respond(200, "slow");
    assertThat(sink.response).hasToString("200 slow.");
    assertThat(send(upstream, "GET", true).failure).isNull();
  }

  @Test
  void hedgeWithoutBudgetGivesItsPlaceBack() {
    UpstreamConfig upstream =
        retrying(2, retry(2, 0, 0, new RetryConfig.Hedge(Duration.ofMillis(200), 0)), atMost(2));
    send(upstream, "GET", true);
    accepted();

    backOff(Duration.ofMillis(210));

    assertThat(observer.get(UpstreamCount.HEDGES_SENT, 0)).isZero();
    assertThat(send(upstream, "GET", true).failure).isNull();
  }

  @Test
  void hedgeTakesAPlaceInTheAdaptiveLimit() {
    UpstreamConfig upstream = hedging(new RequestLimitConfig(
        RequestLimitConfig.NONE, RequestLimitConfig.NONE, new Concurrency(true, 2, 10)));
    Sink hedged = send(upstream, "GET", true);
    accepted();
    backOff(Duration.ofMillis(210));
    accepted();
    assertThat(send(upstream, "GET", true).kind()).isEqualTo(Kind.CONNECTION_LIMIT);

    hedged.exchange().cancel();

    send(upstream, "GET", true);
    assertThat(send(upstream, "GET", true).failure).isNull();
    assertThat(send(upstream, "GET", true).kind()).isEqualTo(Kind.CONNECTION_LIMIT);
  }

  @Test
  void callThatIsSentAgainStatesTheTimeThatIsLeft() {
    Sink sink = new Sink();
    Fields fields = new Fields();
    fields.add(AsciiString.of("content-type"), "application/grpc");
    fields.add(AsciiString.of("grpc-timeout"), "1000000u");
    RequestHead call = new RequestHead(
        AsciiString.of("POST"), false, "localhost", "/", fields, RequestHead.UNKNOWN_LENGTH);
    sink.exchange = (UpstreamExchange) upstreams.forward(
        retrying(2),
        OutgoingRequest.plain(call, "localhost", false),
        () -> 1 << 8,
        within(Duration.ofSeconds(1)),
        sink);
    TestStream first = accepted();
    first.turnEnds();
    assertThat(fields.get(AsciiString.of("grpc-timeout"))).hasToString("1000000u");

    ticker.advance(Duration.ofMillis(400));
    channel.runPendingTasks();
    first.lose(Retry.EACH);
    TestStream second = protocol.lastLent();
    second.turnEnds();

    assertThat(second).isNotSameAs(first);
    assertThat(fields.get(AsciiString.of("grpc-timeout"))).hasToString("600000u");
    sink.exchange().cancel();
  }

  // Limits of the requests in progress.

  @Test
  void requestAboveTheMaximumIsRefusedAtOnce() {
    RequestLimitConfig two = new RequestLimitConfig(2, RequestLimitConfig.NONE, Concurrency.off());
    UpstreamConfig upstream = retrying(2, RetryConfig.defaults(), two);
    Sink first = send(upstream, "GET", true);
    send(upstream, "GET", true);
    Sink third = send(upstream, "GET", true);

    assertThat(third.kind()).isEqualTo(Kind.CONNECTION_LIMIT);
    assertThat(observer.get(UpstreamCount.REFUSED_MAX_REQUESTS, 0)).isEqualTo(1);
    first.exchange().cancel();
    assertThat(send(upstream, "GET", true).failure).isNull();
  }

  @Test
  void serverAtItsMaximumOfConnectionsGetsNoMore() {
    RequestLimitConfig one = new RequestLimitConfig(RequestLimitConfig.NONE, 1, Concurrency.off());
    UpstreamConfig upstream = retrying(2, RetryConfig.defaults(), one);
    for (int i = 0; i < 6; i++) {
      send(upstream, "GET", true);
      for (int server = 0; server < 2; server++) {
        if (protocol.server(server).opening() > 0) {
          protocol.server(server).accept(1);
        }
      }
    }

    assertThat(protocol.server(0).openConnections()).isEqualTo(1);
    assertThat(protocol.server(1).openConnections()).isEqualTo(1);
  }

  @Test
  void adaptiveLimitIsHeldUntilTheResponseHead() {
    RequestLimitConfig adaptive = new RequestLimitConfig(
        RequestLimitConfig.NONE, RequestLimitConfig.NONE, new Concurrency(true, 1, 10));
    UpstreamConfig upstream = retrying(2, RetryConfig.defaults(), adaptive);
    Sink first = send(upstream, "GET", true);
    assertThat(send(upstream, "GET", true).kind()).isEqualTo(Kind.CONNECTION_LIMIT);
    assertThat(observer.get(UpstreamCount.REFUSED_CONCURRENCY, 0)).isEqualTo(1);

    accepted().head(200);

    assertThat(send(upstream, "GET", true).failure).isNull();
    first.exchange().cancel();
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

    String detail() {
      return failure == null ? "" : failure.detail();
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
