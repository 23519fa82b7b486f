package io.lychgate.gateway.upstream.http1;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.UpstreamSurplus;
import io.lychgate.gateway.testkit.FakeTicker;
import io.lychgate.gateway.upstream.IdleRequest;
import io.lychgate.gateway.upstream.IgnoredResponse;
import io.lychgate.gateway.upstream.UpstreamCounts;
import io.lychgate.gateway.upstream.UpstreamLoop;
import io.lychgate.gateway.upstream.UpstreamSite;
import io.lychgate.gateway.upstream.UpstreamStream;
import io.lychgate.gateway.upstream.UpstreamStream.Retry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One connection without a socket: when it returns to the pool, and what its loss permits. */
final class Http1ConnectionTest {
  private static final RequestHead GET =
      new RequestHead(HttpMethod.GET.asciiName(), false, "localhost", "/", new Fields(), 0);
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Pool pool = new Pool();
  private final Http1Connection connection = new Http1Connection(pool);
  private final Request request = new Request();

  Http1ConnectionTest() {
    channel.pipeline().addLast(connection.decoder(), connection);
    connection.opened();
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void receive(String bytes) {
    channel.writeInbound(Unpooled.copiedBuffer(bytes, StandardCharsets.US_ASCII));
    channel.runPendingTasks();
  }

  private void serveAnEarlierRequest() {
    connection.take(new Request());
    connection.writeHead(GET, "localhost", true);
    receive(OK);
    assertThat(pool.events).contains("released");
    connection.idle();
  }

  @Test
  void lossOfANewConnectionPermitsNoRetry() {
    connection.take(request);
    connection.writeHead(GET, "localhost", true);
    channel.close();

    assertThat(request.permitted).isEqualTo(Retry.NONE);
    assertThat(pool.events).containsExactly("usable", "closed");
  }

  @Test
  void newConnectionThatClosesBeforeTheRequestPermitsAnotherServer() {
    connection.take(request);
    connection.beginWithTurn();
    channel.close();

    assertThat(request.permitted).isEqualTo(Retry.ON_ANOTHER_SERVER);
  }

  @Test
  void lossOfAReusedConnectionPermitsTheRetryOfAnIdempotentRequest() {
    serveAnEarlierRequest();
    connection.take(request);
    connection.writeHead(GET, "localhost", true);
    channel.close();

    assertThat(request.permitted).isEqualTo(Retry.STALE);
  }

  @Test
  void lossWithinTheHeadOfAResponseIsAFailureOfTheServerOnAReusedConnectionToo() {
    serveAnEarlierRequest();
    connection.take(request);
    connection.writeHead(GET, "localhost", true);
    receive("HTTP/1.1 2");
    channel.close();

    assertThat(request.permitted).isEqualTo(Retry.NONE);
  }

  @Test
  void reusedConnectionThatClosesBeforeTheRequestPermitsEachRetry() {
    serveAnEarlierRequest();
    connection.take(request);
    connection.beginWithTurn();
    channel.close();

    assertThat(request.permitted).isEqualTo(Retry.EACH);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', textBlock = """
      408 of an idle connection           | true  | 0    | 408 Request Timeout | close      | true
      408 of a new connection             | false | 0    | 408 Request Timeout | close      | false
      408 of a connection that stays open | true  | 0    | 408 Request Timeout | keep-alive | false
      408 that takes a second             | true  | 1000 | 408 Request Timeout | close      | false
      another status                      | true  | 0    | 503 Busy            | close      | false
      """)
  void responseHasCrossedTheRequestIfItEndsAnIdleConnection(
      String name,
      boolean isReused,
      long millis,
      String status,
      String connectionField,
      boolean hasCrossed) {
    if (isReused) {
      serveAnEarlierRequest();
    }
    connection.take(request);
    connection.writeHead(GET, "localhost", true);
    pool.ticker.advance(Duration.ofMillis(millis));
    receive("HTTP/1.1 " + status + "\r\nConnection: " + connectionField
        + "\r\nContent-Length: 0\r\n\r\n");

    assertThat(request.hasCrossed).isEqualTo(hasCrossed);
  }

  @Test
  void bytesBeforeTheRequestCloseTheConnection() {
    serveAnEarlierRequest();
    connection.take(request);
    receive(OK);

    assertThat(request.permitted).isEqualTo(Retry.EACH);
    assertThat(pool.events).contains("surplus " + UpstreamSurplus.BEFORE_REQUEST, "closed");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void bytesBehindAResponseCloseTheConnection() {
    connection.take(request);
    connection.writeHead(GET, "localhost", true);
    receive(OK + "HTTP/1.1 200");

    assertThat(request.hasEnded).isTrue();
    assertThat(pool.events)
        .contains("surplus " + UpstreamSurplus.AFTER_RESPONSE)
        .doesNotContain("released");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void requestThatBeginsWithTheTurnIsWrittenAtItsEnd() {
    connection.take(request);
    connection.beginWithTurn();
    assertThat(request.hasBegun).isFalse();

    channel.runPendingTasks();

    assertThat(request.hasBegun).isTrue();
  }

  @Test
  void cancelledRequestReadsNothingMore() {
    connection.take(request);
    connection.writeHead(GET, "localhost", true);
    connection.cancel();
    receive(OK);

    assertThat(request.hasEnded).isFalse();
    assertThat(pool.events).contains("abandoned").doesNotContain("released");
  }

  /** Records the state of the request. */
  private final class Request extends IdleRequest {
    @Nullable
    Retry permitted;

    boolean hasBegun;
    boolean hasEnded;
    boolean hasCrossed;

    Request() {
      super(7);
    }

    @Override
    public void begin() {
      hasBegun = true;
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      super.head(head, end);
      hasCrossed = connection.hasCrossed(head);
    }

    @Override
    public void end(ByteBuf data, Fields trailers) {
      super.end(data, trailers);
      hasEnded = true;
    }

    @Override
    public void lost(UpstreamStream stream, ExchangeFailure failure) {
      permitted = stream.mayRetry();
    }

    @Override
    public ResponseSink sink() {
      return new IgnoredResponse();
    }
  }

  /** Records the events of the connection. */
  private final class Pool implements Http1Connection.Home {
    final List<String> events = new ArrayList<>();
    final FakeTicker ticker = new FakeTicker();

    @Override
    public UpstreamSite site() {
      EventLoop loop = channel.eventLoop();
      LoopClock clock = new LoopClock(loop, ticker);
      UpstreamConfig upstream = UpstreamConfig.of(
          "app", List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "127.0.0.1", 80)));
      UpstreamLoop parts = new UpstreamLoop(
          loop,
          new DeadlineWheel(loop, clock),
          new FlushQueue(loop, clock),
          LoopDescriptors.unlimited(loop),
          new TurnShares(loop, clock),
          new Observatory(List.of(loop), ticker).of(loop));
      return new UpstreamSite(upstream, parts, new UpstreamCounts(parts.observer(), 0));
    }

    @Override
    public String server() {
      return "http://127.0.0.1";
    }

    @Override
    public void usable() {
      events.add("usable");
    }

    @Override
    public void released(Http1Connection released) {
      events.add("released");
    }

    @Override
    public void tunnelBegan(Http1Connection tunnel) {
      events.add("tunnel");
    }

    @Override
    public void abandoned(Http1Connection abandoned) {
      events.add("abandoned");
    }

    @Override
    public void closed(Http1Connection closed) {
      events.add("closed");
    }

    @Override
    public void surplus(UpstreamSurplus when) {
      events.add("surplus " + when);
    }
  }
}
