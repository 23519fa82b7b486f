package io.lychgate.gateway.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.LimitConfig;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.loop.TurnBudget;
import io.lychgate.gateway.loop.TurnShare;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests behind a response that is not complete: one is decoded, and the others stay bytes. */
final class PipelinedHeadsTest {
  private final EmbeddedChannel loop = new EmbeddedChannel();
  private final StrictRequestDecoder decoder =
      new StrictRequestDecoder(LimitConfig.defaults(), new Reader(), new Budget());
  private final EmbeddedChannel channel = new EmbeddedChannel(decoder);
  private boolean isHeadBegun;

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
    loop.finishAndReleaseAll();
  }

  private void send(String text) {
    channel.writeInbound(ByteBufUtil.writeAscii(channel.alloc(), text));
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
  }

  private String next() {
    HttpRequest request = channel.readInbound();
    var unused = ReferenceCountUtil.release(channel.readInbound());
    decoder.decodeOn(channel.pipeline().context(decoder));
    return request.uri();
  }

  @Test
  void oneRequestIsDecodedAtATime() {
    send(get("/1") + get("/2") + get("/3"));

    assertThat(channel.inboundMessages()).hasSize(2);
    assertThat(decoder.isBehindRequest()).isTrue();
    assertThat(next()).isEqualTo("/1");
    assertThat(channel.inboundMessages()).hasSize(2);
    assertThat(next()).isEqualTo("/2");
    assertThat(next()).isEqualTo("/3");
    assertThat(channel.inboundMessages()).isEmpty();
    assertThat(decoder.isBehindRequest()).isFalse();
  }

  @Test
  void aWaitingRequestKeepsItsBodyAsBytes() {
    send("POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc");

    assertThat(channel.inboundMessages()).hasSize(1);
  }

  @Test
  void aHeadThatHasBegunBehindARequestIsReportedOnceItIsNext() {
    send(get("/1") + "GET /2 HT");
    assertThat(isHeadBegun).isFalse();

    assertThat(next()).isEqualTo("/1");

    assertThat(isHeadBegun).isTrue();
  }

  /** Takes no request while one has not been read from the channel. */
  private final class Reader implements StrictRequestDecoder.Reader {
    @Override
    public void headBegun() {
      isHeadBegun = true;
    }

    @Override
    public boolean isHoldingRequest() {
      return !channel.inboundMessages().isEmpty();
    }
  }

  private final class Budget extends TurnBudget {
    Budget() {
      super(new TurnShare(loop.eventLoop(), new LoopClock(loop.eventLoop(), Ticker.system())));
    }

    @Override
    protected void suspended() {}

    @Override
    protected void decodeOn() {}

    @Override
    protected void resumed() {}

    @Override
    protected void failed() {}
  }
}
