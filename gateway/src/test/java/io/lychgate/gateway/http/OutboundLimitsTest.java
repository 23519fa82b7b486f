package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2LifecycleManager;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutboundLimitsTest {
  private final Socket socket = new Socket();
  private final GatheredFrames gathered = new GatheredFrames();
  private final EmbeddedChannel channel =
      new EmbeddedChannel(socket, gathered, new ChannelInboundHandlerAdapter());
  private final Lifecycle lifecycle = new Lifecycle();
  private final OutboundLimits limits = new OutboundLimits(new DefaultHttp2ConnectionEncoder(
      new DefaultHttp2Connection(true), new WholeFrames(gathered)));

  @BeforeEach
  void connect() {
    limits.lifecycleManager(lifecycle);
  }

  @AfterEach
  void close() {
    var unused = channel.finishAndReleaseAll();
  }

  @Test
  void closesTheConnectionOfAClientThatReadsNoAcknowledgements() {
    for (int i = 0; i < 10_000; i++) {
      ackPing();
    }
    assertThat(lifecycle.errors).isEmpty();

    ackPing();

    assertThat(lifecycle.errors).containsExactly(Http2Error.ENHANCE_YOUR_CALM);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void continuesWhileTheClientReads() {
    for (int i = 0; i < 30_000; i++) {
      ackPing();
      socket.take();
    }

    assertThat(lifecycle.errors).isEmpty();
  }

  @Test
  void closesTheConnectionOfAClientThatCausesManyResets() {
    for (int i = 0; i < 400; i++) {
      reset(Http2Error.PROTOCOL_ERROR);
    }
    assertThat(lifecycle.errors).isEmpty();

    reset(Http2Error.PROTOCOL_ERROR);

    assertThat(lifecycle.errors).containsExactly(Http2Error.ENHANCE_YOUR_CALM);
  }

  @Test
  void countsNoResetsWithNoError() {
    for (int i = 0; i < 1_000; i++) {
      reset(Http2Error.CANCEL);
      reset(Http2Error.NO_ERROR);
    }

    assertThat(lifecycle.errors).isEmpty();
  }

  private void ackPing() {
    ChannelHandlerContext ctx = context();
    var unused = limits.writePing(ctx, true, 1, ctx.newPromise());
  }

  private void reset(Http2Error code) {
    ChannelHandlerContext ctx = context();
    var unused = limits.writeRstStream(ctx, 1, code.code(), ctx.newPromise());
  }

  private ChannelHandlerContext context() {
    return channel.pipeline().lastContext();
  }

  /** Completes writes only when the test calls {@link #take}. */
  private static final class Socket extends ChannelOutboundHandlerAdapter {
    private final List<ChannelPromise> waiting = new ArrayList<>();

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
      ReferenceCountUtil.release(message);
      waiting.add(promise);
    }

    void take() {
      waiting.forEach(ChannelPromise::trySuccess);
      waiting.clear();
    }
  }

  /** Records errors; resets are written directly. */
  private final class Lifecycle implements Http2LifecycleManager {
    private final List<Http2Error> errors = new ArrayList<>();

    @Override
    public void onError(ChannelHandlerContext ctx, boolean outbound, Throwable cause) {
      errors.add(((Http2Exception) cause).error());
    }

    @Override
    public ChannelFuture resetStream(
        ChannelHandlerContext ctx, int streamId, long code, ChannelPromise promise) {
      return limits.frameWriter().writeRstStream(ctx, streamId, code, promise);
    }

    @Override
    public void closeStreamLocal(Http2Stream stream, ChannelFuture future) {}

    @Override
    public void closeStreamRemote(Http2Stream stream, ChannelFuture future) {}

    @Override
    public void closeStream(Http2Stream stream, ChannelFuture future) {}

    @Override
    public ChannelFuture goAway(
        ChannelHandlerContext ctx,
        int lastStreamId,
        long code,
        @Nullable ByteBuf data,
        ChannelPromise promise) {
      return promise;
    }
  }
}
